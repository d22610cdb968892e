import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { fileField } from '../kit/files.ts';
import { Id } from '../kit/id.ts';
import { quotaProblems } from '../kit/quota.problems.ts';
import { authors } from '../kit/roles.ts';
import { grantProblems } from '../sync/grants.problems.ts';
import { Signature } from '../sync/grants.schema.ts';
import { pictureLimits, picturesMade, pictureTypes } from '../works/picture-limits.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { pictureProblems } from './pictures.problems.ts';

/** As `barePicture` leaves it. */
const Picture = fileField({
  types: pictureTypes,
  wrongType: 'A picture is a JPEG or a PNG',
  maximum: pictureLimits.bytes,
  tooLarge: 'This picture is too large',
});

/** Strangers see a photograph of a child only if a guardian allowed it. */
const Made = v.optional(v.picklist(picturesMade), 'photograph');

const response = v.object({ sha256: Sha256 });

/**
 * Pictures that authors make, with or without a network. No queued calls, because those are texts: the device keeps a picture
 * beside them and sends it before the words that show it.
 */
export const pictureEndpoints = {
  send: endpoint({
    name: 'pictures.send',
    summary:
      'Send a picture for a story of one’s own, under the hash of its bytes; others see it once a chapter shows it',
    method: 'PUT',
    path: '/own-stories/:workId/pictures/:sha256/',
    roles: authors,
    offline: 'online-only',
    holdsWork: true,
    guests: 'never',
    sends: 'multipart',
    params: v.object({ workId: Id, sha256: Sha256 }),
    body: v.object({ picture: Picture, made: Made }),
    response,
    problems: [
      pictureProblems.no_story,
      pictureProblems.unreadable,
      pictureProblems.too_many,
      quotaProblems.full,
      quotaProblems.week,
    ],
  }),
  sendByGrant: endpoint({
    name: 'pictures.sendByGrant',
    summary: 'Send a picture for a story of a student, sent by the device alone and signed with its key',
    method: 'PUT',
    path: '/sync/pictures-by-grant/:workId/:sha256/',
    roles: 'anyone',
    offline: 'online-only',
    holdsWork: true,
    sends: 'multipart',
    params: v.object({ workId: Id, sha256: Sha256 }),
    body: v.object({
      grant_id: Id,
      /** Over `pictureMessage()`. */
      signature: Signature,
      picture: Picture,
      made: Made,
    }),
    response,
    problems: [
      grantProblems.grant_refused,
      pictureProblems.owner_away,
      pictureProblems.no_story,
      pictureProblems.unreadable,
      pictureProblems.too_many,
      quotaProblems.full,
      quotaProblems.week,
    ],
  }),
} as const;
