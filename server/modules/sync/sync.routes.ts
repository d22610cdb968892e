import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { checkEndpoints } from '#contract/sync/check.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { syncProblems } from '#contract/sync/sync.problems.ts';
import type { PullRequest } from '#contract/sync/sync.schema.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Rate } from '#server/platform/rates.ts';
import { openRoute, streamRoute, type Actor, type HostTenant, type Route } from '#server/platform/route.ts';
import type { CheckService } from './check.service.ts';
import type { PokeService } from './pokes.service.ts';
import type { PullService } from './pull.service.ts';
import type { PushService } from './push.service.ts';

export function syncRoutes(options: {
  database: Database;
  pull: PullService;
  push: PushService;
  pokes: PokeService;
  check: CheckService;
  /** How often one device may push; left out: as often as it wants. */
  pushes: Rate | undefined;
}): Route[] {
  // Rows and versions have to be of one moment, which READ COMMITTED does not promise between two statements.
  const pull = (tenant: HostTenant, actor: Actor, request: PullRequest) =>
    inTenant(
      options.database,
      tenant.id,
      (transaction) => options.pull.pull(transaction, actor, request),
      'repeatable read',
    );
  return [
    openRoute(syncEndpoints.pull, async ({ body }, call) => {
      refuseOtherPerson(body.user_id ?? call.actor.id, call.actor);
      return await pull(call.tenant, call.actor, body);
    }),
    openRoute(syncEndpoints.push, async ({ body }, call) => {
      refuseOtherPerson(body.user_id, call.actor);
      options.pushes?.pass(`${call.actor.id} ${body.client_id}`);
      const results = await options.push.push(body, call);
      const { client_id, cursor, kept } = body;
      return {
        results,
        pull:
          cursor === undefined
            ? null
            : await pull(call.tenant, call.actor, { client_id, cursor, kept }).catch(nullWhereBusy),
      };
    }),
    streamRoute(syncEndpoints.events, (_input, call) => options.pokes.listen(call)),
    openRoute(checkEndpoints.check, ({ body }, call) =>
      inTenant(
        options.database,
        call.tenant.id,
        (transaction) => options.check.check(transaction, call.actor, body),
        'repeatable read',
      ),
    ),
  ];
}

/** What was pushed is kept, and its answer says so; the device pulls by itself when it may. */
function nullWhereBusy(error: unknown): null {
  if (error instanceof Problem && error.code === requestProblems.unavailable.code) return null;
  throw error;
}

/** A device that holds one person's data next to another one's session may neither send nor fetch with it. */
function refuseOtherPerson(userId: string, actor: Actor): void {
  if (userId !== actor.id) throw new Problem(syncProblems.other_person);
}
