import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import {
  Publication,
  StoryApproval,
  StoryReturn,
  StoryWithdrawal,
  WaitingQuery,
  WaitingStory,
} from './reviews.schema.ts';
import { reviewProblems } from './writing.problems.ts';
import { Review } from './own-rows.schema.ts';

const params = v.object({ workId: Id });
const response = v.object({ id: Id });

/** What the staff do with stories that were handed in. */
export const reviewEndpoints = {
  listWaiting: endpoint({
    name: 'reviews.listWaiting',
    summary: 'Stories that wait for whoever asks, the one that waits longest first',
    method: 'GET',
    path: '/stories-to-review/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    query: WaitingQuery,
    response: pageOf(v.array(WaitingStory)),
  }),
  listOfWork: endpoint({
    name: 'reviews.listOfWork',
    summary: 'What was said of a story, the newest first',
    method: 'GET',
    path: '/works/:workId/reviews/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    query: PageQuery,
    response: pageOf(v.array(Review)),
    problems: [reviewProblems.not_found],
  }),
  giveBack: endpoint({
    name: 'reviews.giveBack',
    summary: 'Give a story back to its author, with a kind reason and comments at its chapters',
    method: 'POST',
    path: '/works/:workId/return/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: StoryReturn,
    response,
    problems: [reviewProblems.not_found, reviewProblems.state_changed],
  }),
  approve: endpoint({
    name: 'reviews.approve',
    summary: 'Say yes to a story, with kind words; nobody else sees it yet',
    method: 'POST',
    path: '/works/:workId/approve/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: StoryApproval,
    response,
    problems: [reviewProblems.not_found, reviewProblems.state_changed],
  }),
  publish: endpoint({
    name: 'reviews.publish',
    summary: 'Put a story that was approved on the shelf',
    method: 'POST',
    path: '/works/:workId/publish/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: Publication,
    response,
    problems: [
      reviewProblems.not_found,
      reviewProblems.state_changed,
      reviewProblems.kept_private,
      reviewProblems.taken_down,
    ],
  }),
  withdraw: endpoint({
    name: 'reviews.withdraw',
    summary: 'Take a story off the shelf, with a reason that its author reads',
    method: 'POST',
    path: '/works/:workId/withdraw/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: StoryWithdrawal,
    response,
    problems: [reviewProblems.not_found, reviewProblems.state_changed],
  }),
} as const;
