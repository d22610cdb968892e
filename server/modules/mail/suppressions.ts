import { sql } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import { causeWords, whySuppressed, type Cause, type SuppressionReason } from '#contract/mail/mail.rules.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds for which an address is not written to; null: until it is lifted. */
const lasts: Readonly<Record<SuppressionReason, number | null>> = {
  refused: 30 * day,
  returned: null,
  deferred: 7 * day,
  complaint: null,
  manual: null,
};
/** Milliseconds within which a second temporary failure suppresses the address. */
const together = 7 * day;

export interface Suppression {
  reason: SuppressionReason;
  since: Date;
  note: string;
}

/** The addresses that no school writes to. */
export interface Suppressions {
  /** Why an address is not written to now. */
  find(transaction: TenantTransaction, address: string, now: Date): Promise<Suppression | undefined>;
  /**
   * Refuses the address in the answer to the person who typed it.
   * @param field of the form; left out: the address stands in no form
   * @throws Problem `mail.suppressed`
   */
  refuse(transaction: TenantTransaction, address: string, at: { field?: string; now: Date }): Promise<void>;
  /** One that lasts longer stays. Of `deferred` the first in a week is only remembered. A cause `not_accepted` (5.7.x) adds none. */
  add(
    transaction: TenantTransaction,
    address: string,
    why: { reason: SuppressionReason; cause: Cause; now: Date },
  ): Promise<void>;
}

export function createSuppressions({ secretKey }: { secretKey: SecretKey }): Suppressions {
  const macOf = (address: string) => secretKey.sign('suppressed e-mail', address.trim().toLowerCase());

  const find: Suppressions['find'] = (transaction, address, now) =>
    transaction
      .selectFrom('mail_suppressions')
      .select(['reason', 'since', 'note'])
      .where('address_mac', '=', macOf(address))
      .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
      .executeTakeFirst();

  return {
    find,

    async refuse(transaction, address, { field, now }) {
      const found = await find(transaction, address, now);
      if (!found) return;
      const error = whySuppressed(found);
      throw new Problem(mailProblems.suppressed, {
        error,
        ...(field !== undefined && { errors: { [field]: [error] } }),
      });
    },

    async add(transaction, address, { reason, cause, now }) {
      // What a server does not accept from us, such as "Relay access denied", says nothing about the address.
      if (cause === 'not_accepted') return;
      const row = { address_mac: macOf(address), reason, note: causeWords[cause] };
      const length = lasts[reason];
      const until = length === null ? null : new Date(now.getTime() + length);
      if (reason !== 'deferred') {
        await keepLongest(transaction, { ...row, since: now, until });
        return;
      }
      const first = { ...row, since: now, until: now };
      const isFirst = await keepFirst(transaction, first, new Date(now.getTime() - together));
      if (!isFirst) await keepLongest(transaction, { ...row, since: now, until });
    },
  };
}

interface Row {
  address_mac: Buffer;
  reason: SuppressionReason;
  since: Date;
  until: Date | null;
  note: string;
}

async function keepLongest(transaction: TenantTransaction, row: Row): Promise<void> {
  await sql`
    insert into mail_suppressions (address_mac, reason, since, until, note)
    values (${row.address_mac}::bytea, ${row.reason}, ${row.since}::timestamptz, ${row.until}::timestamptz, ${row.note})
    on conflict (address_mac) do update
      set reason = excluded.reason, since = excluded.since, until = excluded.until, note = excluded.note
      where mail_suppressions.until is not null and (excluded.until is null or excluded.until > mail_suppressions.until)`.execute(
    transaction,
  );
}

/** @returns false where another one came since `earliest`, or one counts now */
async function keepFirst(transaction: TenantTransaction, row: Row, earliest: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mail_suppressions (address_mac, reason, since, until, note)
    values (${row.address_mac}::bytea, ${row.reason}, ${row.since}::timestamptz, ${row.until}::timestamptz, ${row.note})
    on conflict (address_mac) do update
      set reason = excluded.reason, since = excluded.since, until = excluded.until, note = excluded.note
      where mail_suppressions.until <= excluded.since
        and (mail_suppressions.until > mail_suppressions.since or mail_suppressions.since < ${earliest}::timestamptz)`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}
