import * as v from 'valibot';
import { classProblems } from '../classes/classes.problems.ts';
import { contentProblems } from '../content/content.problems.ts';
import { JoinAddress } from '../content/joining.schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageQuery } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { Assign, AssignedPages, ClassProgress } from './assignments.schema.ts';
import { learningProblems } from './learning.problems.ts';
import { ReminderSet, StepDone, StepId } from './learning.schema.ts';

export const learningEndpoints = {
  setStep: endpoint({
    name: 'learning.setStep',
    summary:
      'Keep that a step of a page was done or tried; what all devices say adds up, and the first moment stands',
    method: 'PUT',
    path: '/learning/:pageId/steps/:stepId/',
    roles: 'signed-in',
    offline: 'queued',
    params: v.object({ pageId: Id, stepId: StepId }),
    body: StepDone,
    /** The same whether or not the page is there: the rows come with the next pull. */
    response: v.object({}),
  }),
  assign: endpoint({
    name: 'learning.assign',
    summary: 'Set a page for a class with a day or without, or take it back; the last one who says so stands',
    method: 'PUT',
    path: '/class/:classId/assignments/:pageId/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: v.object({ classId: Id, pageId: Id }),
    body: Assign,
    response: v.object({}),
    problems: [classProblems.not_found, contentProblems.not_found],
  }),
  setReminder: endpoint({
    name: 'learning.setReminder',
    summary:
      'Ask for letters a day and an hour before an event begins, or take that back; the last one who says so stands',
    method: 'PUT',
    path: '/live/:pageId/reminder/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: v.object({ pageId: Id }),
    body: ReminderSet,
    response: v.object({}),
    problems: [contentProblems.not_found],
  }),
  joinEvent: endpoint({
    name: 'learning.joinEvent',
    summary: 'The link by which the staff join a live event, from 15 minutes before it begins until it ends',
    method: 'POST',
    path: '/live/:pageId/join/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ pageId: Id }),
    answers: 'once',
    response: JoinAddress,
    problems: [contentProblems.not_found, learningProblems.join_closed, learningProblems.no_join_link],
  }),
  listAssigned: endpoint({
    name: 'learning.listAssigned',
    summary: 'Pages that are set for the classes of the signed-in child, the first day first',
    method: 'GET',
    path: '/learning/assigned/',
    roles: ['student'],
    offline: 'cached',
    response: AssignedPages,
  }),
  readClass: endpoint({
    name: 'learning.readClass',
    summary:
      'How far the children of a class are in the lessons of a course or with a challenge, and who may need help',
    method: 'GET',
    path: '/learning/classes/:classId/',
    roles: classStaff,
    offline: 'cached',
    params: v.object({ classId: Id }),
    query: v.object({ ...pageQuery({ maximum: 200, usual: 100 }).entries, page: Id }),
    response: ClassProgress,
    problems: [classProblems.not_found, contentProblems.not_found],
  }),
} as const;
