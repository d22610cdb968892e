import * as v from 'valibot';
import { GivenTablet } from '../devices/preparation.schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { PageQuery, pageOf } from '../kit/page.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { affiliationProblems } from './affiliations.problems.ts';
import {
  AskedSchool,
  InvitedSchool,
  NewSchoolInvitation,
  OpenSchoolInvitation,
  OrganizationOfSchool,
  SchoolInvitation,
  SchoolLinkToken,
} from './affiliations.schema.ts';

/** Specification, section 6: a school's organizations are its administrator's affair. */
const school = ['school_admin'] as const;
const organization = ['organization_admin'] as const;

const organizationParams = v.object({ organizationId: Id });
const schoolParams = v.object({ schoolId: Id });

/** A school belongs to an organization from the moment at which both said so, until one of them says no. */
export const affiliationEndpoints = {
  listOrganizations: endpoint({
    name: 'affiliations.listOrganizations',
    summary: 'The organizations of the school, and those that wait for its answer first of all',
    method: 'GET',
    path: '/v1/affiliations/organizations/',
    roles: school,
    offline: 'online-only',
    query: PageQuery,
    response: pageOf(v.array(OrganizationOfSchool)),
  }),
  accept: endpoint({
    name: 'affiliations.accept',
    summary: 'Say yes to an organization: its administrators may enter the school from now on',
    method: 'POST',
    path: '/v1/affiliations/organizations/:organizationId/accept/',
    roles: school,
    offline: 'online-only',
    guests: 'never',
    params: organizationParams,
    response: v.object({}),
    problems: [affiliationProblems.not_found, affiliationProblems.guests_stay_out],
  }),
  decline: endpoint({
    name: 'affiliations.decline',
    summary: 'Say no to an organization that asked',
    method: 'POST',
    path: '/v1/affiliations/organizations/:organizationId/decline/',
    roles: school,
    offline: 'online-only',
    guests: 'never',
    params: organizationParams,
    response: v.object({}),
    problems: [affiliationProblems.not_found, affiliationProblems.guests_stay_out],
  }),
  leave: endpoint({
    name: 'affiliations.leave',
    summary: 'Leave an organization; whoever of it is in the school at that moment is signed out',
    method: 'DELETE',
    path: '/v1/affiliations/organizations/:organizationId/',
    roles: school,
    offline: 'online-only',
    guests: 'never',
    params: organizationParams,
    /** The tablets that guests from there prepared. */
    response: v.object({ prepared_tablets: v.array(GivenTablet) }),
    problems: [affiliationProblems.not_found, affiliationProblems.guests_stay_out],
  }),
  listAsked: endpoint({
    name: 'affiliations.listAsked',
    summary: 'The schools that have not answered the organization yet, the last one first',
    method: 'GET',
    path: '/v1/affiliations/asked/',
    roles: organization,
    offline: 'online-only',
    query: PageQuery,
    response: pageOf(v.array(AskedSchool)),
  }),
  ask: endpoint({
    name: 'affiliations.ask',
    summary: 'Ask a school whether it belongs to the organization; its administrators get an email',
    method: 'POST',
    path: '/v1/affiliations/asked/',
    roles: organization,
    offline: 'online-only',
    guests: 'never',
    body: SchoolInvitation,
    response: v.object({ school_name: v.string() }),
    problems: [
      affiliationProblems.unknown_school,
      affiliationProblems.not_an_organization,
      affiliationProblems.already_linked,
      affiliationProblems.declined_lately,
      affiliationProblems.too_many_open,
      affiliationProblems.guests_stay_out,
    ],
  }),
  withdraw: endpoint({
    name: 'affiliations.withdraw',
    summary: 'Take the question back from a school that has not answered',
    method: 'DELETE',
    path: '/v1/affiliations/asked/:schoolId/',
    roles: organization,
    offline: 'online-only',
    guests: 'never',
    params: schoolParams,
    response: v.object({}),
    problems: [affiliationProblems.not_found, affiliationProblems.guests_stay_out],
  }),
  remove: endpoint({
    name: 'affiliations.remove',
    summary: 'Let a school go; whoever of the organization is in it at that moment is signed out',
    method: 'DELETE',
    path: '/v1/affiliations/schools/:schoolId/',
    roles: organization,
    offline: 'online-only',
    guests: 'never',
    params: schoolParams,
    response: v.object({}),
    problems: [affiliationProblems.not_found, affiliationProblems.guests_stay_out],
  }),
  listInvited: endpoint({
    name: 'affiliations.listInvited',
    summary: 'The schools that were invited to register and have not done so, the last one first',
    method: 'GET',
    path: '/v1/affiliations/invited/',
    roles: organization,
    offline: 'online-only',
    query: PageQuery,
    response: pageOf(v.array(InvitedSchool)),
  }),
  invite: endpoint({
    name: 'affiliations.invite',
    summary:
      'Send a school that is not on the platform yet a link to register; it then belongs to the organization. Sent again, the link before works no longer',
    method: 'POST',
    path: '/v1/affiliations/invited/',
    roles: organization,
    offline: 'online-only',
    guests: 'never',
    body: NewSchoolInvitation,
    response: InvitedSchool,
    problems: [
      affiliationProblems.not_an_organization,
      affiliationProblems.too_many_open,
      affiliationProblems.invited_just_now,
      affiliationProblems.guests_stay_out,
      mailProblems.suppressed,
    ],
  }),
  uninvite: endpoint({
    name: 'affiliations.uninvite',
    summary: 'Take such an invitation back; its link works no longer',
    method: 'DELETE',
    path: '/v1/affiliations/invited/:invitationId/',
    roles: organization,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ invitationId: Id }),
    response: v.object({}),
    problems: [affiliationProblems.not_found, affiliationProblems.guests_stay_out],
  }),
  // The token is in the body and not in the address, which servers on the way write down.
  checkInvitation: endpoint({
    name: 'affiliations.checkInvitation',
    summary: 'Which organization invites a school, told to whoever holds the link',
    method: 'POST',
    path: '/auth/school-invitation/check/',
    roles: 'anyone',
    offline: 'online-only',
    body: v.object({ token: SchoolLinkToken }),
    response: OpenSchoolInvitation,
    problems: [affiliationProblems.link_refused],
  }),
} as const;
