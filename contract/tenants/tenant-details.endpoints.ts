import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { PageQuery, pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { ListedTenant, TenantDetails, UpdateTenant } from './tenant-details.schema.ts';
import { registrationProblems } from './registration.problems.ts';
import { tenantProblems } from './tenants.problems.ts';

/** The platform for every tenant, and those who run one for their own. */
const running = [...officeStaff, product.platformRole] as const;
const params = v.object({ tenantId: Id });

/** Apart from those that every page needs at its start. */
export const tenantDetailsEndpoints = {
  list: endpoint({
    name: 'tenants.list',
    summary: 'All schools and organizations by name, those that nobody has set up yet among them',
    method: 'GET',
    path: '/api-admin/tenants/',
    roles: [product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    query: v.object({
      ...PageQuery.entries,
      search: v.optional(line({ maximum: 100, label: 'search' }), ''),
    }),
    response: pageOf(v.array(ListedTenant)),
  }),
  read: endpoint({
    name: 'tenants.read',
    summary: 'A school or organization as those see it who run it',
    method: 'GET',
    path: '/api-admin/tenants/:tenantId/',
    roles: running,
    hosts: 'all',
    offline: 'online-only',
    params,
    response: TenantDetails,
    problems: [tenantProblems.not_found],
  }),
  update: endpoint({
    name: 'tenants.update',
    summary:
      'Change what is sent of a school or organization; a new domain answers once it was shown to be theirs',
    method: 'PATCH',
    path: '/api-admin/tenants/:tenantId/',
    roles: running,
    hosts: 'all',
    offline: 'online-only',
    sends: 'multipart',
    params,
    body: UpdateTenant,
    response: TenantDetails,
    problems: [tenantProblems.not_found, tenantProblems.logo_unreadable],
  }),
  showDomain: endpoint({
    name: 'tenants.showDomain',
    summary: 'Look for the record that shows the domain to be theirs; where it is there, the domain answers',
    method: 'POST',
    path: '/api-admin/tenants/:tenantId/show-domain/',
    roles: running,
    hosts: 'all',
    offline: 'online-only',
    params,
    response: TenantDetails,
    problems: [
      tenantProblems.not_found,
      registrationProblems.no_domain_to_show,
      registrationProblems.domain_not_shown,
      registrationProblems.domain_unreadable,
      registrationProblems.domain_taken,
    ],
  }),
} as const;
