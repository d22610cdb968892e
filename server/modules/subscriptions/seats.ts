import type { TenantTransaction } from '#server/platform/database.ts';
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

  return {
    countEach,

    /** In the organization's own scope. */
    listSchools: async (transaction: TenantTransaction, organizationId: string) => {
      const schools = await visits.listLinked(transaction, organizationId);
      return schools.map(({ id, school_name }) => ({ id, school_name }));
    },

    /** In the tenant's own scope. */
    async used(transaction: TenantTransaction, tenantId: string, now: Date): Promise<number> {
      const { is_organization } = await findTenant(transaction, tenantId);
      const schools = is_organization ? await visits.listLinked(transaction, tenantId) : [{ id: tenantId }];
      const counts = await countEach(
        transaction,
        schools.map(({ id }) => id),
        now,
      );
      return [...counts.values()].reduce((sum, each) => sum + each, 0);
    },
  };
}
