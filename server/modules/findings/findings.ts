import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import { nextHour } from '#server/platform/next-hour.ts';

/** The kind of task that tells the platform once a day what is open. */
export const tellFindings = 'payments.tell_findings';

export interface NewFinding {
  tenant_id: string;
  /** `payments.what_is_wrong` */
  kind: string;
  /** One of a kind about one thing; what it is about comes first: `<id of a payment> …`. */
  subject: string;
  /** Amounts and names of accounts; nothing about a buyer. */
  details: Readonly<Record<string, string | number | null>>;
  found_at: Date;
}

/** Six in the morning, UTC. */
export const nextMorning = (now: Date) => nextHour(now, 6);

/** Keeps what a person has to look at, and sees to it that the platform is told. One that was closed is not opened again. */
export async function noteFinding(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  finding: NewFinding,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('findings')
    .values({ ...finding, id: uuidv7(), details: JSON.stringify(finding.details) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'subject']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return;
  const platformId = await findPlatformId(transaction);
  if (platformId === undefined) return;
  const { found_at } = finding;
  const task = { kind: tellFindings, subject: 'daily', due_at: nextMorning(found_at), created_at: found_at };
  await elsewhere(transaction, platformId, () => addTask(transaction, platformId, task));
}

/** What was found is seen to. @returns false where it was closed before, or is not there */
export async function closeFinding(
  transaction: TenantTransaction,
  tenantId: string,
  which: { id: string } | { kind: string; subject: string },
  closing: { words: string; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('findings')
    .set({ closed_at: closing.at, closed_by_name: closing.by, words: closing.words })
    .where('tenant_id', '=', tenantId)
    .where((row) =>
      'id' in which
        ? row('id', '=', which.id)
        : row.and([row('kind', '=', which.kind), row('subject', '=', which.subject)]),
    )
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export interface FindingRow {
  id: string;
  tenant_id: string;
  school_name: string;
  kind: string;
  details: Record<string, string | number | null>;
  order: { id: string; number: string; currency: string } | null;
  found_at: Date;
  closed_at: Date | null;
  closed_by: string;
  words: string;
}

interface Wanted {
  tenant_id?: string | undefined;
  id?: string;
  state?: 'open' | 'closed';
  after?: string | undefined;
  limit: number;
}

const orderOf = (state: Wanted['state']): readonly KeyPart[] =>
  state === 'closed'
    ? [
        { value: sql`finding.closed_at`, form: 'moment', descending: true },
        { value: sql`finding.id`, form: 'id', descending: true },
        { value: sql`finding.tenant_id`, form: 'id', descending: true },
      ]
    : [
        { value: sql`finding.found_at`, form: 'moment' },
        { value: sql`finding.id`, form: 'id' },
        { value: sql`finding.tenant_id`, form: 'id' },
      ];

const where = ({ tenant_id, id, state }: Omit<Wanted, 'limit' | 'after'>) => sql`
  where true
  ${tenant_id === undefined ? sql`` : sql`and finding.tenant_id = ${tenant_id}`}
  ${id === undefined ? sql`` : sql`and finding.id = ${id}`}
  ${state === undefined ? sql`` : state === 'open' ? sql`and finding.closed_at is null` : sql`and finding.closed_at is not null`}`;

/** Of the schools that the transaction sees: open ones from the oldest on, closed ones from the latest on. */
export async function listFindings(
  transaction: TenantTransaction,
  wanted: Wanted,
): Promise<{ count: number; rows: FindingRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(orderOf(wanted.state), wanted.after);
  const counted = await sql<{ count: number }>`
    select count(*) as count from findings as finding ${where(wanted)}`.execute(transaction);
  const { rows } = await sql<FindingRow & { page_key: string[] }>`
    select finding.id, finding.tenant_id, school.school_name, finding.kind, finding.details, finding.found_at,
      finding.closed_at, finding.closed_by_name as closed_by, finding.words,
      (
        select json_build_object('id', made.id, 'number', made.number, 'currency', made.currency)
        from payments as payment
        join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
        where payment.tenant_id = finding.tenant_id
          and payment.id::text = coalesce(finding.details ->> 'payment', split_part(finding.subject, ' ', 1))
      ) as order,
      ${key} as page_key
    from findings as finding join tenants as school on school.id = finding.tenant_id
    ${where(wanted)} and ${beyond}
    order by ${order} limit ${wanted.limit + 1}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, wanted.limit) };
}
