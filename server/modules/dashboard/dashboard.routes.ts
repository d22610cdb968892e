import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { listActivity, readSchool } from './dashboard.service.ts';

export function dashboardRoutes(): Route[] {
  return [
    route(dashboardEndpoints.readSchool, ({ query }, call) => readSchool(query.time_zone, call)),
    route(dashboardEndpoints.listActivity, (input, call) => listActivity(input, call)),
  ];
}
