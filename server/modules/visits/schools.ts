import { uuidv7 } from 'uuidv7';
import { Problem } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import { elsewhere } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './visits.repository.ts';

export interface SchoolThere {
  id: string;
  school_name: string;
  is_organization: boolean;
  is_platform: boolean;
  /** Scheme, host and port of its pages; null where it has no address yet. */
  origin: string | null;
}

type There<Result> = (call: Call<Actor>, school: SchoolThere) => Promise<Result>;

/** What those who run the platform do in one tenant at a time, in the transaction of the call. `app.ts` hands it to other modules. */
export interface Schools {
  /** For reading: nobody enters. @throws Problem `panel.tenant_unknown` */
  look<Result>(call: Call<Actor>, tenantId: string, work: There<Result>): Promise<Result>;
  /**
   * As the caller's guest there, with the role of who runs it (decision 19); what changes is told to the devices there.
   * @throws Problem `panel.tenant_unknown`, `panel.no_address`, `panel.not_welcome`
   */
  act<Result>(call: Call<Actor>, tenantId: string, work: There<Result>): Promise<Result>;
}

export function createSchools({ baseDomain }: { baseDomain: string }): Schools {
  async function find({ transaction, origin }: Call<Actor>, tenantId: string): Promise<SchoolThere> {
    const row = await repository.findTenant(transaction, tenantId);
    if (!row) throw new Problem(panelProblems.tenant_unknown);
    const { id, school_name, is_organization, is_platform } = row;
    const host = hostOf(row, baseDomain);
    const there = origin === null || host === null ? null : originOn(origin, host);
    return { id, school_name, is_organization, is_platform, origin: there };
  }

  return {
    look: (call, tenantId, work) =>
      elsewhere(call.transaction, tenantId, async () => {
        const school = await find(call, tenantId);
        return await work({ ...call, tenant: school, actor: { ...call.actor, tenant_id: tenantId } }, school);
      }),

    async act(call, tenantId, work) {
      const { transaction, tenant, actor } = call;
      if (tenantId === tenant.id) return await work(call, await find(call, tenantId));
      const person = await repository.findName(transaction, tenant.id, actor.id);
      return await elsewhere(transaction, tenantId, async () => {
        const school = await find(call, tenantId);
        if (school.origin === null) throw new Problem(panelProblems.no_address);
        const role = school.is_organization ? 'organization_admin' : 'school_admin';
        const guest = await repository.putGuest(transaction, {
          ...person,
          tenant_id: school.id,
          id: uuidv7(),
          role,
          home_tenant_id: tenant.id,
          home_user_id: actor.id,
        });
        if (guest.archived_at !== null) throw new Problem(panelProblems.not_welcome);
        return await withChanges(transaction, school.id, async (changes) => {
          changes.put(scopeOf.user(guest.id), 'profile', guest.id);
          const there = { id: guest.id, tenant_id: school.id, role, session_id: actor.session_id } as const;
          return await work(
            { ...call, tenant: school, actor: there, changes, origin: school.origin },
            school,
          );
        });
      });
    },
  };
}
