import { sql } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import { maskedAddress } from '#contract/mail/mail.kinds.ts';
import { causeWords, whySuppressed, type Cause } from '#contract/mail/mail.rules.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import type { SuppressionReason } from '#contract/mail/mail.schema.ts';
import {
  elsewhere,
  inPlatformScope,
  type Database,
  type TenantTransaction,
} from '#server/platform/database.ts';
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

/** One as the platform's list shows it. */
export interface Suppression {
  reason: SuppressionReason;
  since: Date;
  note: string;
  id: string;
  /** Shortened; null of one from before that was kept. */
  listed_address: string | null;
  until: Date | null;
}

const listedColumns = ['id', 'listed_address', 'reason', 'since', 'until', 'note'] as const;

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
  /** What an address is found by: one for each key. */
  macsOf(address: string): Buffer[];
  /** Ends one. @returns what it was; undefined where there is none */
  lift(transaction: TenantTransaction, id: string): Promise<Suppression | undefined>;
}

export function createSuppressions({ secretKey }: { secretKey: SecretKey }): Suppressions {
  const purpose = 'suppressed e-mail';
  const signed = (address: string) => address.trim().toLowerCase();
  const macsOf = (address: string) => secretKey.signAll(purpose, signed(address));

  const find = (transaction: TenantTransaction, address: string, now: Date) =>
    transaction
      .selectFrom('mail_suppressions')
      .select(listedColumns)
      .where('address_mac', '=', sql<Buffer>`any(${macsOf(address)}::bytea[])`)
      .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
      .executeTakeFirst();

  return {
    find,
    macsOf,

    lift: (transaction, id) =>
      elsewhere(transaction, null, () =>
        transaction
          .deleteFrom('mail_suppressions')
          .where('id', '=', id)
          .returning(listedColumns)
          .executeTakeFirst(),
      ),

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
      const row = {
        address_mac: secretKey.sign(purpose, signed(address)),
        listed_address: maskedAddress(address.trim().toLowerCase()),
        reason,
        note: causeWords[cause],
      };
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
  listed_address: string;
  reason: SuppressionReason;
  since: Date;
  until: Date | null;
  note: string;
}

/** Where the address has a row already, it is replaced if the condition that follows is met. */
const insertion = ({ address_mac, listed_address, reason, since, until, note }: Row) => sql`
    insert into mail_suppressions (address_mac, listed_address, reason, since, until, note)
    values (${address_mac}::bytea, ${listed_address}, ${reason}, ${since}::timestamptz, ${until}::timestamptz, ${note})
    on conflict (address_mac) do update
      set listed_address = excluded.listed_address, reason = excluded.reason, since = excluded.since,
        until = excluded.until, note = excluded.note`;

async function keepLongest(transaction: TenantTransaction, row: Row): Promise<void> {
  await sql`
    ${insertion(row)}
      where mail_suppressions.until is not null and (excluded.until is null or excluded.until > mail_suppressions.until)`.execute(
    transaction,
  );
}

/** @returns false where another one came since `earliest`, or one counts now */
async function keepFirst(transaction: TenantTransaction, row: Row, earliest: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    ${insertion(row)}
      where mail_suppressions.until <= excluded.since
        and (mail_suppressions.until > mail_suppressions.since or mail_suppressions.since < ${earliest}::timestamptz)`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** Takes away those that ended, once nothing looks back at them. @returns how many */
export async function sweepSuppressions(database: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await inPlatformScope(database, (transaction) =>
    transaction
      .deleteFrom('mail_suppressions')
      .where('until', '<=', new Date(now.getTime() - together))
      .executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
