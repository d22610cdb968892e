import { sumOf } from '#contract/orders/shares.rules.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { countIn, listLinked } from '../visits/visits.repository.ts';
import { findTenant } from './subscriptions.repository.ts';

export type Seats = ReturnType<typeof createSeats>;

/** Seats are students who are not archived: of a school its own, of an organization those of the schools that belong to it. */
export function createSeats(visits: { countIn: typeof countIn; listLinked: typeof listLinked }) {
  async function countEach(
    transaction: TenantTransaction,
    ids: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const counts = await visits.countIn(transaction, ids, now);
    return new Map([...counts].map(([id, { students }]) => [id, students]));
  }

  /** In the tenant's own scope. */
  async function schoolsOf(
    transaction: TenantTransaction,
    { id, is_organization }: { id: string; is_organization: boolean },
  ): Promise<string[]> {
    if (!is_organization) return [id];
    return (await visits.listLinked(transaction, id)).map((school) => school.id);
  }

  return {
    countEach,

    /** In the organization's own scope. */
    listSchools: async (transaction: TenantTransaction, organizationId: string) => {
      const schools = await visits.listLinked(transaction, organizationId);
      return schools.map(({ id, school_name }) => ({ id, school_name }));
    },

    /** In the tenant's own scope. */
    async used(transaction: TenantTransaction, tenantId: string, now: Date): Promise<number> {
      const tenant = await findTenant(transaction, tenantId);
      const counts = await countEach(transaction, await schoolsOf(transaction, tenant), now);
      return sumOf([...counts.values()]);
    },

    /** By tenant, from any scope: one statement counts all of them. */
    async usedByEach(
      transaction: TenantTransaction,
      tenants: readonly { id: string; is_organization: boolean }[],
      now: Date,
    ): Promise<ReadonlyMap<string, number>> {
      const schools = new Map<string, readonly string[]>();
      for (const tenant of tenants) {
        if (schools.has(tenant.id)) continue;
        const ids = tenant.is_organization
          ? await elsewhere(transaction, tenant.id, () => schoolsOf(transaction, tenant))
          : [tenant.id];
        schools.set(tenant.id, ids);
      }
      const counts = await countEach(transaction, [...new Set([...schools.values()].flat())], now);
      return new Map(
        [...schools].map(([id, ids]) => [id, sumOf(ids.map((school) => counts.get(school) ?? 0))]),
      );
    },
  };
}
