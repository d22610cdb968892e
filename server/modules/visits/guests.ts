import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/kit/roles.ts';
import { Problem } from '#contract/kit/problem.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { withChanges } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './visits.repository.ts';

/**
 * The row by which somebody of another tenant acts here, made the first time. In the scope of the school.
 * @throws Problem `visits.unknown_school` where the school archived it
 */
export async function enterAsGuest(
  transaction: TenantTransaction,
  school: { id: string; is_organization: boolean },
  person: { id: string; tenant_id: string; first_name: string; last_name: string },
): Promise<{ id: string; role: Role }> {
  // What the one who runs it is, no more.
  const role = school.is_organization ? 'organization_admin' : 'school_admin';
  const guest = await repository.putGuest(transaction, {
    tenant_id: school.id,
    id: uuidv7(),
    role,
    first_name: person.first_name,
    last_name: person.last_name,
    home_tenant_id: person.tenant_id,
    home_user_id: person.id,
  });
  if (guest.archived_at !== null) throw new Problem(visitProblems.unknown_school);
  await withChanges(transaction, school.id, (changes) =>
    changes.put(scopeOf.user(guest.id), 'profile', guest.id),
  );
  return { id: guest.id, role };
}
