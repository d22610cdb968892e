import type { TenantDetails, TenantForm } from '#contract/tenants/tenant-details.schema.ts';
import { colorFields } from '#contract/tenants/tenants.schema.ts';

type Place = Pick<Location, 'protocol' | 'hostname'>;

/** What stands in the form at first. A school without a domain of its own is found at the address where it is now. */
export function formOf(tenant: TenantDetails, here: Place): TenantForm {
  const { school_name, school_email, domain_url, switchboard } = tenant;
  const colors = Object.fromEntries(colorFields.map((field) => [field, tenant[field]]));
  return {
    ...(colors as Pick<TenantDetails, (typeof colorFields)[number]>),
    school_name,
    school_email: school_email ?? '',
    domain_url: domain_url ?? `${here.protocol}//${here.hostname}`,
    switchboard: switchboard ? 'true' : 'false',
  };
}

/** Where a school is found without a domain of its own, seen from the platform's site. */
export function addressBelow({ subdomain }: Pick<TenantDetails, 'subdomain'>, site: Place): Place {
  const { protocol, hostname } = site;
  return { protocol, hostname: subdomain === null ? hostname : `${subdomain}.${hostname}` };
}

/** Specification, section 5: only changed fields are sent. */
export function changedFields(before: TenantForm, now: TenantForm): Partial<TenantForm> {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => before[field as keyof TenantForm] !== value),
  );
}
