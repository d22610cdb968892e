import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { TenantLifeService } from './tenant-life.service.ts';

export function tenantLifeRoutes(life: TenantLifeService): Route[] {
  return [
    route(tenantLifeEndpoints.readLife, ({ params }, { panel }) => life.read(panel, params.tenantId)),
    route(tenantLifeEndpoints.suspend, async ({ params, body }, call) => {
      await life.suspend(params.tenantId, body.reason, call);
      return {};
    }),
    route(tenantLifeEndpoints.resume, async ({ params, body }, call) => {
      await life.resume(params.tenantId, body.reason, call);
      return {};
    }),
  ];
}
