import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { invitationProblems, memberProblems } from '../members/members.problems.ts';
import { panelProblems } from './panel.problems.ts';
import { PersonAct, PersonProfile, PersonQuery } from './people.schema.ts';

const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
  params: v.object({ id: Id }),
} as const;

const act = { ...ofPlatform, method: 'POST', body: PersonAct, response: v.object({}) } as const;
const refusals = [
  memberProblems.not_found,
  memberProblems.above_you,
  memberProblems.changed_since,
  panelProblems.school_decides,
  panelProblems.not_yourself,
  panelProblems.no_address,
  panelProblems.not_welcome,
] as const;

/** One person of any school: what the platform sees of them, and what it does in the school's own rows. */
export const personEndpoints = {
  readPerson: endpoint({
    ...ofPlatform,
    name: 'panel.readPerson',
    summary: 'Somebody of any school with classes, sessions, letters and audit; each look is in the audit',
    method: 'GET',
    path: '/v1/panel/people/:id/',
    reads: 'panel',
    query: PersonQuery,
    response: PersonProfile,
    problems: [memberProblems.not_found],
  }),
  endSessions: endpoint({
    ...act,
    name: 'panel.endSessions',
    summary: 'Sign a member of any school out everywhere; they can sign in again at once',
    path: '/v1/panel/people/:id/end-sessions/',
    problems: refusals,
  }),
  sendPasswordLink: endpoint({
    ...act,
    name: 'panel.sendPasswordLink',
    summary: 'Send a member of any school a link to choose a password; earlier links stop working',
    path: '/v1/panel/people/:id/password-link/',
    problems: [
      ...refusals,
      memberProblems.archived,
      mailProblems.suppressed,
      mailProblems.sent_just_now,
      invitationProblems.sent_just_now,
      memberProblems.role_not_yours,
    ],
  }),
  archivePerson: endpoint({
    ...act,
    name: 'panel.archivePerson',
    summary: 'Sign a member of any school out for good; what they did is kept',
    path: '/v1/panel/people/:id/archive/',
    problems: [...refusals, memberProblems.last_administrator],
  }),
  restorePerson: endpoint({
    ...act,
    name: 'panel.restorePerson',
    summary: 'Let a member of any school who was archived sign in again',
    path: '/v1/panel/people/:id/restore/',
    problems: [...refusals, mailProblems.suppressed, invitationProblems.too_many_open],
  }),
} as const;
