import { checkFile } from '#contract/imports/imports.rules.ts';
import type { DraftRow, FileFacts, FileReading, ReaderWord } from './file-reading.ts';

export interface ReadingOptions {
  signal: AbortSignal;
  /** How many rows are read, of how many. */
  onProgress: (done: number, total: number) => void;
}

export type ReadFile = (file: File, options: ReadingOptions) => Promise<FileReading>;

/** Reads a file in a thread of its own. @throws DOMException AbortError when it was called off; Error when it failed */
export const readFile: ReadFile = (file, { signal, onProgress }) => {
  const refused = checkFile(file);
  if (refused) return Promise.resolve({ refused });
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const reader = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
    const rows: DraftRow[] = [];
    let facts: FileFacts | null = null;
    const end = () => {
      reader.terminate();
      signal.removeEventListener('abort', callOff);
    };
    const callOff = () => {
      end();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', callOff);
    reader.addEventListener('error', (event) => {
      end();
      reject(new Error(event.message || 'The part of the app that reads files is not there'));
    });
    reader.addEventListener('message', ({ data }: MessageEvent<ReaderWord>) => {
      if (data.kind === 'facts') {
        ({ facts } = data);
        onProgress(0, facts.count);
      } else if (data.kind === 'rows') {
        rows.push(...data.rows);
        if (facts) onProgress(rows.length, facts.count);
      } else {
        end();
        if (data.kind === 'refused') resolve({ refused: data.problem });
        else if (facts) resolve({ facts, rows });
      }
    });
    reader.postMessage(file);
  });
};
