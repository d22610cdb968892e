import * as v from 'valibot';
import { Session } from '../identity/identity.schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { line } from '../kit/text.ts';
import { visitProblems } from './visits.problems.ts';
import { OpenVisit, VisitableSummary, VisitableTenant, VisitLink, VisitToken } from './visits.schema.ts';

/** An organization enters the schools that are linked to it, the platform every tenant. */
const hosts = ['organization_admin', product.platformRole] as const;

export const visitEndpoints = {
  list: endpoint({
    name: 'visits.list',
    summary: 'The schools that the caller may enter, by name',
    method: 'GET',
    path: '/v1/visits/tenants/',
    roles: hosts,
    hosts: 'all',
    offline: 'online-only',
    query: v.object({
      ...PageQuery.entries,
      search: v.optional(line({ maximum: 100, label: 'search' }), ''),
    }),
    response: pageOf(v.array(VisitableTenant)),
  }),
  summarize: endpoint({
    name: 'visits.summarize',
    summary: 'How many schools the caller may enter, and how much there is in them',
    method: 'GET',
    path: '/v1/visits/summary/',
    roles: hosts,
    hosts: 'all',
    offline: 'online-only',
    response: VisitableSummary,
  }),
  makeLink: endpoint({
    name: 'visits.makeLink',
    summary: 'Make a link that lets the caller into a school, once and within a minute',
    method: 'POST',
    path: '/v1/visits/',
    roles: hosts,
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ tenant_id: Id }),
    response: VisitLink,
    problems: [visitProblems.unknown_school, visitProblems.guests_stay],
  }),
  // The token is in the body and not in the address, which servers on the way write down.
  check: endpoint({
    name: 'visits.check',
    summary: 'Read who enters by a link into a school; the link is not used up',
    method: 'POST',
    path: '/auth/visit/check/',
    roles: 'anyone',
    offline: 'online-only',
    body: v.object({ token: VisitToken }),
    response: OpenVisit,
    problems: [visitProblems.link_refused],
  }),
  redeem: endpoint({
    name: 'visits.redeem',
    summary: 'Enter a school as a guest, by a link',
    method: 'POST',
    path: '/auth/visit/',
    roles: 'anyone',
    offline: 'online-only',
    body: v.object({ token: VisitToken }),
    response: Session,
    problems: [visitProblems.link_refused],
  }),
} as const;
