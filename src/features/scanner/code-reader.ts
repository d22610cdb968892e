import { inTime } from '#src/lib/in-time.ts';
import { isMissingCode } from '#src/session/late-code.ts';

/** Finds QR codes in pictures. */
export interface CodeReader {
  /**
   * @param picture stays the caller's, who closes it
   * @returns the texts of the codes in it, each once; empty where there is none
   * @throws Error where it cannot read, now or ever
   */
  read(picture: ImageBitmap): Promise<readonly string[]>;
  close(): void;
}

/** @throws Error on a device that cannot have it */
export type OpenReader = () => Promise<CodeReader>;

/** Milliseconds without an answer after which a reader is given up. */
const patience = 8000;
const silent = () => new Error('The reader of QR codes does not answer');

/** `none`: nothing reads here. `missing`: what may read could not be fetched, and another try may mend that. */
export type ReaderFailure = 'none' | 'missing';

/** None of the readers works on this device. */
export class NoReaderError extends Error {
  readonly why: ReaderFailure;

  constructor(cause: unknown) {
    super('No reader of QR codes works on this device', { cause });
    this.name = 'NoReaderError';
    this.why = isMissingCode(cause) ? 'missing' : 'none';
  }
}

/**
 * The first of `ways` that works on this device. When it stops working later, the next one takes its place.
 * @throws NoReaderError where none does; so does its `read`
 */
export async function openFirst(ways: readonly OpenReader[]): Promise<CodeReader> {
  const left = [...ways];
  let isClosed = false;

  async function next(cause: unknown): Promise<CodeReader> {
    const open = left.shift();
    if (!open) throw new NoReaderError(cause);
    try {
      return await open();
    } catch (error) {
      return await next(error);
    }
  }

  let reader = await next(undefined);
  let broken: CodeReader | null = null;
  let replacement: Promise<void> | null = null;

  async function replace(cause: unknown): Promise<void> {
    reader.close();
    reader = await next(cause);
    if (isClosed) reader.close();
  }

  async function read(picture: ImageBitmap): Promise<readonly string[]> {
    await replacement;
    const asked = reader;
    try {
      return await inTime(asked.read(picture), patience, silent);
    } catch (error) {
      if (isClosed) return [];
      // A photo and a picture of the camera may both have been asked about.
      if (asked === reader && asked !== broken) {
        broken = asked;
        replacement = replace(error);
      }
      return await read(picture);
    }
  }

  return {
    read,
    close: () => {
      isClosed = true;
      reader.close();
    },
  };
}
