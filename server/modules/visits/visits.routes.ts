import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { ConsentService } from './consent.service.ts';
import type { OverrideService } from './overrides.service.ts';
import type { VisitService } from './visits.service.ts';

export function visitRoutes(
  visits: VisitService,
  consents: ConsentService,
  overrides: OverrideService,
): Route[] {
  return [
    route(visitEndpoints.list, ({ query }, call) => visits.list(query, call)),
    route(visitEndpoints.summarize, (_input, call) => visits.summarize(call)),
    // Open, since the answer to a call with a key is kept, and a link is nowhere but with whoever asked for it.
    openRoute(visitEndpoints.makeLink, ({ body }, { actor, tenant, now }) =>
      visits.makeLink(body, { actor, tenant, now }),
    ),
    route(visitEndpoints.readAccess, ({ params }, call) => consents.readAccess(params.tenantId, call)),
    route(visitEndpoints.ask, ({ params, body }, call) => consents.ask(params.tenantId, body, call)),
    route(visitEndpoints.askOverride, async ({ params, body }, call) => {
      await overrides.ask(params.tenantId, body, call);
      return await consents.readAccess(params.tenantId, call);
    }),
    route(visitEndpoints.confirmOverride, async ({ params, body }, call) => {
      await overrides.confirm(params, body.code, call);
      return await consents.readAccess(params.tenantId, call);
    }),
    route(visitEndpoints.readHere, (_input, call) => consents.readHere(call)),
    route(visitEndpoints.answer, ({ params, body }, call) =>
      consents.answer(params.requestId, body.answer, call),
    ),
    route(visitEndpoints.setConsent, ({ body }, call) => consents.setConsent(body.guest_consent, call)),
    route(visitEndpoints.end, ({ params }, call) => consents.end(params.guestId, call)),
    openRoute(visitEndpoints.check, ({ body }, { tenant, now, browser }) =>
      visits.check(body.token, { tenant, now, browser }),
    ),
    openRoute(visitEndpoints.redeem, ({ body }, { tenant, now, browser }) =>
      visits.redeem(body.token, { tenant, now, browser }),
    ),
  ];
}
