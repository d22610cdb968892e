import * as v from 'valibot';
import { Session } from '../identity/identity.schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { invitationProblems, memberProblems } from './members.problems.ts';
import { managingRoles } from './members.rules.ts';
import { AcceptForm, Invitation, InviteForm, OpenInvitation } from './invitations.schema.ts';
import { LinkToken } from './members.schema.ts';
import { subscriptionProblems } from '../subscriptions/subscriptions.problems.ts';

const { link_unknown, expired, used, revoked, has_account } = invitationProblems;

export const invitationEndpoints = {
  list: endpoint({
    name: 'invitations.list',
    summary: 'The invitations that wait for somebody, the newest first',
    method: 'GET',
    path: '/v1/invitations/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    query: PageQuery,
    response: pageOf(v.array(Invitation)),
  }),
  invite: endpoint({
    name: 'invitations.invite',
    summary: 'Invite somebody by email to become a member of the staff',
    method: 'POST',
    path: '/v1/invitations/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    grows: true,
    body: InviteForm,
    response: Invitation,
    problems: [
      subscriptionProblems.read_only,
      memberProblems.email_taken,
      memberProblems.role_not_yours,
      invitationProblems.already_invited,
      invitationProblems.too_many_open,
      mailProblems.suppressed,
    ],
  }),
  resend: endpoint({
    name: 'invitations.resend',
    summary: 'Send an invitation again, with a new link; the one before works no longer',
    method: 'POST',
    path: '/v1/invitations/:id/resend/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: Invitation,
    problems: [
      invitationProblems.not_found,
      invitationProblems.sent_just_now,
      memberProblems.role_not_yours,
      mailProblems.suppressed,
    ],
  }),
  revoke: endpoint({
    name: 'invitations.revoke',
    summary: 'Take an invitation back',
    method: 'DELETE',
    path: '/v1/invitations/:id/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: v.object({}),
    problems: [invitationProblems.not_found],
  }),
  // The token is in the body and not in the address, which servers on the way write down.
  check: endpoint({
    name: 'invitations.check',
    summary: 'Who invites whom, told to whoever holds the link',
    method: 'POST',
    path: '/auth/invitation/check/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: LinkToken }),
    response: OpenInvitation,
    problems: [link_unknown, expired, used, revoked, has_account],
  }),
  accept: endpoint({
    name: 'invitations.accept',
    summary: 'Become a member with a name and a password of one’s own, and be signed in',
    method: 'POST',
    path: '/auth/invitation/accept/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: LinkToken, ...AcceptForm.entries }),
    response: Session,
    problems: [link_unknown, expired, used, revoked, has_account],
  }),
} as const;
