import type { TenantTransaction } from '#server/platform/database.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { Actor } from '#server/platform/route.ts';
import { guestRow } from './guests.ts';
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
  const person = await repository.findName(transaction, actor.tenant_id, actor.id);
  return await elsewhere(transaction, tenantId, async () => {
    const school = await transaction
      .selectFrom('tenants')
      .select(['id', 'is_organization'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    const { id } = await guestRow(transaction, school, {
      ...person,
      id: actor.id,
      tenant_id: actor.tenant_id,
    });
    return id;
  });
}
