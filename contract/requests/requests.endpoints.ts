import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { wholeSchoolStaff } from '../kit/roles.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { requestFormProblems } from './requests.problems.ts';
import {
  AnswerForm,
  AssignForm,
  ConfirmedRequest,
  ConfirmForm,
  DecideForm,
  InviteForm,
  ListedRequest,
  NewRequest,
  RequestDetails,
  RequestProgress,
  RequestsQuery,
  RequestTicket,
  SentRequest,
  StateForm,
} from './requests.schema.ts';

const params = v.object({ requestId: Id });
const byAnyone = { roles: 'anyone', hosts: 'all', offline: 'online-only' } as const;
const byStaff = {
  roles: [...wholeSchoolStaff, product.platformRole],
  hosts: 'all',
  offline: 'online-only',
} as const;

/** E-mails to schools of a list. */
const toListed = {
  method: 'POST',
  roles: [product.platformRole],
  hosts: 'all',
  offline: 'online-only',
  params,
  body: InviteForm,
  response: RequestDetails,
  problems: [
    requestFormProblems.not_found,
    requestFormProblems.changed_since,
    requestFormProblems.not_confirmed,
    requestFormProblems.not_listed,
  ],
} as const;

/**
 * What people send by the forms of the public pages. A message to a school comes to its own office, all others to those who run the
 * platform.
 */
export const requestEndpoints = {
  ticket: endpoint({
    ...byAnyone,
    name: 'requests.ticket',
    summary: 'What a form needs before it is sent',
    method: 'POST',
    path: '/requests/ticket/',
    response: RequestTicket,
  }),
  send: endpoint({
    ...byAnyone,
    name: 'requests.send',
    summary: 'Send a form of the public pages; the same id and secret again is the same request',
    method: 'POST',
    path: '/requests/',
    body: NewRequest,
    response: SentRequest,
    problems: [
      requestFormProblems.ticket_old,
      requestFormProblems.sent_before,
      requestFormProblems.picture_unreadable,
      mailProblems.suppressed,
    ],
  }),
  confirm: endpoint({
    ...byAnyone,
    name: 'requests.confirm',
    summary: 'Confirm by the link in the email that a request is meant',
    method: 'POST',
    path: '/requests/confirm/',
    body: ConfirmForm,
    response: ConfirmedRequest,
    problems: [requestFormProblems.link_refused],
  }),
  readState: endpoint({
    ...byAnyone,
    name: 'requests.readState',
    summary: 'How far a request is, by its reference and the secret of who sent it',
    method: 'POST',
    path: '/requests/state/',
    body: StateForm,
    response: RequestProgress,
    problems: [requestFormProblems.not_found],
  }),
  list: endpoint({
    ...byStaff,
    name: 'requests.list',
    summary: 'Requests that came here: those without doubt first, then the longest waiting',
    method: 'GET',
    path: '/requests/',
    query: RequestsQuery,
    response: pageOf(v.array(ListedRequest)),
  }),
  read: endpoint({
    ...byStaff,
    name: 'requests.read',
    summary: 'One request as it was sent; the look is written down',
    method: 'GET',
    path: '/requests/:requestId/',
    params,
    response: RequestDetails,
    problems: [requestFormProblems.not_found],
  }),
  answer: endpoint({
    ...byStaff,
    name: 'requests.answer',
    summary: 'Answer a request by email',
    method: 'POST',
    path: '/requests/:requestId/answer/',
    params,
    body: AnswerForm,
    response: RequestDetails,
    problems: [
      requestFormProblems.not_found,
      requestFormProblems.changed_since,
      requestFormProblems.no_address,
      requestFormProblems.not_confirmed,
      mailProblems.suppressed,
    ],
  }),
  decide: endpoint({
    ...byStaff,
    name: 'requests.decide',
    summary: 'Close a request, open it again, or say that nobody meant it',
    method: 'POST',
    path: '/requests/:requestId/decide/',
    params,
    body: DecideForm,
    response: RequestDetails,
    problems: [
      requestFormProblems.not_found,
      requestFormProblems.changed_since,
      requestFormProblems.not_confirmed,
    ],
  }),
  invite: endpoint({
    ...toListed,
    name: 'requests.invite',
    summary: 'Invite schools of a list by email, each of them once',
    path: '/requests/:requestId/invitations/',
  }),
  remind: endpoint({
    ...toListed,
    name: 'requests.remind',
    summary: 'Write once more to schools of a list that did not answer for a week; never a third time',
    path: '/requests/:requestId/reminders/',
  }),
  assign: endpoint({
    ...byStaff,
    name: 'requests.assign',
    summary: 'Take a request, or leave it to others',
    method: 'POST',
    path: '/requests/:requestId/assign/',
    params,
    body: AssignForm,
    response: RequestDetails,
    problems: [requestFormProblems.not_found, requestFormProblems.changed_since],
  }),
} as const;
