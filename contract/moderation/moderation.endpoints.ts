import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { wholeSchoolStaff } from '../kit/roles.ts';
import { workProblems } from '../works/works.problems.ts';
import { WorkState } from '../works/works.schema.ts';
import { moderationProblems } from './moderation.problems.ts';
import {
  AnswerForm,
  AppealForm,
  KeepForm,
  ReportedQuery,
  ReportedWork,
  ReportForm,
  TakedownForm,
} from './moderation.schema.ts';

/** Who decides about what readers told. */
const deciding = [...wholeSchoolStaff, product.platformRole] as const;
const params = v.object({ workId: Id });
const response = v.object({ id: Id, state: WorkState });

export const moderationEndpoints = {
  report: endpoint({
    name: 'moderation.report',
    summary: 'Tell the school that something in a work is not right; whoever may see the work may',
    method: 'POST',
    path: '/works/:workId/reports/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'online-only',
    params,
    body: ReportForm,
    response: v.object({ id: Id }),
    problems: [workProblems.not_found],
  }),
  list: endpoint({
    name: 'moderation.list',
    summary: 'Works that somebody told the school about, the longest waiting first, and those taken down',
    method: 'GET',
    path: '/reported-works/',
    roles: deciding,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    query: ReportedQuery,
    response: pageOf(v.array(ReportedWork)),
  }),
  keep: endpoint({
    name: 'moderation.keep',
    summary: 'Decide that a work stays as it is: these reports of it are done',
    method: 'POST',
    path: '/works/:workId/keep/',
    roles: deciding,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    body: KeepForm,
    response,
    problems: [moderationProblems.not_found],
  }),
  takeDown: endpoint({
    name: 'moderation.takeDown',
    summary: 'Take a work off every shelf and every tablet, with a kind reason that its author reads',
    method: 'POST',
    path: '/works/:workId/takedown/',
    roles: deciding,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    body: TakedownForm,
    response,
    problems: [moderationProblems.not_found, moderationProblems.not_on_shelf],
  }),
  reinstate: endpoint({
    name: 'moderation.reinstate',
    summary:
      'Let a work that was taken down back: on the shelf where it was there and nothing of it was changed since',
    method: 'POST',
    path: '/works/:workId/reinstate/',
    roles: deciding,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    response,
    problems: [moderationProblems.not_found, moderationProblems.platform_decides],
  }),
  answer: endpoint({
    name: 'moderation.answer',
    summary: 'Answer what the platform asked about a work; then the platform decides',
    method: 'POST',
    path: '/works/:workId/answer/',
    roles: wholeSchoolStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: AnswerForm,
    response,
    problems: [moderationProblems.not_found, moderationProblems.not_asked],
  }),
  appeal: endpoint({
    name: 'moderation.appeal',
    summary: 'Ask the platform, once, to reinstate a work that it took down',
    method: 'POST',
    path: '/works/:workId/appeal/',
    roles: wholeSchoolStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: AppealForm,
    response,
    problems: [
      moderationProblems.not_found,
      moderationProblems.not_the_platforms,
      moderationProblems.appealed,
    ],
  }),
} as const;
