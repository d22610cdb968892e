import type { TenantTransaction } from '#server/platform/database.ts';
import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { Actor, HostTenant } from '#server/platform/route.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { createCommunityService, type CommunityService } from './community.service.ts';
import { guardSignIn } from './guarded-sign-in.ts';
import { oldRefreshTokens } from './identity.repository.ts';
import { identityRoutes } from './identity.routes.ts';
import { createIdentityService } from './identity.service.ts';
import type { IdentityService } from './identity.service.types.ts';
import { profileSnapshot } from './identity.snapshot.ts';
import { oldSessions } from './sessions.repository.ts';
import { createStudentHandles, type StudentHandles } from './student-handles.ts';

export interface Identity extends Module<SnapshotSource> {
  readonly identity: IdentityService;
  readonly community: CommunityService;
  readonly handles: StudentHandles;
  /** Who shows an access token now; null where it is good no more. */
  readonly findActor: (
    transaction: TenantTransaction,
    tenant: HostTenant,
    accessToken: string,
  ) => Promise<Actor | null>;
}

/** Who is signed in, and families who come in by their school's password. */
export function createIdentity(
  deps: Platform &
    Omit<OptionsOf<typeof createIdentityService>, 'handles'> &
    OptionsOf<typeof createCommunityService>,
): Identity {
  const handles = createStudentHandles(deps.secretKey);
  const identity = createIdentityService({ ...deps, handles });
  const community = createCommunityService(deps);
  return {
    identity,
    community,
    handles,
    findActor: (transaction, tenant, token) =>
      identity.findActor(transaction, tenant, token, deps.clock.now()),
    routes: identityRoutes({ identity, signIn: guardSignIn({ ...deps, identity }), community }),
    snapshots: [profileSnapshot],
    // Tokens lead to their sessions, so they go first.
    oldRows: (kept) => [oldRefreshTokens, oldSessions(kept)],
  };
}
