import type { CodeReader } from './code-reader.ts';
import type { ReadRequest, WasmReaderMessage } from './wasm-reader.messages.ts';

/** What a `Worker` is to its owner. */
export type ReadingWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

function startWorker(): ReadingWorker {
  return new Worker(new URL('./wasm-reader.worker.ts', import.meta.url), { type: 'module' });
}

interface Asked {
  resolve: (texts: readonly string[]) => void;
  reject: (error: Error) => void;
}

/** ZXing as WebAssembly, in a worker. */
export function openWasmReader(start: () => ReadingWorker = startWorker): Promise<CodeReader> {
  return new Promise((resolve, reject) => {
    const asked = new Map<number, Asked>();
    let count = 0;
    const worker = start();

    function end(reason: string): void {
      const error = new Error(reason);
      worker.terminate();
      reject(error);
      for (const waiting of asked.values()) waiting.reject(error);
      asked.clear();
    }

    const reader: CodeReader = {
      read: (picture) =>
        new Promise((tell, refuse) => {
          count += 1;
          asked.set(count, { resolve: tell, reject: refuse });
          worker.postMessage({ id: count, picture } satisfies ReadRequest);
        }),
      close: () => end('The reader was closed'),
    };

    worker.addEventListener('message', ({ data }: MessageEvent<WasmReaderMessage>) => {
      if (data.is === 'ready') resolve(reader);
      else if (data.is === 'unavailable') end(data.reason);
      else {
        const waiting = asked.get(data.id);
        asked.delete(data.id);
        if (data.is === 'read') waiting?.resolve(data.texts);
        else waiting?.reject(new Error(data.reason));
      }
    });
    worker.addEventListener('error', () => end('The worker of the reader did not start'));
  });
}
