import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { fileField } from '../kit/files.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { recordingLimits, recordingTypes } from '../works/recording-limits.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { recordingProblems } from './recordings.problems.ts';
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
  sendVoice: endpoint({
    name: 'reviews.sendVoice',
    summary:
      'Send what is said aloud of a story, under the hash of its bytes; its author hears it once a review names it',
    method: 'PUT',
    path: '/works/:workId/review-voices/:sha256/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    sends: 'multipart',
    params: v.object({ workId: Id, sha256: Sha256 }),
    body: v.object({
      voice: fileField({
        types: recordingTypes,
        wrongType: 'A recording is WebM, MP4 or Ogg',
        maximum: recordingLimits.bytes,
        tooLarge: 'This recording is too long',
      }),
    }),
    response: v.object({ sha256: Sha256 }),
    problems: [reviewProblems.not_found, recordingProblems.unreadable, recordingProblems.too_many],
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
    problems: [reviewProblems.not_found, reviewProblems.state_changed, reviewProblems.no_voice],
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
    problems: [reviewProblems.not_found, reviewProblems.state_changed, reviewProblems.no_voice],
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
      reviewProblems.no_voice,
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
