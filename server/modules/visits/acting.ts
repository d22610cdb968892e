import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { withChanges } from '#server/platform/changes.ts';
import { elsewhere } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { enterAsGuest } from './guests.ts';
import * as repository from './visits.repository.ts';

/** What an administrator of the platform does in one tenant. */
export interface Place {
  /** The tenant's own, with the administrator's guest row as the actor (decision 19). On the platform's own site the call as it came. */
  there: Call<Actor>;
  school_name: string;
}

/**
 * Runs `work` in the rows of one tenant as a guest of the platform.
 * @throws Problem `missing` where there is no such tenant, `visits.unknown_school` where it has no address or archived this guest,
 * `visits.guests_stay` for a caller who is a guest
 */
export type ActAt = <Result>(
  call: Call<Actor>,
  where: { tenantId: string; missing: ProblemDefinition },
  work: (place: Place) => Promise<Result>,
) => Promise<Result>;

export function createActAt({ baseDomain }: { baseDomain: string }): ActAt {
  return async (call, { tenantId, missing }, work) => {
    const { transaction, actor, tenant } = call;
    const person = await repository.findAtHome(transaction, {
      tenant_id: actor.tenant_id,
      user_id: actor.id,
      session_id: actor.session_id,
    });
    if (person?.home_user_id !== null) throw new Problem(visitProblems.guests_stay);
    if (tenantId === tenant.id) return await work({ there: call, school_name: person.school_name });
    return await elsewhere(transaction, tenantId, async () => {
      const school = await repository.findHere(transaction, tenantId);
      if (!school) throw new Problem(missing);
      const host = hostOf(school, baseDomain);
      if (host === null) throw new Problem(visitProblems.unknown_school);
      const guest = await enterAsGuest(transaction, school, {
        ...person,
        id: actor.id,
        tenant_id: tenant.id,
      });
      const { is_platform, is_organization, school_name } = school;
      return await withChanges(transaction, tenantId, (changes) =>
        work({
          school_name,
          there: {
            ...call,
            changes,
            tenant: { id: tenantId, is_platform, is_organization },
            actor: { ...guest, tenant_id: tenantId, session_id: actor.session_id },
            origin: call.origin === null ? null : originOn(call.origin, host),
          },
        }),
      );
    });
  };
}
