import { product } from '#contract/kit/product.ts';
import type { Role } from '#contract/kit/roles.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import * as repository from './visits.repository.ts';

/**
 * The rights that people have now. Whatever somebody gave or asked for (an invitation, a new e-mail address, a prepared
 * tablet) is good as long as they may still give it, so each use asks here. `server/modules.ts` hands it to other modules.
 */
export interface Standing {
  /**
   * Roles by id. A person is missing who was archived, who does not exist, or who is a guest and not welcome any more:
   * archived or without the role at home, or from an organization that the school has left. Being signed in does not count.
   */
  rolesOf(
    transaction: TenantTransaction,
    tenantId: string,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, Role>>;
  /** The same of one person; null where they are missing. */
  roleOf(transaction: TenantTransaction, tenantId: string, userId: string): Promise<Role | null>;
  /** True for an administrator of an organization or of the platform in another tenant. */
  isGuest(transaction: TenantTransaction, tenantId: string, userId: string): Promise<boolean>;
}

interface GuestOf {
  home_tenant_id: string;
  home_user_id: string;
}

async function isWelcome(
  transaction: TenantTransaction,
  tenantId: string,
  { home_tenant_id, home_user_id }: GuestOf,
): Promise<boolean> {
  const isLinked = await repository.isLinked(transaction, home_tenant_id, tenantId);
  const person = await elsewhere(transaction, home_tenant_id, () =>
    repository.findOwn(transaction, { tenant_id: home_tenant_id, user_id: home_user_id }),
  );
  return person !== undefined && mayVisit(person, isLinked);
}

/** Whether somebody's role at home lets them enter a school. */
export function mayVisit(
  person: { role: Role; is_platform: boolean; is_organization: boolean },
  isLinked: boolean,
): boolean {
  const isOfPlatform = person.is_platform && person.role === product.platformRole;
  const isOfOrganization = person.is_organization && person.role === 'organization_admin' && isLinked;
  return isOfPlatform || isOfOrganization;
}

export const standing: Standing = {
  async rolesOf(transaction, tenantId, userIds) {
    const found = new Map<string, Role>();
    if (userIds.length === 0) return found;
    for (const row of await repository.listStanding(transaction, tenantId, [...new Set(userIds)])) {
      const { id, role, home_tenant_id, home_user_id } = row;
      const isGuest = home_tenant_id !== null && home_user_id !== null;
      if (!isGuest || (await isWelcome(transaction, tenantId, { home_tenant_id, home_user_id })))
        found.set(id, role);
    }
    return found;
  },

  async roleOf(transaction, tenantId, userId) {
    return (await this.rolesOf(transaction, tenantId, [userId])).get(userId) ?? null;
  },

  async isGuest(transaction, tenantId, userId) {
    const guest = await repository.findGuest(transaction, tenantId, userId);
    return guest !== undefined && guest.home_user_id !== null;
  },
};
