import type { Visit } from '#contract/identity/identity.schema.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf } from '#server/platform/host.ts';
import { mayVisit } from './standing.ts';
import * as repository from './visits.repository.ts';

/** A guest's session, by what it stands on at home. */
export interface Guest {
  home_tenant_id: string;
  home_user_id: string;
  home_session_id: string;
}

/** What other modules ask about guests; `server/modules.ts` hands it to them. */
export interface Visitors {
  /**
   * Where a guest is at home, and null for one who is not welcome any more: they signed out at home, were archived there, are
   * not the administrator that they were, or the organization has nothing to do with the school any more.
   */
  homeOf(transaction: TenantTransaction, tenantId: string, guest: Guest): Promise<Home | null>;
}

export interface Home extends Visit {
  first_name: string;
  last_name: string;
  email: string | null;
}

export function createVisitors({ baseDomain }: { baseDomain: string }): Visitors {
  return {
    async homeOf(transaction, tenantId, { home_tenant_id, home_user_id, home_session_id }) {
      const isLinked = await repository.isLinked(transaction, home_tenant_id, tenantId);
      const person = await elsewhere(transaction, home_tenant_id, () =>
        repository.findAtHome(transaction, {
          tenant_id: home_tenant_id,
          user_id: home_user_id,
          session_id: home_session_id,
        }),
      );
      if (!person) return null;
      const host = hostOf(person, baseDomain);
      if (!mayVisit(person, isLinked) || host === null) return null;
      const { school_name: home, is_platform, first_name, last_name, email } = person;
      return { home, host, is_platform, first_name, last_name, email };
    },
  };
}
