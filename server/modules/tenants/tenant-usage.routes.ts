import { tenantUsageEndpoints } from '#contract/tenants/tenant-usage.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { readUsage, setCeilings } from './tenant-usage.service.ts';

export const tenantUsageRoutes: readonly Route[] = [
  route(tenantUsageEndpoints.readUsage, ({ params }, call) => readUsage(params.tenantId, call)),
  route(tenantUsageEndpoints.setCeilings, ({ params, body }, call) =>
    setCeilings(params.tenantId, body, call),
  ),
];
