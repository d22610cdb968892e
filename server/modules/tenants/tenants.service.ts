import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { isPlainText } from '#contract/kit/text.ts';
import { inTenant, tenantAt, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { lookupOf, type Addressed } from '#server/platform/host.ts';
import * as repository from './tenants.repository.ts';

export interface TenantService {
  /** What anybody may know of a tenant. @throws Problem `tenants.unknown_host` */
  readCurrent(tenantId: string, transaction: TenantTransaction): Promise<Tenant>;
  /** @throws Problem `tenants.unknown_host` */
  ofHost(
    host: string | undefined,
  ): Promise<
    Omit<Tenant, 'closes_at'> &
      Addressed & { suspended_at: Date | null; closes_at: Date | null; gone_at: Date | null }
  >;
  /** A tenant's logo by the hash of its content; undefined for one that it does not have, or no longer. */
  logoOf(tenantId: string, hash: Buffer): Promise<Buffer | undefined>;
  /** Undefined where nobody is at this host. A single label stands for a subdomain. */
  at(
    host: string,
  ): Promise<
    (Omit<Tenant, 'closes_at'> & { registered_at: Date | null; set_up_at: Date | null }) | undefined
  >;
  /** The host on which the tenant of a subdomain answers. @throws Problem `tenants.unknown_slug` */
  hostOfSlug(slug: string): Promise<{ school_name: string; host: string }>;
}

/** What everybody may know of whether it was set up. */
export function isPending(row: { registered_at: Date | null; set_up_at: Date | null }): {
  is_pending?: boolean;
} {
  return row.registered_at !== null && row.set_up_at === null ? { is_pending: true } : {};
}

/** What everybody may know of its end. */
export function closingOf(row: { closes_at: Date | null; gone_at: Date | null }): {
  closes_at: string | null;
  is_gone?: boolean;
} {
  if (row.gone_at !== null) return { closes_at: null, is_gone: true };
  return { closes_at: row.closes_at?.toISOString() ?? null };
}

export function createTenantService(options: {
  database: Database;
  baseDomain: string;
  stagingHosts: readonly string[];
}): TenantService {
  const platform = { platform_host: options.baseDomain };
  const lookupAt = (host: string | undefined) => lookupOf(host, options.baseDomain, options.stagingHosts);
  const nobodysHost = () => new Problem(tenantProblems.unknown_host, { details: platform });
  return {
    async readCurrent(tenantId, transaction) {
      const row = await repository.findTenant(transaction, tenantId);
      if (!row) throw nobodysHost();
      const suspended = row.suspended_at === null ? {} : { is_suspended: true };
      return { ...row, ...isPending(row), ...suspended, ...closingOf(row), ...platform };
    },

    async ofHost(host) {
      const lookup = lookupAt(host);
      const tenant = lookup && (await tenantAt(options.database, lookup));
      if (!tenant) throw nobodysHost();
      return tenant;
    },

    async logoOf(tenantId, hash) {
      const found = await inTenant(options.database, tenantId, (transaction) =>
        repository.findLogo(transaction, tenantId, hash),
      );
      return found?.content;
    },

    async at(host) {
      const lookup = host.includes('.') ? lookupAt(host) : { subdomain: host };
      if (!lookup || !isPlainText(host)) return undefined;
      return await tenantAt(options.database, lookup);
    },

    async hostOfSlug(slug) {
      // A subdomain is one label.
      const isName = slug !== '' && !slug.includes('.') && isPlainText(slug);
      const tenant = isName && (await tenantAt(options.database, { subdomain: slug }));
      if (!tenant) throw new Problem(tenantProblems.unknown_slug);
      return { school_name: tenant.school_name, host: `${slug}.${options.baseDomain}` };
    },
  };
}
