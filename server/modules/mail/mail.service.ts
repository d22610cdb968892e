import { foldForSearch } from '#contract/kit/fold.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { goesToStaff, isAgainKind, maskedAddress, type AgainKind } from '#contract/mail/mail.kinds.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import type { Letter, LetterQuery } from '#contract/mail/mail.schema.ts';
import type { LetterDetails } from '#contract/mail/panel-mail.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elapsedSince } from '#server/platform/clock.ts';
import { lockName, type TenantTransaction } from '#server/platform/database.ts';
import { cutPage } from '#server/platform/keyset.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { mailKey, openShown } from './mail.outbox.ts';
import * as repository from './letters.repository.ts';
import type { Suppressions } from './suppressions.ts';

/**
 * Writes a letter of its kind about the same subject, with a new link; the earlier link ends.
 * @returns false where there is nothing to send any more, such as an invitation that was accepted
 */
export type SendAgain = (subjectId: string, call: Call<Actor>) => Promise<boolean>;

export interface MailService {
  list(
    query: LetterQuery,
    call: Pick<Call<Actor>, 'transaction' | 'actor'>,
  ): Promise<{ count: number; next: string | null; results: Letter[] }>;
  /**
   * @param facts for the audit
   * @returns the new letter
   * @throws Problem `mail.not_found`, `mail.not_again`, `mail.suppressed`, `mail.sent_just_now`, and what the kind refuses
   */
  again(id: string, call: Call<Actor>, facts?: Readonly<Record<string, string>>): Promise<Letter>;
  /** One letter with addresses shortened. @throws Problem `mail.not_found` */
  read(transaction: TenantTransaction, tenantId: string, id: string): Promise<LetterDetails>;
  /** @throws Problem `mail.not_found` */
  addressOf(transaction: TenantTransaction, tenantId: string, id: string): Promise<string>;
}

export function createMailService(options: {
  secretKey: SecretKey;
  suppressions: Pick<Suppressions, 'refuse'>;
  sendAgain: Readonly<Record<AgainKind, SendAgain>>;
}): MailService {
  const { suppressions, sendAgain } = options;
  const key = mailKey(options.secretKey);

  async function findLetter(transaction: TenantTransaction, tenantId: string, id: string) {
    const letter = await repository.findLetter(transaction, tenantId, id);
    if (!letter) throw new Problem(mailProblems.not_found);
    return letter;
  }

  return {
    async list(query, { transaction, actor }) {
      const { count, rows, after } = await find(transaction, actor.tenant_id, query);
      return { count, next: nextByKey(after, query), results: rows.map(shown) };
    },

    async again(id, call, facts = {}) {
      const { transaction, actor, now } = call;
      const { tenant_id } = actor;
      const letter = await findLetter(transaction, tenant_id, id);
      const { kind, subject_id } = letter;
      if (subject_id === null || !isAgainKind(kind)) throw new Problem(mailProblems.not_again);
      await suppressions.refuse(transaction, letter.to_address, { now });
      await lockName(transaction, `letters about ${subject_id}`);
      const about = { tenant_id, kind, subject_id };
      const latest = await repository.findLatest(transaction, about);
      const wait = latest ? limits.invitationPause * 1000 - elapsedSince(latest.created_at, now) : 0;
      if (wait > 0) throw new Problem(mailProblems.sent_just_now, { retryAfter: Math.ceil(wait / 1000) });
      if (!(await sendAgain[kind](subject_id, call))) throw new Problem(mailProblems.not_again);
      await audit(transaction, {
        tenant_id,
        actor_id: actor.id,
        action: 'mail.sent_again',
        subject_id,
        details: { ...facts, letter: kind },
      });
      const sent = await repository.findLatest(transaction, about);
      if (!sent) throw new Error('A letter that was written is gone');
      return shown(sent);
    },

    async read(transaction, tenantId, id) {
      const letter = await findLetter(transaction, tenantId, id);
      const sealed = await repository.findShown(transaction, tenantId, id);
      const events = await repository.listEvents(transaction, tenantId, id);
      const { kind, state, cause, attempts, written_at, ended_at, may_again } = shown(letter);
      return {
        id,
        kind,
        to_address: maskedAddress(letter.to_address),
        subject: letter.subject,
        state,
        cause,
        attempts,
        written_at,
        ended_at,
        may_again,
        letter: sealed && openShown(key, sealed, { tenant_id: tenantId, id }),
        events: events.map((event) => ({
          at: event.at.toISOString(),
          kind: event.kind,
          detail: withoutAddress(event.detail, letter.to_address),
        })),
      };
    },

    async addressOf(transaction, tenantId, id) {
      return (await findLetter(transaction, tenantId, id)).to_address;
    },
  };
}

async function find(
  transaction: TenantTransaction,
  tenantId: string,
  { search, state, after, limit }: LetterQuery,
) {
  if (search === '') return await repository.listLetters(transaction, tenantId, { state, after, limit });
  // The letters of one school are few enough to be looked through here, in the same way on every database.
  const all = await repository.listNames(transaction, tenantId, { state, after });
  const found = searchLetters(all, search);
  const page = cutPage(
    found.filter(({ is_beyond }) => is_beyond),
    limit,
  );
  const ids = page.rows.map(({ id }) => id);
  return {
    count: found.length,
    rows: await repository.listByIds(transaction, tenantId, ids),
    after: page.after,
  };
}

/** An address that is not shown is not found either. */
function searchLetters(rows: readonly repository.NamedLetter[], search: string): repository.NamedLetter[] {
  const words = foldForSearch(search).split(' ');
  return rows.filter(({ kind, to_name, to_address }) => {
    const folded = foldForSearch(goesToStaff(kind) ? `${to_name} ${to_address}` : to_name);
    return words.every((word) => folded.includes(word));
  });
}

function shown(row: repository.LetterRow): Letter {
  const { id, kind, to_name, to_address, subject, subject_id, state, cause, attempts } = row;
  const isShown = goesToStaff(kind);
  return {
    id,
    kind,
    to_name,
    to_address: isShown ? to_address : maskedAddress(to_address),
    subject,
    state,
    cause,
    said: isShown ? row.said : null,
    attempts: attempts ?? 0,
    written_at: row.created_at.toISOString(),
    ended_at: row.finished_at?.toISOString() ?? null,
    may_again: subject_id !== null && isAgainKind(kind) && state !== 'replaced',
  };
}

/** What a mail server said, with the address shortened, and what stands before its @ wherever the server names that alone. */
export function withoutAddress(said: string, address: string): string {
  const [local = ''] = address.split(/@[^@]*$/u);
  const masked = said.replaceAll(/[^\s<>()[\]"',;:=]+@[^\s<>()[\]"',;:=]+/gu, maskedAddress);
  if (local.length < 3) return masked;
  const word = new RegExp(local.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`), 'giu');
  return masked.replaceAll(word, maskedAddress(local));
}
