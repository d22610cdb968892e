import { describe, expect, it } from 'vitest';
import type { ReadRequest, WasmReaderMessage } from './wasm-reader.messages.ts';
import { openWasmReader } from './wasm-reader.ts';

class FakeWorker extends EventTarget {
  readonly requests: ReadRequest[] = [];
  isTerminated = false;
  postMessage(request: ReadRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  say(data: WasmReaderMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function open(worker: FakeWorker) {
  return openWasmReader(() => worker);
}

const picture = {} as ImageBitmap;

describe('the reader in WebAssembly', () => {
  it('is there when its worker is ready, and each answer finds its question', async () => {
    const worker = new FakeWorker();
    const opening = open(worker);
    worker.say({ is: 'ready' });
    const reader = await opening;
    const first = reader.read(picture);
    const second = reader.read(picture);
    const [one, two] = worker.requests.map(({ id }) => id);
    worker.say({ is: 'read', id: two ?? 0, texts: ['two'] });
    worker.say({ is: 'read', id: one ?? 0, texts: ['one'] });
    expect(await Promise.all([first, second])).toEqual([['one'], ['two']]);
  });

  it('cannot be had where its module cannot be loaded', async () => {
    const worker = new FakeWorker();
    const opening = open(worker);
    worker.say({ is: 'unavailable', reason: 'No WebAssembly' });
    await expect(opening).rejects.toThrow('No WebAssembly');
    expect(worker.isTerminated).toBe(true);
  });

  it('cannot be had where its worker does not start', async () => {
    const worker = new FakeWorker();
    const opening = open(worker);
    worker.dispatchEvent(new Event('error'));
    await expect(opening).rejects.toThrow('did not start');
  });

  it('fails one picture without the others', async () => {
    const worker = new FakeWorker();
    const opening = open(worker);
    worker.say({ is: 'ready' });
    const reader = await opening;
    const texts = reader.read(picture);
    worker.say({ is: 'failed', id: worker.requests[0]?.id ?? 0, reason: 'Detached' });
    await expect(texts).rejects.toThrow('Detached');
    expect(worker.isTerminated).toBe(false);
  });

  it('leaves nobody waiting when it is closed', async () => {
    const worker = new FakeWorker();
    const opening = open(worker);
    worker.say({ is: 'ready' });
    const reader = await opening;
    const texts = reader.read(picture);
    reader.close();
    await expect(texts).rejects.toThrow('closed');
    expect(worker.isTerminated).toBe(true);
  });
});
