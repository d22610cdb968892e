import type { HostLookup } from './database.ts';

/** The name of a host as it is looked for: in small letters, without a port and the last dot. */
export function hostName(host: string | undefined): string | null {
  return host?.toLowerCase().replace(/:\d+$/u, '').replace(/\.$/u, '') || null;
}

/**
 * Which tenant a request's host asks for: the bare base domain is the platform's own site, one label before it a
 * tenant's subdomain, anything else a domain that a tenant may have shown to be its own. Null for what is no name.
 * @param stagingHosts endings of hosts on which the platform's own site answers, too; without a dot before them
 */
export function lookupOf(
  host: string | undefined,
  baseDomain: string,
  stagingHosts: readonly string[] = [],
): HostLookup | null {
  const name = hostName(host);
  if (name === null) return null;
  // Specification, section 6: hosts of staging pages belong to no tenant.
  if (name === baseDomain || stagingHosts.some((ending) => `.${name}`.endsWith(`.${ending}`)))
    return { platform: true };
  if (!name.endsWith(`.${baseDomain}`)) return { host: name };
  const subdomain = name.slice(0, -baseDomain.length - 1);
  return subdomain.includes('.') || subdomain === '' ? null : { subdomain };
}

export interface Addressed {
  subdomain: string | null;
  verified_host: string | null;
  is_platform: boolean;
}

/** The host on which a tenant answers, without a port; null for one without an address. */
export function hostOf(
  { subdomain, verified_host, is_platform }: Addressed,
  baseDomain: string,
): string | null {
  if (is_platform) return baseDomain;
  return subdomain === null ? verified_host : `${subdomain}.${baseDomain}`;
}

/** The address of the same pages on another tenant's host: all of them stand behind the same port. */
export function originOn(origin: string, host: string): string {
  const { protocol, port } = new URL(origin);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}
