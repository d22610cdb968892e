import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { withChanges } from '#server/platform/changes.ts';
import { elsewhere } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { guestRow } from './guests.ts';
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

/** What those who run the platform do in one tenant at a time, in the transaction of the call. `server/modules.ts` hands it to other modules. */
export interface Schools {
  /** For reading: nobody enters. @throws Problem `panel.tenant_unknown` */
  look<Result>(call: Call<Actor>, tenantId: string, work: There<Result>): Promise<Result>;
  /**
   * As the caller's guest there, with the role of who runs it (decision 19); what changes is told to the devices there.
   * @param missing said where there is no such tenant
   * @throws Problem `missing`, `panel.no_address`, `panel.not_welcome`
   */
  act<Result>(
    call: Call<Actor>,
    tenantId: string,
    work: There<Result>,
    missing?: ProblemDefinition,
  ): Promise<Result>;
}

export function createSchools({ baseDomain }: { baseDomain: string }): Schools {
  async function find(
    { transaction, origin }: Call<Actor>,
    tenantId: string,
    missing: ProblemDefinition = panelProblems.tenant_unknown,
  ): Promise<SchoolThere> {
    const row = await repository.findHere(transaction, tenantId);
    if (!row) throw new Problem(missing);
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

    async act(call, tenantId, work, missing) {
      const { transaction, tenant, actor } = call;
      if (tenantId === tenant.id) return await work(call, await find(call, tenantId, missing));
      const person = await repository.findName(transaction, tenant.id, actor.id);
      return await elsewhere(transaction, tenantId, async () => {
        const school = await find(call, tenantId, missing);
        if (school.origin === null) throw new Problem(panelProblems.no_address);
        const guest = await guestRow(transaction, school, { ...person, id: actor.id, tenant_id: tenant.id });
        if (guest.archived_at !== null) throw new Problem(panelProblems.not_welcome);
        return await withChanges(transaction, school.id, async (changes) => {
          const { id, role } = guest;
          const there = { id, tenant_id: school.id, role, session_id: actor.session_id } as const;
          return await work(
            { ...call, tenant: school, actor: there, changes, origin: school.origin },
            school,
          );
        });
      });
    },
  };
}
