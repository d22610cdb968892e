import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { fileField } from '../kit/files.ts';
import { Id } from '../kit/id.ts';
import { quotaProblems } from '../kit/quota.problems.ts';
import { authors } from '../kit/roles.ts';
import { grantProblems } from '../sync/grants.problems.ts';
import { Signature } from '../sync/grants.schema.ts';
import { recordingLimits, recordingTypes } from '../works/recording-limits.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { recordingProblems } from './recordings.problems.ts';

const Recording = fileField({
  types: recordingTypes,
  wrongType: 'A recording is WebM, MP4 or Ogg',
  maximum: recordingLimits.bytes,
  tooLarge: 'This recording is too long',
});

const response = v.object({ sha256: Sha256 });

/** Voices that authors record, with or without a network. They go the way that pictures go. */
export const recordingEndpoints = {
  send: endpoint({
    name: 'recordings.send',
    summary:
      'Send a recording for a story of one’s own, under the hash of its bytes; others hear it once a chapter has it',
    method: 'PUT',
    path: '/own-stories/:workId/recordings/:sha256/',
    roles: authors,
    offline: 'online-only',
    holdsWork: true,
    guests: 'never',
    sends: 'multipart',
    params: v.object({ workId: Id, sha256: Sha256 }),
    body: v.object({ recording: Recording }),
    response,
    problems: [
      recordingProblems.no_story,
      recordingProblems.unreadable,
      recordingProblems.too_many,
      quotaProblems.full,
      quotaProblems.week,
    ],
  }),
  sendByGrant: endpoint({
    name: 'recordings.sendByGrant',
    summary: 'Send a recording for a story of a student, sent by the device alone and signed with its key',
    method: 'PUT',
    path: '/sync/recordings-by-grant/:workId/:sha256/',
    roles: 'anyone',
    offline: 'online-only',
    holdsWork: true,
    sends: 'multipart',
    params: v.object({ workId: Id, sha256: Sha256 }),
    body: v.object({
      grant_id: Id,
      /** Over `recordingMessage()`. */
      signature: Signature,
      recording: Recording,
    }),
    response,
    problems: [
      grantProblems.grant_refused,
      recordingProblems.owner_away,
      recordingProblems.no_story,
      recordingProblems.unreadable,
      recordingProblems.too_many,
      quotaProblems.full,
      quotaProblems.week,
    ],
  }),
} as const;
