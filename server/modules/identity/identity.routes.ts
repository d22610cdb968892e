import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { CommunityService } from './community.service.ts';
import type { guardSignIn } from './guarded-sign-in.ts';
import type { IdentityService } from './identity.service.types.ts';

export function identityRoutes(options: {
  identity: IdentityService;
  signIn: ReturnType<typeof guardSignIn>;
  community: CommunityService;
}): Route[] {
  const { identity, signIn, community } = options;
  return [
    openRoute(identityEndpoints.signIn, ({ body }, { tenant, now, browser }) =>
      signIn(tenant, body, { now, browser }),
    ),
    openRoute(identityEndpoints.enterCommunity, async ({ body }, { tenant, now, browser }) => {
      await community.enter(tenant, body.password, { now, browser });
      return { authenticated: true };
    }),
    openRoute(identityEndpoints.checkCommunity, async (_input, { tenant, now, browser }) => ({
      authenticated: await community.isIn(tenant, { now, browser }),
    })),
    openRoute(identityEndpoints.leaveCommunity, async (_input, { browser }) => {
      community.leave(browser);
      return { authenticated: false };
    }),
    openRoute(identityEndpoints.refresh, ({ body }, { tenant, now }) =>
      identity.refresh(tenant, body.refresh, now),
    ),
    openRoute(identityEndpoints.signOut, async ({ body }, { tenant, now }) => {
      const hash = 'refresh' in body ? sha256(body.refresh) : Buffer.from(body.refresh_hash, 'hex');
      await identity.signOut(tenant, hash, now);
      return {};
    }),
    route(identityEndpoints.readCommunityPassword, (_input, { transaction, actor }) =>
      community.read(transaction, actor.tenant_id),
    ),
    openRoute(identityEndpoints.setCommunityPassword, ({ body }, { actor, now }) =>
      community.setPassword(body.password, { actor, now }),
    ),
    route(identityEndpoints.readProfile, (_input, { transaction, actor, now }) =>
      identity.readProfile(transaction, actor, now),
    ),
    route(identityEndpoints.markTutorialSeen, async ({ params }, call) => ({
      tutorials: await identity.markTutorialSeen(params.key, call),
    })),
  ];
}
