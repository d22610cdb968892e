import { uuidv7 } from 'uuidv7';
import type { TenantTransaction } from '#server/platform/database.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { Actor } from '#server/platform/route.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import * as repository from './visits.repository.ts';

/**
 * The id of somebody of the platform in the rows of a tenant, by which the tenant's audit names them. In the platform's own tenant they
 * are themselves. It opens no session.
 */
export async function guestRowOf(
  transaction: TenantTransaction,
  actor: Pick<Actor, 'id' | 'tenant_id'>,
  tenantId: string,
): Promise<string> {
  if (tenantId === actor.tenant_id) return actor.id;
  const { first_name, last_name } = await transaction
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('tenant_id', '=', actor.tenant_id)
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return await elsewhere(transaction, tenantId, async () => {
    const { is_organization } = await transaction
      .selectFrom('tenants')
      .select('is_organization')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const guest = await repository.putGuest(transaction, {
      tenant_id: tenantId,
      id: uuidv7(),
      role: is_organization ? 'organization_admin' : 'school_admin',
      first_name,
      last_name,
      home_tenant_id: actor.tenant_id,
      home_user_id: actor.id,
    });
    await withChanges(transaction, tenantId, (changes) =>
      changes.put(scopeOf.user(guest.id), 'profile', guest.id),
    );
    return guest.id;
  });
}
