import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { DomainRecords } from '#server/platform/domain-records.ts';
import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { refuseGone, refuseWhileClosing } from './closing.ts';
import { createDomainProofs } from './domain-proofs.ts';
import { neverSetUp, oldRegistrations } from './registration.repository.ts';
import { createRegistrationService } from './registration.service.ts';
import { refuseSuspended, refuseWhileSuspended } from './suspension.ts';
import { createTenantDetailsService } from './tenant-details.service.ts';
import { createMailsNearlyFull, createManyStreams, createNearlyFull } from './tenant-usage.letters.ts';
import { tenantUsageRoutes } from './tenant-usage.routes.ts';
import { tenantRoutes } from './tenants.routes.ts';
import { createTenantService, type TenantService } from './tenants.service.ts';
import { serveTenantWeb } from './tenants.web.ts';

export interface Tenants extends Module {
  readonly tenants: TenantService;
  /** @throws Problem where nobody is at this host, or where the endpoint rests there */
  readonly findFor: (host: string | undefined, endpoint: Endpoint) => ReturnType<TenantService['ofHost']>;
  /** @throws Problem where nobody is at this host, or where that tenant is suspended or gone */
  readonly findOpen: (host: string | undefined) => ReturnType<TenantService['ofHost']>;
  /** Tell the office of a school that four fifths of something are used. */
  readonly tell: {
    readonly nearlyFull: ReturnType<typeof createNearlyFull>;
    readonly mailsNearlyFull: ReturnType<typeof createMailsNearlyFull>;
    readonly manyStreams: ReturnType<typeof createManyStreams>;
  };
}

/** Schools and organizations: their hosts, their details, and how they register. */
export function createTenants(
  deps: Platform &
    Omit<OptionsOf<typeof createRegistrationService>, 'tenants'> & {
      domainRecords: DomainRecords | undefined;
    },
): Tenants {
  const tenants = createTenantService(deps);
  const proofs = createDomainProofs(deps);
  return {
    tenants,
    async findFor(host, endpoint) {
      const tenant = await tenants.ofHost(host);
      refuseWhileSuspended(endpoint, tenant);
      refuseWhileClosing(endpoint, tenant, deps.clock.now());
      return tenant;
    },
    async findOpen(host) {
      const tenant = await tenants.ofHost(host);
      refuseSuspended(tenant);
      refuseGone(tenant, deps.clock.now());
      return tenant;
    },
    tell: {
      nearlyFull: createNearlyFull(deps),
      mailsNearlyFull: createMailsNearlyFull(deps),
      manyStreams: createManyStreams(deps),
    },
    routes: [
      ...tenantRoutes({
        ...deps,
        tenants,
        details: createTenantDetailsService({ ...deps, proofs, records: deps.domainRecords }),
        registration: createRegistrationService({ ...deps, tenants }),
      }),
      ...tenantUsageRoutes,
    ],
    oldRows: () => [oldRegistrations],
    oldRoots: () => [neverSetUp],
    serve: ({ app }) => serveTenantWeb(app, tenants),
  };
}
