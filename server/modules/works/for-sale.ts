import { sql } from 'kysely';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { visibleTo, type Reader } from './reader.ts';
import { authorJoin, bylineOf } from './works.repository.ts';

/** A published work that a reader may see, as a shop has to know it. Prices in minor units; null: the shop's. */
export interface WorkForSale {
  id: string;
  kind: WorkKind;
  title: string;
  slug: string;
  byline: string;
  /** Put up for sale, and of a child's work with a guardian's word. */
  is_for_sale: boolean;
  digital_price: number | null;
  print_price: number | null;
  cause_id: string | null;
}

/** Whether a guardian allowed that a child's work is sold; null for the work of an adult or of nobody. Of rows called `work`. */
const saleAllowed = (tenantId: string) => sql<boolean | null>`(
  select exists (
    select from guardian_permissions as permission
    where permission.tenant_id = ${tenantId} and permission.student_id = student.id
      and permission.purpose = 'sale' and permission.ended_at is null
  ) from students as student where student.tenant_id = ${tenantId} and student.id = work.author_id)`;

/** Of these ids those that the reader finds on the shelf, for sale or not, in no order. */
export async function findForSale(
  transaction: TenantTransaction,
  tenantId: string,
  { reader, ids }: { reader: Reader; ids: readonly string[] },
): Promise<WorkForSale[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WorkForSale>`
    select work.id, work.kind, work.title, work.slug, ${bylineOf} as byline,
      work.is_for_sale and coalesce(${saleAllowed(tenantId)}, true) as is_for_sale,
      work.digital_price, work.print_price, work.cause_id
    from works as work ${authorJoin(tenantId)}
    where work.tenant_id = ${tenantId} and work.id = any(${[...ids]}::uuid[])
      and work.state = 'published' and ${visibleTo(reader, tenantId)}`.execute(transaction);
  return rows;
}

/** The cause that a work collects for: its own while that is open, else the shop's; of rows called `work` and `shop`. */
const causeOfWork = sql<string>`coalesce(
  (select own.id from causes as own where own.id = work.cause_id and own.state = 'open'), shop.default_cause_id)`;

/** Works for sale that a reader may see and that collect for a cause, the latest first; none where the shop is closed. */
export async function listCollecting(
  transaction: TenantTransaction,
  tenantId: string,
  { reader, causeId, limit }: { reader: Reader; causeId: string; limit: number },
) {
  const { rows } = await sql<Pick<WorkForSale, 'id' | 'kind' | 'title' | 'slug' | 'byline'>>`
    select work.id, work.kind, work.title, work.slug, ${bylineOf} as byline
    from works as work
    join shops as shop on shop.tenant_id = ${tenantId} and shop.is_open ${authorJoin(tenantId)}
    where work.tenant_id = ${tenantId} and work.is_for_sale and work.state = 'published'
      and coalesce(${saleAllowed(tenantId)}, true) and ${causeOfWork} = ${causeId}
      and ${visibleTo(reader, tenantId)}
    order by work.published_at desc, work.id limit ${limit}`.execute(transaction);
  return rows;
}

export interface SaleOfWork {
  id: string;
  is_for_sale: boolean;
  digital_price: number | null;
  print_price: number | null;
  is_permitted: boolean | null;
}

/** How a work of the school is sold, locked; undefined where there is none. */
export async function lockSale(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<SaleOfWork | undefined> {
  const { rows } = await sql<SaleOfWork>`
    select work.id, work.is_for_sale, work.digital_price, work.print_price,
      ${saleAllowed(tenantId)} as is_permitted
    from works as work where work.tenant_id = ${tenantId} and work.id = ${id} and work.state <> 'archived' and work.kind <> 'message'
    for no key update of work`.execute(transaction);
  return rows[0];
}

export async function setSale(
  transaction: TenantTransaction,
  tenantId: string,
  { id, ...sale }: Omit<SaleOfWork, 'is_permitted'>,
): Promise<void> {
  await transaction
    .updateTable('works')
    .set(sale)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Prices in another currency say nothing in the new one. */
export async function clearPrices(transaction: TenantTransaction, tenantId: string): Promise<void> {
  await transaction
    .updateTable('works')
    .set({ digital_price: null, print_price: null })
    .where('tenant_id', '=', tenantId)
    .where((work) => work.or([work('digital_price', 'is not', null), work('print_price', 'is not', null)]))
    .execute();
}
