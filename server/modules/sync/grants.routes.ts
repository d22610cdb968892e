import { grantEndpoints, parkedEndpoints } from '#contract/sync/grants.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { GrantService } from './grants.service.ts';
import type { ParkedService } from './parked.service.ts';

export function grantRoutes(options: { grants: GrantService; parked: ParkedService }): Route[] {
  const { grants, parked } = options;
  return [
    route(grantEndpoints.requestGrant, ({ body }, call) => grants.request(body, call)),
    openRoute(grantEndpoints.pushByGrant, async ({ body }, { tenant, now, requestId }) => {
      return { results: await grants.push(body, { tenant, now, requestId }) };
    }),
    route(parkedEndpoints.listParked, ({ query }, call) => parked.list(query, call)),
    route(parkedEndpoints.applyParked, async ({ params }, call) => {
      await parked.apply(params.id, call);
      return {};
    }),
    route(parkedEndpoints.dismissParked, async ({ params }, call) => {
      await parked.dismiss(params.id, call);
      return {};
    }),
  ];
}
