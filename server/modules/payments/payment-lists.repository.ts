import { sql } from 'kysely';
import type { PaymentQuery, PaymentState, ProviderName } from '#contract/payments/payments.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';

export interface ListedRow {
  id: string;
  tenant_id: string;
  school_name: string;
  order_id: string;
  number: string;
  provider: ProviderName;
  state: PaymentState;
  reason: string | null;
  currency: string;
  amount: number;
  captured: number;
  is_disputed: boolean;
  is_test: boolean;
  begun_at: Date;
  looked_at: Date | null;
}

type Wanted = Partial<PaymentQuery> & { id?: string; limit: number };

const latestFirst: readonly KeyPart[] = [
  { value: sql`payment.begun_at`, form: 'moment', descending: true },
  { value: sql`payment.id`, form: 'id', descending: true },
  { value: sql`payment.tenant_id`, form: 'id', descending: true },
];

/** Of the schools that the transaction sees, the latest first; days are in UTC, both included. */
export async function listPaymentsOfAll(
  transaction: TenantTransaction,
  wanted: Wanted,
): Promise<{ count: number; rows: ListedRow[]; after: string | null }> {
  const { tenant_id, id, state, provider, from, to, limit } = wanted;
  const { key, beyond, order } = keysetOf(latestFirst, wanted.after);
  const where = sql`
    where true
    ${tenant_id === undefined ? sql`` : sql`and payment.tenant_id = ${tenant_id}`}
    ${id === undefined ? sql`` : sql`and payment.id = ${id}`}
    ${state === undefined ? sql`` : sql`and payment.state = ${state}`}
    ${provider === undefined ? sql`` : sql`and payment.provider = ${provider}`}
    ${from === undefined ? sql`` : sql`and payment.begun_at >= ${from}::date::timestamp at time zone 'UTC'`}
    ${to === undefined ? sql`` : sql`and payment.begun_at < (${to}::date + 1)::timestamp at time zone 'UTC'`}`;
  const counted = await sql<{ count: number }>`
    select count(*) as count from payments as payment ${where}`.execute(transaction);
  const { rows } = await sql<ListedRow & { page_key: string[] }>`
    select payment.id, payment.tenant_id, school.school_name, payment.order_id, made.number, payment.provider,
      payment.state, payment.reason, payment.currency, payment.amount, payment.captured, payment.is_disputed,
      made.is_test, payment.begun_at, payment.looked_at, ${key} as page_key
    from payments as payment
    join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
    join tenants as school on school.id = payment.tenant_id
    ${where} and ${beyond}
    order by ${order} limit ${limit + 1}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, limit) };
}
