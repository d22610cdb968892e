import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { panelProblems } from '../panel/panel.problems.ts';
import { memberProblems } from './members.problems.ts';
import { managingRoles } from './members.rules.ts';
import {
  ArchivedMember,
  CreateMember,
  LinkToken,
  ListedStudent,
  Member,
  MemberDetails,
  MemberQuery,
  memberRoles,
  UpdateMember,
  UpdateOwnAccount,
} from './members.schema.ts';
import { subscriptionProblems } from '../subscriptions/subscriptions.problems.ts';

const params = v.object({ userId: Id });

/** Who sees the staff of a tenant: whoever runs it, and those who run its classes. */
const seeing = ['teacher_admin', 'school_admin', 'organization_admin', product.platformRole] as const;

export const memberEndpoints = {
  list: endpoint({
    name: 'members.list',
    summary: 'The teachers and administrators of the tenant',
    method: 'GET',
    path: '/v1/members/',
    roles: seeing,
    hosts: 'all',
    offline: 'online-only',
    query: MemberQuery,
    response: pageOf(v.array(Member)),
  }),
  create: endpoint({
    name: 'members.create',
    summary: 'Make the account of a member, who is sent a link to choose a password',
    method: 'POST',
    path: '/api-super-admin/create-user/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    grows: true,
    sends: 'multipart',
    body: CreateMember,
    response: Member,
    problems: [
      subscriptionProblems.read_only,
      memberProblems.email_taken,
      mailProblems.suppressed,
      memberProblems.role_not_yours,
      memberProblems.picture_unreadable,
      panelProblems.no_address,
      panelProblems.not_welcome,
      panelProblems.tenant_unknown,
    ],
  }),
  read: endpoint({
    name: 'members.read',
    summary:
      'A member with their classes; on the platform’s own site one of any tenant, and of a student what is listed',
    method: 'GET',
    path: '/api-super-admin/users/:userId/',
    roles: seeing,
    hosts: 'all',
    offline: 'online-only',
    params,
    response: v.union([MemberDetails, ListedStudent]),
    problems: [memberProblems.not_found],
  }),
  update: endpoint({
    name: 'members.update',
    summary:
      'Change what is sent of a member; a new email address counts once it is confirmed, a new role ends their sessions',
    method: 'PATCH',
    path: '/api-super-admin/users/:userId/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    sends: 'multipart',
    params,
    body: UpdateMember,
    response: MemberDetails,
    problems: [
      memberProblems.not_found,
      memberProblems.email_taken,
      mailProblems.suppressed,
      memberProblems.role_not_yours,
      memberProblems.above_you,
      memberProblems.last_administrator,
      memberProblems.archived,
      memberProblems.changed_since,
      memberProblems.picture_unreadable,
      panelProblems.school_decides,
      panelProblems.no_address,
      panelProblems.not_welcome,
    ],
  }),
  readOwn: endpoint({
    name: 'members.readOwn',
    summary: 'The own account of a member, with their classes',
    method: 'GET',
    path: '/user/account/',
    roles: memberRoles,
    hosts: 'all',
    offline: 'online-only',
    response: MemberDetails,
    problems: [memberProblems.not_found],
  }),
  updateOwn: endpoint({
    name: 'members.updateOwn',
    summary: 'Change what is sent of the own account; a new email address counts once it is confirmed',
    method: 'PATCH',
    path: '/user/account/',
    roles: memberRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    sends: 'multipart',
    body: UpdateOwnAccount,
    response: MemberDetails,
    problems: [
      memberProblems.not_found,
      memberProblems.email_taken,
      mailProblems.suppressed,
      memberProblems.picture_unreadable,
    ],
  }),
  archive: endpoint({
    name: 'members.archive',
    summary: 'Sign a member out for good; what they did is kept, what they asked for ends',
    method: 'POST',
    path: '/v1/members/:userId/archive/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    response: ArchivedMember,
    problems: [
      memberProblems.not_found,
      memberProblems.above_you,
      memberProblems.last_administrator,
      memberProblems.not_yourself,
    ],
  }),
  restore: endpoint({
    name: 'members.restore',
    summary: 'Let a member who was archived sign in again',
    method: 'POST',
    path: '/v1/members/:userId/restore/',
    roles: managingRoles,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    response: Member,
    problems: [memberProblems.not_found, memberProblems.above_you],
  }),
  // The token is in the body and not in the address, which servers on the way write down.
  confirmEmail: endpoint({
    name: 'members.confirmEmail',
    summary: 'Confirm a new email address with the link that was sent to it',
    method: 'POST',
    path: '/auth/verification/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: LinkToken }),
    response: v.object({ email: v.string() }),
    problems: [memberProblems.email_link_refused, memberProblems.email_taken],
  }),
  stopEmailChange: endpoint({
    name: 'members.stopEmailChange',
    summary:
      'Stop a change of the email address that another person asked for, with the link that was sent to the old one',
    method: 'POST',
    path: '/auth/verification/stop/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: LinkToken }),
    /** The address that signs in. `is_undone`: the change was confirmed before, so all sessions ended and the password is void. */
    response: v.object({ email: v.string(), is_undone: v.boolean() }),
    problems: [memberProblems.email_link_refused, memberProblems.email_taken],
  }),
} as const;
