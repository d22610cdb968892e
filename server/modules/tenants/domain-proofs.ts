import { product } from '#contract/kit/product.ts';
import { lookupOf } from '#server/platform/host.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

export interface DomainProof {
  /** Of the TXT record. */
  name: string;
  value: string;
}

export interface DomainProofs {
  /** The host that has to be shown to be a tenant's; null where it has none, or one that is ours. */
  hostToShow(tenant: { domain_url: string | null; verified_host: string | null }): string | null;
  /** The record that shows a host to be a tenant's. Only we know what has to stand in it, and it is kept nowhere. */
  proofOf(tenantId: string, host: string): DomainProof;
  /** Whether a text of the record is the one that we gave, with the present key or an earlier one. */
  isProof(tenantId: string, host: string, text: string): boolean;
}

/** Characters of what stands in the record: 160 bits. */
const length = 27;

export function createDomainProofs(options: {
  secretKey: SecretKey;
  baseDomain: string;
  stagingHosts: readonly string[];
}): DomainProofs {
  const { secretKey, baseDomain, stagingHosts } = options;
  const valuesOf = (tenantId: string, host: string) =>
    secretKey
      .signAll('domains of schools', `${tenantId} ${host}`)
      .map((mark) => `${product.slug}=${mark.toString('base64url').slice(0, length)}`);
  return {
    hostToShow({ domain_url, verified_host }) {
      if (domain_url === null || !URL.canParse(domain_url)) return null;
      const { hostname } = new URL(domain_url);
      const lookup = lookupOf(hostname, baseDomain, stagingHosts);
      return lookup && 'host' in lookup && lookup.host !== verified_host ? lookup.host : null;
    },

    proofOf(tenantId, host) {
      return { name: `_${product.slug}.${host}`, value: valuesOf(tenantId, host)[0] ?? '' };
    },

    isProof: (tenantId, host, text) => valuesOf(tenantId, host).includes(text.trim()),
  };
}
