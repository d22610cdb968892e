import * as v from 'valibot';
import { Session } from '../identity/identity.schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { line } from '../kit/text.ts';
import { visitProblems } from './visits.problems.ts';
import { officeStaff } from '../kit/roles.ts';
import {
  NewVisit,
  NewVisitRequest,
  OpenVisit,
  SetGuestConsent,
  VisitAccess,
  VisitableSummary,
  VisitableTenant,
  VisitAnswer,
  VisitLink,
  VisitsHere,
  VisitToken,
} from './visits.schema.ts';

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
    // Or somebody could be a guest in the name of a guest, and the audit would end at the one in the middle.
    guests: 'never',
    body: NewVisit,
    response: VisitLink,
    problems: [visitProblems.unknown_school, visitProblems.ask_first],
  }),
  readAccess: endpoint({
    name: 'visits.readAccess',
    summary: 'Whether the caller may enter a school now, and what became of their request',
    method: 'GET',
    path: '/v1/visits/tenants/:tenantId/',
    roles: [product.platformRole],
    hosts: 'platform',
    offline: 'online-only',
    params: v.object({ tenantId: Id }),
    response: VisitAccess,
    problems: [visitProblems.unknown_school],
  }),
  ask: endpoint({
    name: 'visits.ask',
    summary: 'Ask a school for a visit; a request that waits is replaced',
    method: 'POST',
    path: '/v1/visits/tenants/:tenantId/requests/',
    roles: [product.platformRole],
    hosts: 'platform',
    offline: 'online-only',
    params: v.object({ tenantId: Id }),
    body: NewVisitRequest,
    response: VisitAccess,
    problems: [visitProblems.unknown_school, visitProblems.closed],
  }),
  readHere: endpoint({
    name: 'visits.readHere',
    summary: 'Who asks for a visit, who may come, and who is here',
    method: 'GET',
    path: '/v1/visits/here/',
    roles: officeStaff,
    offline: 'online-only',
    response: VisitsHere,
  }),
  answer: endpoint({
    name: 'visits.answer',
    summary: 'Allow a visit for 24 hours, or refuse it',
    method: 'POST',
    path: '/v1/visits/requests/:requestId/answer/',
    roles: officeStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ requestId: Id }),
    body: VisitAnswer,
    response: VisitsHere,
    problems: [visitProblems.request_over],
  }),
  setConsent: endpoint({
    name: 'visits.setConsent',
    summary: 'Say how visits of the platform are taken; with never, those that go on end',
    method: 'PUT',
    path: '/v1/visits/consent/',
    roles: officeStaff,
    offline: 'online-only',
    guests: 'never',
    body: SetGuestConsent,
    response: VisitsHere,
  }),
  end: endpoint({
    name: 'visits.end',
    summary: 'End the visit of a guest at once, and take back the yes to it',
    method: 'POST',
    path: '/v1/visits/guests/:guestId/end/',
    roles: officeStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ guestId: Id }),
    response: VisitsHere,
    problems: [visitProblems.guest_gone],
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
