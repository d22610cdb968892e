import { sql } from 'kysely';
import type { OfferedResource, OfferState } from '#contract/resources/resource-offers.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { resourceColumns, toResource, type ResourceRow } from './resources.repository.ts';
import type { Reading } from '../works/works.repository.ts';

interface OfferedRow extends ResourceRow {
  state: OfferState;
  why: string | null;
  offered_at: Date;
}

const toOffered = ({ state, why, offered_at, ...row }: OfferedRow): OfferedResource => ({
  ...toResource(row),
  state,
  why,
  offered_at: offered_at.toISOString(),
});

/** Of one superpower teacher, the latest first. `id`: that one alone. */
export async function listOffersOf(
  reading: Reading,
  { userId, id = null, limit }: { userId: string; id?: string | null; limit: number },
): Promise<OfferedResource[]> {
  const { transaction, tenantId } = reading;
  const { rows } = await sql<OfferedRow>`
    select ${resourceColumns(reading)}, offer.state, offer.why, offer.offered_at
    from resources as resource
    join resource_offers as offer on offer.tenant_id = ${tenantId} and offer.resource_id = resource.id
    where resource.tenant_id = ${tenantId} and resource.created_by = ${userId}
      and (${id}::uuid is null or resource.id = ${id})
    order by resource.updated_at desc, resource.id limit ${limit}`.execute(transaction);
  return rows.map(toOffered);
}

/** All that wait, the longest first. */
export async function listOpenOffers(reading: Reading, limit: number): Promise<OfferedResource[]> {
  const { transaction, tenantId } = reading;
  const { rows } = await sql<OfferedRow>`
    select ${resourceColumns(reading)}, offer.state, offer.why, offer.offered_at
    from resource_offers as offer
    join resources as resource on resource.tenant_id = ${tenantId} and resource.id = offer.resource_id
    where offer.tenant_id = ${tenantId} and offer.state = 'open'
    order by offer.offered_at, offer.resource_id limit ${limit}`.execute(transaction);
  return rows.map(toOffered);
}

/** Whether somebody of the platform has to answer. Its resource is locked, so no two answer at once. */
export async function isOfferOpen(
  transaction: TenantTransaction,
  tenantId: string,
  resourceId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('resource_offers')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return row?.state === 'open';
}

/** It waits, from now on or again. */
export async function openOffer(
  transaction: TenantTransaction,
  tenantId: string,
  { resource_id, now }: { resource_id: string; now: Date },
): Promise<void> {
  const opened = {
    state: 'open',
    why: null,
    offered_at: now,
    decided_at: null,
    decided_by: null,
  } as const;
  await transaction
    .insertInto('resource_offers')
    .values({ tenant_id: tenantId, resource_id, ...opened })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'resource_id']).doUpdateSet(opened))
    .execute();
}

/** Answers one that waits; where none does nothing changes. */
export async function settleOffer(
  transaction: TenantTransaction,
  tenantId: string,
  {
    resource_id,
    why = null,
    by,
    now,
  }: { resource_id: string; /** Left out: it is approved. */ why?: string | null; by: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('resource_offers')
    .set({ state: why === null ? 'approved' : 'declined', why, decided_at: now, decided_by: by })
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', resource_id)
    .where('state', '=', 'open')
    .execute();
}

/** Shows a resource to everybody. */
export async function makePublic(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<void> {
  await transaction
    .updateTable('resources')
    .set({ audience: 'public' })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
