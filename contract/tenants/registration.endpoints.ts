import * as v from 'valibot';
import { affiliationProblems } from '../affiliations/affiliations.problems.ts';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { madeText } from '../kit/text.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { Registered, Registration, SubdomainAnswer } from './registration.schema.ts';
import { TenantDetails } from './tenant-details.schema.ts';
import { registrationProblems } from './registration.problems.ts';
import { tenantProblems } from './tenants.problems.ts';

/** How a school or organization comes into being. */
export const registrationEndpoints = {
  checkSubdomain: endpoint({
    name: 'tenants.checkSubdomain',
    summary: 'Whether a name in addresses can still be had',
    method: 'GET',
    path: '/subdomain-availability/:subdomain/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    params: v.object({ subdomain: madeText(200, 'subdomain') }),
    response: SubdomainAnswer,
  }),
  register: endpoint({
    name: 'tenants.register',
    summary:
      'Register a school or organization on the platform’s own site, or a school by an organization’s link on that one’s; whoever does gets an email with which to choose a password',
    method: 'POST',
    path: '/tenants/create/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    sends: 'multipart',
    /** The token of an organization's link, or the whole link. */
    query: v.object({ invitation_link: v.optional(v.pipe(madeText(500, 'invitation_link'), v.trim())) }),
    body: Registration,
    response: Registered,
    problems: [
      registrationProblems.register_elsewhere,
      registrationProblems.registered_too_often,
      registrationProblems.subdomain_taken,
      tenantProblems.logo_unreadable,
      affiliationProblems.link_refused,
      mailProblems.suppressed,
    ],
  }),
  create: endpoint({
    name: 'tenants.create',
    summary: 'Make a school or organization for somebody, who gets an email with which to choose a password',
    method: 'POST',
    path: '/api-admin/tenants/',
    roles: [product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    sends: 'multipart',
    body: Registration,
    response: TenantDetails,
    problems: [
      registrationProblems.register_elsewhere,
      registrationProblems.subdomain_taken,
      tenantProblems.logo_unreadable,
      mailProblems.suppressed,
    ],
  }),
} as const;
