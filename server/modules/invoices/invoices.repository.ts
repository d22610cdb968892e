import { sql, type Insertable } from 'kysely';
import type { DocumentType } from '#contract/invoices/invoices.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';

/** The next number of a series. Locks it to the end of the transaction, so it is taken last; undone with it, so none is left out. */
export async function takeSerial(
  transaction: TenantTransaction,
  series: { tenant_id: string; type: DocumentType; year: number; is_test: boolean },
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into document_series (tenant_id, type, year, is_test, last)
    values (${series.tenant_id}, ${series.type}, ${series.year}, ${series.is_test}, 1)
    on conflict (tenant_id, type, year, is_test) do update set last = document_series.last + 1
    returning last`.execute(transaction);
  const serial = rows[0]?.last;
  if (serial === undefined) throw new Error('A series gave no number');
  return serial;
}

export async function insertDocument(
  transaction: TenantTransaction,
  document: Insertable<Tables['documents']>,
): Promise<void> {
  await transaction.insertInto('documents').values(document).execute();
}

export function listDocuments(transaction: TenantTransaction, tenantId: string, orderId: string) {
  return transaction
    .selectFrom('documents')
    .select(['id', 'type', 'number', 'token', 'refund_id', 'corrects_id', 'body', 'issued_at'])
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
}

export async function findDocument(
  transaction: TenantTransaction,
  tenantId: string,
  { type, token }: { type: DocumentType; token: string },
) {
  return await transaction
    .selectFrom('documents as document')
    .innerJoin('orders as made', (join) =>
      join.onRef('made.tenant_id', '=', 'document.tenant_id').onRef('made.id', '=', 'document.order_id'),
    )
    .select(['document.body', 'document.issued_at', 'made.id as order_id', 'made.buyer_id', 'made.kind'])
    .where('document.tenant_id', '=', tenantId)
    .where('document.type', '=', type)
    .where('document.token', '=', token)
    .executeTakeFirst();
}

/** All that stands in the documents of an order. */
export async function readForDocuments(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const order = await transaction
    .selectFrom('orders')
    .select(['number', 'currency', 'is_test', 'paid_at', 'buyer_name', 'buyer_country', 'sealed_address'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { rows: lines } = await sql<{
    id: string;
    kind: Tables['order_lines']['kind'];
    title: string;
    quantity: number;
    unit_price: number;
    amount: number;
    tax_rate_bp: number;
    tax_name: string;
    tax: number;
  }>`
    select line.id, line.kind, line.title, line.quantity, line.unit_price, line.amount, line.tax_rate_bp,
      line.tax_name, coalesce(share.amount, 0) as tax
    from order_lines as line
    left join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id
      and share.party = 'tax'
    where line.tenant_id = ${tenantId} and line.order_id = ${orderId} order by line.place`.execute(
    transaction,
  );
  const tenant = await transaction
    .selectFrom('tenants')
    .select('school_name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const shop = await transaction
    .selectFrom('shops')
    .select('code')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  const seller = await transaction
    .selectFrom('seller')
    .select(['name', 'address', 'tax_numbers'])
    .executeTakeFirst();
  return { order, lines, school: tenant.school_name, code: shop?.code ?? 'ORD', seller: seller ?? null };
}

/** What a refund took of each line, and how much of that was tax. */
export async function listRefunded(transaction: TenantTransaction, tenantId: string, refundId: string) {
  const { rows } = await sql<{ line_id: string; amount: number; tax: number }>`
    select line_id, sum(amount)::bigint as amount,
      coalesce(sum(amount) filter (where debit = 'tax'), 0)::bigint as tax
    from transfers where tenant_id = ${tenantId} and refund_id = ${refundId} and line_id is not null
    group by line_id`.execute(transaction);
  return new Map(rows.map(({ line_id, ...row }) => [line_id, row]));
}
