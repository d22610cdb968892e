import { MissingCodeError } from './drain-end.ts';
import type { SyncEnvironment } from './environment.ts';
import type * as sendPictures from './send-pictures.ts';

export type PictureSending = typeof sendPictures;

/** What a drain takes from the world beside the rest. */
export interface DrainEnvironment extends SyncEnvironment {
  /** Loads the code that sends pictures. It is kept where somebody writes; elsewhere it comes from the school. */
  loadPictureSending(): Promise<PictureSending>;
}

/**
 * Loads the code that sends pictures. A load that hangs would hold up every later call, so it times out like a request.
 * @param timeout milliseconds
 * @throws MissingCodeError
 */
export async function loadPictureSending(
  environment: Pick<DrainEnvironment, 'setTimer' | 'loadPictureSending'>,
  timeout: number,
): Promise<PictureSending> {
  let callOff = (): void => undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    callOff = environment.setTimer(() => reject(new MissingCodeError()), timeout);
  });
  try {
    return await Promise.race([environment.loadPictureSending(), tooLate]);
  } catch (error) {
    // Browsers throw it for a file that they cannot fetch.
    if (error instanceof TypeError) throw new MissingCodeError(error.message);
    throw error;
  } finally {
    callOff();
  }
}
