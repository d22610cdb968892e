import type { TenantTransaction } from '#server/platform/database.ts';
import { hostOf } from '#server/platform/host.ts';
import { byName } from './by-name.ts';
import { listLinked } from './visits.repository.ts';

/** The schools that belong to an organization because both say so, by name, and where each of them is. */
export async function listLinkedSchools(
  transaction: TenantTransaction,
  organizationId: string,
  baseDomain: string,
): Promise<{ id: string; school_name: string; host: string | null }[]> {
  const schools = await listLinked(transaction, organizationId);
  return schools
    .toSorted(byName)
    .map((school) => ({ id: school.id, school_name: school.school_name, host: hostOf(school, baseDomain) }));
}
