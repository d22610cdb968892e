import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '#tests/support/until.ts';
import { NoReaderError, openFirst, type CodeReader } from './code-reader.ts';

const picture = {} as ImageBitmap;

class FakeReader implements CodeReader {
  isClosed = false;
  answer: () => Promise<readonly string[]>;
  constructor(text: string) {
    this.answer = () => Promise.resolve([text]);
  }
  read(): Promise<readonly string[]> {
    return this.answer();
  }
  close(): void {
    this.isClosed = true;
  }
}

const unavailable = () => Promise.reject(new Error('Not here'));

afterEach(() => vi.useRealTimers());

describe('the reader of a device', () => {
  it('is the first that works there', async () => {
    const opened: string[] = [];
    const reader = await openFirst([
      unavailable,
      () => Promise.resolve(new FakeReader('second')),
      () => {
        opened.push('third');
        return Promise.resolve(new FakeReader('third'));
      },
    ]);
    expect(await reader.read(picture)).toEqual(['second']);
    expect(opened).toEqual([]);
  });

  it('does not exist where none works', async () => {
    await expect(openFirst([unavailable, unavailable])).rejects.toThrow(NoReaderError);
    await expect(openFirst([unavailable, unavailable])).rejects.toMatchObject({ why: 'none' });
  });

  it('is only missing where the last one could not be fetched', async () => {
    const notFetched = () =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/script-reader.js'));
    await expect(openFirst([unavailable, notFetched])).rejects.toMatchObject({ why: 'missing' });
    await expect(openFirst([notFetched, unavailable])).rejects.toMatchObject({ why: 'none' });
  });

  it('gives way to the next one when it breaks, and the picture is not lost', async () => {
    const first = new FakeReader('first');
    const reader = await openFirst([
      () => Promise.resolve(first),
      unavailable,
      () => Promise.resolve(new FakeReader('third')),
    ]);
    expect(await reader.read(picture)).toEqual(['first']);
    first.answer = () => Promise.reject(new DOMException('Service unavailable', 'NotSupportedError'));
    // A picture of the camera and a photo.
    expect(await Promise.all([reader.read(picture), reader.read(picture)])).toEqual([['third'], ['third']]);
    expect(first.isClosed).toBe(true);
  });

  it('gives way to the next one when it does not answer', async () => {
    vi.useFakeTimers();
    const silent = new FakeReader('first');
    silent.answer = () => new Promise(() => undefined);
    const reader = await openFirst([
      () => Promise.resolve(silent),
      () => Promise.resolve(new FakeReader('second')),
    ]);
    const texts = reader.read(picture);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await texts).toEqual(['second']);
  });

  it('says so when the last one broke, each time', async () => {
    const only = new FakeReader('only');
    const reader = await openFirst([() => Promise.resolve(only)]);
    only.answer = () => Promise.reject(new Error('Broken'));
    await expect(reader.read(picture)).rejects.toThrow(NoReaderError);
    await expect(reader.read(picture)).rejects.toThrow(NoReaderError);
  });

  it('is silent about what was asked before it was closed', async () => {
    const first = new FakeReader('first');
    const reader = await openFirst([() => Promise.resolve(first), unavailable]);
    let breakOff: () => void = () => undefined;
    first.answer = () =>
      new Promise((_resolve, reject) => {
        breakOff = () => reject(new Error('Closed'));
      });
    const texts = reader.read(picture);
    await until(() => expect(first.isClosed).toBe(false));
    reader.close();
    breakOff();
    expect(await texts).toEqual([]);
    expect(first.isClosed).toBe(true);
  });
});
