import type { FastifyRequest } from 'fastify';
import { hostOf, originOn, type Addressed } from './host.ts';

/**
 * Scheme, host and port of a tenant's pages: the tenant's own host, never the one that was asked, because a stranger may own that one
 * (`STAGING_HOSTS`). The port in a request is anybody's word too: only the setting's or the one we listen on is taken.
 */
export function originFor(
  tenant: Addressed,
  request: FastifyRequest,
  { baseDomain, publicUrl }: { baseDomain: string; publicUrl?: string | null },
): string {
  const host = hostOf(tenant, baseDomain) ?? baseDomain;
  if (publicUrl) return originOn(publicUrl, host);
  const isOurs = request.port !== null && request.port === request.socket.localPort;
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return new URL(`${scheme}://${host}:${isOurs ? request.port : ''}`).origin;
}
