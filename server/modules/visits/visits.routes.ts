import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { VisitService } from './visits.service.ts';

export function visitRoutes(visits: VisitService): Route[] {
  return [
    route(visitEndpoints.list, ({ query }, call) => visits.list(query, call)),
    route(visitEndpoints.summarize, (_input, call) => visits.summarize(call)),
    // Open, since the answer to a call with a key is kept, and a link is nowhere but with whoever asked for it.
    openRoute(visitEndpoints.makeLink, ({ body }, { actor, tenant, now }) =>
      visits.makeLink(body.tenant_id, { actor, tenant, now }),
    ),
    openRoute(visitEndpoints.check, ({ body }, { tenant, now, browser }) =>
      visits.check(body.token, { tenant, now, browser }),
    ),
    openRoute(visitEndpoints.redeem, ({ body }, { tenant, now, browser }) =>
      visits.redeem(body.token, { tenant, now, browser }),
    ),
  ];
}
