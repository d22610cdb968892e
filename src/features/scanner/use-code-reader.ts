import { useEffect, useState } from 'react';
import { NoReaderError, type CodeReader, type OpenReader, type ReaderFailure } from './code-reader.ts';

/** The reader of this device, null while it is fetched and where there is none; and the way to look for it once more. */
export function useCodeReader(open: OpenReader) {
  const [reader, setReader] = useState<CodeReader | null>(null);
  const [failure, setFailure] = useState<ReaderFailure | null>(null);

  useEffect(() => {
    if (failure !== null) return undefined;
    let isOver = false;
    let opened: CodeReader | null = null;
    open().then(
      (found) => {
        if (isOver) {
          found.close();
          return;
        }
        opened = found;
        setReader(found);
      },
      (error: unknown) => {
        if (isOver) return;
        console.error(error);
        setFailure(error instanceof NoReaderError ? error.why : 'none');
      },
    );
    return () => {
      isOver = true;
      opened?.close();
      setReader(null);
    };
  }, [open, failure]);

  return {
    reader,
    failure,
    /** For a reader that broke later, when no other was left to take its place. */
    giveUp: ({ why }: NoReaderError) => setFailure(why),
    tryAgain: () => setFailure(null),
  };
}
