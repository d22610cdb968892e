import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { invitationProblems, memberProblems } from '../members/members.problems.ts';
import { mailProblems } from './mail.problems.ts';
import { Letter, LetterQuery } from './mail.schema.ts';

/** The letters that a school sent are its administrators' to see. */
const school = ['school_admin'] as const;

export const mailEndpoints = {
  list: endpoint({
    name: 'mail.list',
    summary: 'The letters of the school of the last 90 days and what became of them, the newest first',
    method: 'GET',
    path: '/v1/mail/',
    roles: school,
    offline: 'online-only',
    query: LetterQuery,
    response: pageOf(v.array(Letter)),
  }),
  again: endpoint({
    name: 'mail.again',
    summary: 'Send a letter like this one, with a new link; the earlier link stops working',
    method: 'POST',
    path: '/v1/mail/:id/again/',
    roles: school,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    response: Letter,
    problems: [
      mailProblems.not_found,
      mailProblems.not_again,
      mailProblems.suppressed,
      mailProblems.sent_just_now,
      memberProblems.role_not_yours,
      memberProblems.above_you,
      memberProblems.email_taken,
      invitationProblems.sent_just_now,
    ],
  }),
} as const;
