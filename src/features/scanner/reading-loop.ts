import type { CodeReader } from './code-reader.ts';

/** Milliseconds between one picture and the next, in which the tablet stays cool. */
const rest = 60;
/** So many pictures in a row may go wrong: a video says that it has one a moment before it has. */
const mishaps = 30;

interface Reading {
  /** The picture of this moment; null where there is none yet. */
  take: () => Promise<ImageBitmap | null>;
  reader: CodeReader;
  /** Called for each picture with the codes in it. */
  onTexts: (texts: readonly string[]) => void;
  signal: AbortSignal;
}

/**
 * Reads one picture after the other until `signal` ends it: a slow reader has fewer of them, never a heap.
 * @throws what `take` and the reader throw
 */
export async function readOneByOne({ take, reader, onTexts, signal }: Reading): Promise<void> {
  let missed = 0;
  async function takeOne(): Promise<ImageBitmap | null> {
    try {
      const picture = await take();
      missed = 0;
      return picture;
    } catch (error) {
      missed += 1;
      if (missed > mishaps) throw error;
      return null;
    }
  }

  while (!signal.aborted) {
    const picture = await takeOne();
    if (picture) {
      try {
        if (signal.aborted) return;
        const texts = await reader.read(picture);
        if (signal.aborted) return;
        onTexts(texts);
      } finally {
        picture.close();
      }
    }
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, rest);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
