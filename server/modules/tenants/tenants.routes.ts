import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { openRoute, preparedRoute, route, type Route } from '#server/platform/route.ts';
import type { RegistrationService } from './registration.service.ts';
import type { TenantDetailsService } from './tenant-details.service.ts';
import type { TenantService } from './tenants.service.ts';

export function tenantRoutes(services: {
  tenants: TenantService;
  details: TenantDetailsService;
  registration: RegistrationService;
  database: Database;
}): Route[] {
  const { tenants, details, registration, database } = services;
  return [
    route(tenantEndpoints.readCurrent, (_input, { transaction, tenant }) =>
      tenants.readCurrent(tenant.id, transaction),
    ),
    route(tenantDetailsEndpoints.list, ({ query }, call) => details.list(query, call)),
    route(tenantDetailsEndpoints.read, ({ params }, call) => details.read(params.tenantId, call)),
    preparedRoute(
      tenantDetailsEndpoints.update,
      ({ body }, call) => details.prepareLogo(body.logo, call),
      ({ params, body: { logo: _sent, ...fields } }, call, logo) =>
        details.update(params.tenantId, fields, logo, call),
    ),
    openRoute(tenantDetailsEndpoints.showDomain, ({ params }, call) =>
      details.showDomain(params.tenantId, call),
    ),
    openRoute(registrationEndpoints.checkSubdomain, ({ params }) =>
      registration.checkSubdomain(params.subdomain),
    ),
    openRoute(registrationEndpoints.register, ({ query, body }, call) =>
      registration.register(body, query.invitation_link, call),
    ),
    openRoute(registrationEndpoints.create, async ({ body }, call) => {
      const id = await registration.create(body, call);
      return await inTenant(database, call.tenant.id, (transaction) =>
        details.read(id, { ...call, transaction }),
      );
    }),
    openRoute(tenantEndpoints.findBySlug, ({ params }) => tenants.hostOfSlug(params.slug)),
  ];
}
