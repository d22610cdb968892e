import { randomBytes } from 'node:crypto';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { product } from '#contract/kit/product.ts';
import type { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestFormProblems } from '#contract/requests/requests.problems.ts';
import { isConfirmed, requestsAt } from '#contract/requests/requests.rules.ts';
import {
  bytesOfPicture,
  requestLimits,
  type NewRequest,
  type RequestKind,
} from '#contract/requests/requests.schema.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { originOn } from '#server/platform/host.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { refusePicture, sheetPicture } from '#server/platform/pictures.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { OpenCall } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { listSchools } from './enrolments.ts';
import { newReference } from './reference.ts';
import { arrivedLetter, confirmLetter, receivedLetter } from './requests.letters.ts';
import * as repository from './requests.repository.ts';
import { createTickets, isProof, proofBits } from './ticket.ts';

type Parsed<Name extends keyof typeof requestEndpoints> = EndpointParsed<(typeof requestEndpoints)[Name]>;

const day = 24 * 60 * 60 * 1000;
/** Milliseconds in which nobody fills in a form. */
const tooQuick = 3000;

const hashOf = (text: string) => sha256(Buffer.from(text));
export const keptUntil = (state: keyof typeof requestLimits.keptDays, now: Date) =>
  new Date(now.getTime() + requestLimits.keptDays[state] * day);

/** What was filled in, without what only travels with it. */
function fieldsOf(request: NewRequest): Readonly<Record<string, unknown>> {
  const { id: _id, secret: _secret, ticket: _ticket, proof: _proof, website: _website, ...filled } = request;
  const { kind: _kind, name: _name, email: _email, ...fields } = filled;
  if (!('picture' in fields)) return fields;
  const { picture: _picture, ...words } = fields;
  return words;
}

/** Characters from which two people hardly write the same. */
const ownWords = 100;

const textOf = (request: NewRequest) => ('words' in request ? request.words : '');

const addresses = /https?:|www\./giu;

/** How much speaks against a person who means it: it sorts, and refuses nothing (law 10). */
function doubtOf(request: NewRequest, { age, wasSaid }: { age: number; wasSaid: boolean }): number {
  const signs = [
    !isProof(request.ticket, request.proof),
    request.website !== '',
    age < tooQuick,
    (textOf(request).match(addresses) ?? []).length > 1,
    wasSaid && textOf(request).length >= ownWords,
  ];
  return signs.filter(Boolean).length;
}

/**
 * A message to a school is for its own office; everything else is for those who run the platform, as is what is said of the Dear World
 * book, whose messages are of all schools.
 */
async function placeOf(
  transaction: TenantTransaction,
  request: NewRequest,
  tenant: { id: string; is_platform: boolean },
): Promise<string> {
  const isForOffice = request.kind === 'contact' && request.message === undefined;
  if (tenant.is_platform || isForOffice) return tenant.id;
  const platformId = await findPlatformId(transaction);
  if (platformId === undefined) throw new Error('There is no platform to write to');
  return platformId;
}

export type RequestService = ReturnType<typeof createRequestService>;

/** Forms that anybody fills in. */
export function createRequestService(options: {
  database: Database;
  guesses: Pick<Guesses, 'countEach' | 'attemptBeyondGuessing'>;
  outbox: MailOutbox;
  secretKey: SecretKey;
  pictures: PictureWorkers;
  baseDomain: string;
}) {
  const { database, guesses, outbox, secretKey, pictures, baseDomain } = options;
  const tickets = createTickets(secretKey);

  /** The picture that was sent along, drawn before the transaction. @throws Problem `requests.picture_unreadable` */
  async function drawPicture(
    body: NewRequest,
    { tenant, signal }: OpenCall,
  ): Promise<repository.DrawnPicture | null> {
    const bytes = 'picture' in body ? bytesOfPicture(body.picture) : null;
    if (bytes === null) return null;
    const kept = { type: 'image/jpeg', side: requestLimits.pictureSide } as const;
    try {
      const sent = { bytes, workers: pictures, sender: { tenantId: tenant.id, signal } };
      return { media_type: kept.type, content: await sheetPicture(sent, kept) };
    } catch (error) {
      return refusePicture(error, requestFormProblems.picture_unreadable, 'picture');
    }
  }

  /** Where it came to: to the place of this address, or from here to the platform. */
  async function inEither<Result>(
    transaction: TenantTransaction,
    tenant: { id: string; is_platform: boolean },
    find: (tenantId: string) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const here = await find(tenant.id);
    if (here !== undefined || tenant.is_platform) return here;
    const platformId = await findPlatformId(transaction);
    if (platformId === undefined) return undefined;
    return await elsewhere(transaction, platformId, () => find(platformId));
  }

  /** Those who answer hear of it. What is in doubt waits until somebody looks. */
  async function tell(
    transaction: TenantTransaction,
    place: { id: string; is_platform: boolean },
    request: { kind: RequestKind; reference: string; name: string; doubt: number; origin: string; now: Date },
  ): Promise<void> {
    if (request.doubt > 0) return;
    const { now } = request;
    const roles = place.is_platform
      ? [product.platformRole]
      : (['school_admin', 'organization_admin'] as const);
    for (const reader of await outbox.listReaders(transaction, place.id, roles)) {
      const letter = arrivedLetter(
        { name: reader.first_name, email: reader.email },
        {
          ...request,
          from: request.name === '' ? 'Somebody' : request.name,
          href: place.is_platform
            ? `${originOn(request.origin, baseDomain)}${requestsAt.platform()}`
            : `${request.origin}${requestsAt.school()}`,
        },
      );
      await outbox.add(transaction, place.id, letter, { now });
    }
  }

  return {
    async ticket({ tenant, now }: OpenCall) {
      return await Promise.resolve({ ticket: tickets.issue(tenant.id, now), bits: proofBits });
    },

    /** @throws Problem `requests.…`, `mail.suppressed`, `request.too_many` */
    async send({ body }: Parsed<'send'>, call: OpenCall) {
      const { tenant, browser, now, origin } = call;
      const { id, kind, name } = body;
      const email = body.email === '' ? null : body.email;
      const secret_hash = hashOf(body.secret);
      const before = await inTenant(database, tenant.id, (transaction) =>
        inEither(transaction, tenant, (place) =>
          repository.findSent(transaction, place, { id, secret_hash }),
        ),
      );
      if (before) return before;
      const age = tickets.ageOf(tenant.id, body.ticket, now);
      if (age === null) throw new Problem(requestFormProblems.ticket_old);
      const guessers = [
        { kind: 'request_network', subject: browser.network } as const,
        ...(email === null ? [] : [{ kind: 'request_address', subject: email } as const]),
      ];
      await guesses.countEach({ tenantId: tenant.id, guessers, now });
      const picture = await drawPicture(body, call);
      const fields = fieldsOf(body);
      const words_hash = hashOf(JSON.stringify(fields));
      const token = isConfirmed(kind) ? randomBytes(32).toString('base64url') : null;
      const state = token === null ? 'open' : 'new';
      const ends_at = keptUntil(state, now);
      const reference = newReference();
      await inTenant(database, tenant.id, async (transaction) => {
        const place = await placeOf(transaction, body, tenant);
        await elsewhere(transaction, place, async () => {
          if (email !== null) await outbox.refuse(transaction, email, { field: 'email', now });
          const since = new Date(now.getTime() - day);
          const wasSaid = await repository.wasSaid(transaction, place, { words_hash, since });
          const doubt = doubtOf(body, { age, wasSaid });
          const isNew = await repository.insertRequest(transaction, {
            tenant_id: place,
            id,
            kind,
            reference,
            secret_hash,
            token_hash: token === null ? null : hashOf(token),
            ticket_hash: hashOf(body.ticket),
            state,
            name,
            email,
            fields,
            words_hash,
            from_tenant: place === tenant.id ? null : tenant.id,
            doubt,
            created_at: now,
            updated_at: now,
            ends_at,
          });
          if (!isNew) throw new Problem(requestFormProblems.sent_before);
          if (picture)
            await repository.insertPicture(transaction, { tenant_id: place, id, created_at: now }, picture);
          if (email !== null)
            await outbox.add(
              transaction,
              place,
              token === null
                ? receivedLetter({ name, email }, { origin, kind, reference, secret: body.secret, now })
                : confirmLetter({ name, email }, { origin, kind, token, ends_at }),
              { now },
            );
          if (token === null)
            await tell(
              transaction,
              { id: place, is_platform: tenant.is_platform || place !== tenant.id },
              { kind, reference, name, doubt, origin, now },
            );
        });
      });
      return { reference, state } as const;
    },

    /** @throws Problem `requests.link_refused`, `request.too_many` */
    async confirm({ body }: Parsed<'confirm'>, { tenant, browser, now, origin }: OpenCall) {
      const guess = {
        tenantId: tenant.id,
        guessers: [{ kind: 'request_link_network', subject: browser.network } as const],
        wrong: requestFormProblems.link_refused.code,
        now,
      };
      const token_hash = hashOf(body.token);
      return await guesses.attemptBeyondGuessing(guess, () =>
        inTenant(database, tenant.id, async (transaction) => {
          const confirmed = await inEither(transaction, tenant, async (place) => {
            const found = await repository.confirmRequest(transaction, place, {
              token_hash,
              now,
              ends_at: keptUntil('open', now),
            });
            const at = { id: place, is_platform: tenant.is_platform || place !== tenant.id };
            if (found?.is_first) await tell(transaction, at, { ...found, origin, now });
            return found;
          });
          if (!confirmed) throw new Problem(requestFormProblems.link_refused);
          return { kind: confirmed.kind, reference: confirmed.reference };
        }),
      );
    },

    /** @throws Problem `requests.not_found`, `request.too_many` */
    async readState({ body }: Parsed<'readState'>, { tenant, browser, now }: OpenCall) {
      const guess = {
        tenantId: tenant.id,
        guessers: [{ kind: 'request_link_network', subject: browser.network } as const],
        wrong: requestFormProblems.not_found.code,
        now,
      };
      const asked = { reference: body.reference, secret_hash: hashOf(body.secret) };
      return await guesses.attemptBeyondGuessing(guess, () =>
        inTenant(database, tenant.id, async (transaction) => {
          const found = await inEither(transaction, tenant, async (place) => {
            const row = await repository.findProgress(transaction, place, asked);
            if (!row) return undefined;
            const { id, fields, ...progress } = row;
            const schools = await listSchools(outbox, transaction, { tenant_id: place, id, fields, now });
            return { ...progress, schools: schools.map(({ school, state }) => ({ school, state })) };
          });
          if (!found) throw new Problem(requestFormProblems.not_found);
          const { created_at, answered_at, state, ...request } = found;
          return {
            ...request,
            // Whom we took for a robot hears that it is closed.
            state: state === 'spam' ? 'closed' : state,
            sent_at: created_at.toISOString(),
            answered_at: answered_at?.toISOString() ?? null,
          } as const;
        }),
      );
    },
  };
}
