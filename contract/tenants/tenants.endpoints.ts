import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { looseText } from '../kit/text.ts';
import { tenantProblems } from './tenants.problems.ts';
import { Tenant } from './tenants.schema.ts';

export const tenantEndpoints = {
  readCurrent: endpoint({
    name: 'tenants.readCurrent',
    summary: 'The tenant of the host that was asked',
    method: 'GET',
    path: '/current-tenant',
    roles: 'anyone',
    hosts: 'all',
    offline: 'cached',
    response: Tenant,
    problems: [tenantProblems.unknown_host],
  }),
  findBySlug: endpoint({
    name: 'tenants.findBySlug',
    summary: 'Where the school of a name in an address has its own sign-in page',
    method: 'GET',
    path: '/tenant-by-slug/:slug/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    params: v.object({ slug: v.pipe(looseText(200), v.trim(), v.toLowerCase()) }),
    /** `host` is without a port. */
    response: v.object({ school_name: v.string(), host: v.string() }),
    problems: [tenantProblems.unknown_slug],
  }),
} as const;
