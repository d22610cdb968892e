import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/kit/roles.ts';
import { Problem } from '#contract/kit/problem.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { withChanges } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './visits.repository.ts';

interface Person {
  id: string;
  tenant_id: string;
  first_name: string;
  last_name: string;
}

/** The row by which somebody of another tenant is known here, made the first time. In the scope of the school. */
export async function guestRow(
  transaction: TenantTransaction,
  school: { id: string; is_organization: boolean },
  person: Person,
) {
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
  if (guest.archived_at === null)
    await withChanges(transaction, school.id, (changes) =>
      changes.put(scopeOf.user(guest.id), 'profile', guest.id),
    );
  return { id: guest.id, role, archived_at: guest.archived_at } as const;
}

/**
 * The same for somebody who comes in.
 * @throws Problem `visits.unknown_school` where the school archived it
 */
export async function enterAsGuest(
  transaction: TenantTransaction,
  school: { id: string; is_organization: boolean },
  person: Person,
): Promise<{ id: string; role: Role }> {
  const { id, role, archived_at } = await guestRow(transaction, school, person);
  if (archived_at !== null) throw new Problem(visitProblems.unknown_school);
  return { id, role };
}
