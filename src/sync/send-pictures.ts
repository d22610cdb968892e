import { pictureMessage, recordingMessage } from '#contract/sync/grants.rules.ts';
import type { PictureMade } from '#contract/works/picture-limits.schema.ts';
import { isRecordingType } from '#contract/works/recording-limits.schema.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from './api-client.ts';
import type { SyncEnvironment } from './environment.ts';
import { signAsDevice, type KeptGrant } from './grants.ts';
import type { Pictures } from './pictures.ts';
import { partsOfPictureId } from './queued.ts';
import { triesBeforeGivingUp } from './verdict.ts';

/*
 * This comes with the part of the app that one writes with: a tablet on which nobody writes has no pictures to send. Where
 * somebody does it is kept, and what was left there is sent with it.
 */

/** Sends a picture or a recording, as its owner or by a grant. */
export type SendPicture = (
  picture: { workId: string; sha256: string; blob: Blob; made: PictureMade },
  options: { timeout: number },
) => Promise<unknown>;

export function asOwner(api: ApiClient): SendPicture {
  return ({ blob, made, ...params }, options) =>
    isRecordingType(blob.type)
      ? api.call(recordingEndpoints.send, { params, body: { recording: blob } }, options)
      : api.call(pictureEndpoints.send, { params, body: { picture: blob, made } }, options);
}

/** For somebody who is not signed in, signed by the device. */
export function byGrant(environment: SyncEnvironment, api: ApiClient, { grant_id }: KeptGrant): SendPicture {
  return async ({ blob, made, ...params }, options) => {
    const { workId, sha256 } = params;
    const sign = (message: string) => signAsDevice(environment, message);
    if (isRecordingType(blob.type)) {
      const signature = await sign(recordingMessage(grant_id, workId, sha256));
      const body = { grant_id, signature, recording: blob };
      return await api.call(recordingEndpoints.sendByGrant, { params, body }, options);
    }
    const signature = await sign(pictureMessage(grant_id, workId, sha256));
    const body = { grant_id, signature, picture: blob, made };
    return await api.call(pictureEndpoints.sendByGrant, { params, body }, options);
  };
}

/** Said of whoever asks, or of this moment, and not of what was sent. */
function isForLater({ status }: ApiProblem): boolean {
  return status === 401 || status === 426 || status === 429 || status === 503;
}

/**
 * Sends a picture, and notes what became of it. What the school does not take, or what does not get through however often, is
 * told at its place and holds back nothing: the words go without it.
 * @throws NoNetworkError, ApiProblem where another time may mend it
 */
export async function sendPicture(
  id: string,
  { pictures, send, timeout }: { pictures: Pictures; send: SendPicture; timeout: number },
): Promise<void> {
  const blob = await pictures.open(id);
  // The key of the device is another, or the record was damaged.
  if (!blob) return await pictures.note(id, 'refused');
  try {
    await send({ ...partsOfPictureId(id), blob, made: pictures.madeOf(id) }, { timeout });
  } catch (error) {
    const isSlow = error instanceof NoNetworkError && error.timedOut;
    if (!(isSlow || (error instanceof ApiProblem && !isForLater(error)))) throw error;
    // Nobody here can do anything about it, and nothing is wrong with the picture.
    if (error instanceof ApiProblem && error.code.startsWith('quota.'))
      return await pictures.note(id, 'full', error.body);
    if (error instanceof ApiProblem && error.status < 500)
      return await pictures.note(id, 'refused', error.body);
    if ((await pictures.noteTry(id)) < triesBeforeGivingUp) throw error;
    return await pictures.note(id, 'refused');
  }
  await pictures.note(id, 'sent');
  // There is room again.
  for (const held of pictures.list.filter(({ state }) => state === 'full'))
    await pictures.note(held.id, 'waiting');
}
