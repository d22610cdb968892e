import { Announcements } from '#server/platform/announcements.ts';
import { inTenant, type TenantTransaction } from '#server/platform/database.ts';
import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { Rate } from '#server/platform/rates.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { IdentityService } from '../identity/identity.service.types.ts';
import { createCheckService } from './check.service.ts';
import { oldGrants } from './grants.repository.ts';
import { grantRoutes } from './grants.routes.ts';
import { createGrantService, type GrantService } from './grants.service.ts';
import { createParkedService } from './parked.service.ts';
import { createPokeService, type PokeLimits } from './pokes.service.ts';
import { createPullService } from './pull.service.ts';
import { createPushService } from './push.service.ts';
import { readableScopesOf } from './readable-scopes.ts';
import { createResetGate } from './reset-gate.ts';
import { oldCalls } from './sync.repository.ts';
import { syncRoutes } from './sync.routes.ts';

export interface Sync extends Module {
  readonly grants: GrantService;
}

/** What devices read and send: snapshots, queued calls, streams and grants. */
export function createSync(
  deps: Platform &
    Pick<OptionsOf<typeof createPullService>, 'sources'> &
    OptionsOf<typeof createParkedService> & {
      works: Pick<OptionsOf<typeof createPullService>, 'findOnShelf' | 'noteCopies'>;
      classes: ClassAccess;
      identity: Pick<IdentityService, 'findActors'>;
      /** Address of the database, past a pooler. */
      directUrl: string;
      /** How often one device may push; undefined: as often as it wants. */
      pushes: Rate | undefined;
      /** Devices that may begin anew in a second; undefined: as many as want to. */
      resetsPerSecond: number | undefined;
      pokes: Partial<PokeLimits>;
      tellManyStreams: (transaction: TenantTransaction, tenantId: string, now: Date) => Promise<void>;
    },
): Sync {
  const { database, clock, log, identity, works, resetsPerSecond: perSecond, tellManyStreams } = deps;
  const readableScopes = readableScopesOf(deps.classes);
  const resets = perSecond === undefined ? undefined : createResetGate({ clock, perSecond });
  const pull = createPullService({ ...deps, ...works, readableScopes, resets });
  const check = createCheckService({ ...deps, readableScopes });
  const push = createPushService({
    ...deps,
    onUnexpected: (error, call) => log.error({ err: error, call }, 'a queued call failed'),
  });
  const announcements = new Announcements({
    database,
    url: deps.directUrl,
    onFailure: (error, what) => log.warn({ err: error }, what),
  });
  const pokes = createPokeService({
    database,
    announcements,
    readableScopes,
    findActors: (transaction, tenantId, tokens) =>
      identity.findActors(transaction, tenantId, tokens, clock.now()),
    limits: deps.pokes,
    onNearlyAll: (tenantId) =>
      inTenant(database, tenantId, (transaction) => tellManyStreams(transaction, tenantId, clock.now())),
    onFailure: (error) => log.warn({ err: error }, 'streams could not be looked after'),
  });
  const parked = createParkedService(deps);
  const grants = createGrantService({ ...deps, push, parked });
  return {
    grants,
    routes: [...syncRoutes({ ...deps, pull, push, pokes, check }), ...grantRoutes({ grants, parked })],
    oldRows: (kept) => [oldGrants, oldCalls(kept)],
    async close() {
      await pokes.close();
      await announcements.close();
    },
  };
}
