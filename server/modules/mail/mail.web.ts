import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { endpoint } from '#contract/kit/endpoint.ts';
import { fileField } from '#contract/kit/files.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import { causeOfStatus } from '#contract/mail/mail.rules.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { sendError } from '#server/platform/failures.ts';
import { readMultipart } from '#server/platform/multipart.ts';
import { readReturned, type News } from '#server/platform/returned-mail.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';
import * as repository from './mail.repository.ts';
import { letterIn } from './return-address.ts';
import type { Suppressions } from './suppressions.ts';

/** What is sent here. No endpoint of the contract: a mail server calls it, with a key of its own. */
const handIn = endpoint({
  name: 'mail.handInReturn',
  summary: 'Hand in email that came back',
  method: 'POST',
  path: '/mail/returns/',
  roles: 'anyone',
  hosts: 'any',
  offline: 'online-only',
  sends: 'multipart',
  body: v.object({
    message: fileField({
      types: ['message/rfc822'],
      wrongType: 'Please send the email.',
      maximum: 256 * 1024,
      tooLarge: 'The email is larger than 256 kB.',
    }),
  }),
  response: v.object({ received: v.boolean() }),
});

/**
 * Where a mail server hands in what came back to our letters. It is believed for letters whose signed address stands in it, and for no
 * other address than the one that such a letter went to.
 */
export function serveMailReturns(
  app: FastifyInstance,
  options: {
    database: Database;
    clock: Clock;
    secretKey: SecretKey;
    /** Null: nothing is taken. */
    key: string | null;
    suppressions: Suppressions;
  },
): void {
  const { database, clock, secretKey, key, suppressions } = options;
  if (key === null) return;

  const isKey = (authorization = '') =>
    timingSafeEqual(sha256(authorization.replace(/^Bearer /iu, '')), sha256(key));

  async function apply(
    transaction: TenantTransaction,
    letter: repository.SentLetter,
    news: News,
    now: Date,
  ): Promise<void> {
    if (news.is === 'delayed') {
      await repository.addEvent(transaction, letter, { kind: 'delayed', detail: news.detail, at: now });
      return;
    }
    const cause = news.is === 'complained' ? 'complaint' : causeOfStatus(news.status, 'returned');
    await repository.turn(transaction, letter, { state: news.is, cause, detail: news.detail, now });
    const returned = news.is === 'bounced' && news.isForGood ? 'returned' : 'deferred';
    const reason = news.is === 'complained' ? 'complaint' : returned;
    await suppressions.add(transaction, letter.to_address, { reason, cause, now });
  }

  /** @returns false where it changes nothing */
  async function receive(message: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const { places, news } = await readReturned(message);
    const id = places.map((place) => letterIn(secretKey, place)).find((found) => found !== null);
    const tenantId = id && news ? await repository.tenantOfLetter(database, id) : null;
    if (!id || !news || !tenantId) return false;
    return await inTenant(database, tenantId, async (transaction) => {
      const letter = await repository.lockLetter(transaction, tenantId, id);
      // It came back before it was written down that it went out.
      if (letter?.state === 'waiting') throw new Problem(requestProblems.unavailable, { retryAfter: 60 });
      if (letter?.state !== 'sent') return false;
      await apply(transaction, letter, news, clock.now());
      return true;
    });
  }

  void app.register(async (scope) => {
    scope.setErrorHandler(sendError);
    scope.post(`${apiPrefix}${handIn.path}`, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!isKey(request.headers.authorization)) throw new Problem(mailProblems.key_refused);
      const { message } = await readMultipart(handIn, request);
      if (typeof message !== 'string' && !(message instanceof Blob))
        throw new Problem(requestProblems.invalid, { errors: { message: ['Please send the email.'] } });
      const bytes = new Uint8Array(await new Blob([message]).arrayBuffer());
      // Whatever it says, it was taken: a mail server that is refused would return it to us again.
      if (!(await receive(bytes))) request.log.info('a return changed nothing');
      return { received: true };
    });
  });
}
