import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeReader } from './code-reader.ts';
import { readOneByOne } from './reading-loop.ts';

class FakePicture {
  isClosed = false;
  readonly width = 10;
  readonly height = 10;
  close(): void {
    this.isClosed = true;
  }
}

/** Answers when the test says so. */
class SlowReader implements CodeReader {
  readonly asked: { picture: FakePicture; answer: (texts: readonly string[]) => void }[] = [];
  read(picture: ImageBitmap): Promise<readonly string[]> {
    return new Promise((answer) => this.asked.push({ picture: picture as unknown as FakePicture, answer }));
  }
  close(): void {}
}

function start(reader: CodeReader, take: () => Promise<FakePicture | null>) {
  const stopping = new AbortController();
  const seen: (readonly string[])[] = [];
  const done = readOneByOne({
    take,
    reader,
    onTexts: (texts) => seen.push(texts),
    signal: stopping.signal,
  });
  return { stop: () => stopping.abort(), seen, done };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('reading a video', () => {
  it('takes no picture before the one before it is read', async () => {
    const reader = new SlowReader();
    let taken = 0;
    const { seen, stop, done } = start(reader, () => {
      taken += 1;
      return Promise.resolve(new FakePicture());
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(taken).toBe(1);
    reader.asked[0]?.answer(['a']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toEqual([['a']]);
    expect(taken).toBe(2);
    stop();
    reader.asked[1]?.answer([]);
    await done;
    expect(reader.asked.every(({ picture }) => picture.isClosed)).toBe(true);
  });

  it('says nothing more once it was ended, not even what was being read', async () => {
    const reader = new SlowReader();
    const { seen, stop, done } = start(reader, () => Promise.resolve(new FakePicture()));
    await vi.advanceTimersByTimeAsync(100);
    stop();
    reader.asked[0]?.answer(['a']);
    await done;
    expect(seen).toEqual([]);
    expect(reader.asked[0]?.picture.isClosed).toBe(true);
  });

  it('waits for a camera that has no picture yet', async () => {
    const reader = new SlowReader();
    const pictures = [null, null, new FakePicture()];
    const { stop, done } = start(reader, () => Promise.resolve(pictures.shift() ?? null));
    await vi.advanceTimersByTimeAsync(1000);
    expect(reader.asked).toHaveLength(1);
    stop();
    reader.asked[0]?.answer([]);
    await done;
  });

  it('goes on after a picture that could not be taken, and not for ever', async () => {
    const reader = new SlowReader();
    let tries = 0;
    const { done } = start(reader, () => {
      tries += 1;
      return Promise.reject(new DOMException('No picture', 'InvalidStateError'));
    });
    await Promise.all([expect(done).rejects.toThrow('No picture'), vi.advanceTimersByTimeAsync(60_000)]);
    expect(tries).toBeGreaterThan(10);
  });

  it('ends with what the reader complains about, and lets go of the picture', async () => {
    const picture = new FakePicture();
    const { done } = start({ read: () => Promise.reject(new Error('Broken')), close: () => undefined }, () =>
      Promise.resolve(picture),
    );
    await expect(done).rejects.toThrow('Broken');
    expect(picture.isClosed).toBe(true);
  });
});
