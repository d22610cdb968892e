import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { PageQuery } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { grantProblems } from './grants.problems.ts';
import { GrantRequest, ParkedCallPage, PushGrant, SignedPush, SignedPushAnswer } from './grants.schema.ts';
import { syncProblems } from './sync.problems.ts';

/** Changes outlive the session: what a child left unsent goes on being sent after the child has signed out. */
export const grantEndpoints = {
  requestGrant: endpoint({
    name: 'sync.requestGrant',
    summary: 'Let this device push the signed-in student’s changes later, when somebody else uses it',
    method: 'POST',
    path: '/sync/grants/',
    roles: ['student'],
    offline: 'online-only',
    guests: 'never',
    body: GrantRequest,
    response: PushGrant,
  }),
  pushByGrant: endpoint({
    name: 'sync.pushByGrant',
    summary: 'Apply the calls that a student queued, sent by the device alone and signed with its key',
    method: 'POST',
    path: '/sync/push-by-grant/',
    roles: 'anyone',
    offline: 'online-only',
    holdsWork: true,
    body: SignedPush,
    response: SignedPushAnswer,
    problems: [grantProblems.grant_refused, syncProblems.other_person, syncProblems.unordered],
  }),
} as const;

/** Changes that came by a grant which was taken back wait at school for somebody of the staff. */
export const parkedEndpoints = {
  listParked: endpoint({
    name: 'sync.listParked',
    summary: 'Changes of students that wait to be looked at, oldest first',
    method: 'GET',
    path: '/sync/parked/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    query: PageQuery,
    response: ParkedCallPage,
  }),
  applyParked: endpoint({
    name: 'sync.applyParked',
    summary: 'Make a parked change, as the student who made it; one that is refused goes on waiting',
    method: 'POST',
    path: '/sync/parked/:id/apply/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: v.object({}),
    problems: [grantProblems.not_parked, grantProblems.parked_in_order, grantProblems.parked_unknown],
  }),
  dismissParked: endpoint({
    name: 'sync.dismissParked',
    summary: 'Decide against a parked change; it is never made',
    method: 'DELETE',
    path: '/sync/parked/:id/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: v.object({}),
    problems: [grantProblems.not_parked],
  }),
} as const;
