import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '#tests/support/until.ts';
import { EventStreams } from './event-stream.ts';

const heartbeat = 20_000;

let streams: EventStreams;

beforeEach(() => {
  vi.useFakeTimers();
  streams = new EventStreams(heartbeat);
});

afterEach(() => {
  vi.useRealTimers();
});

/** What is ready to be read. */
function textOf(readable: Readable): string {
  const read = readable.read() as Buffer | null;
  return read?.toString() ?? '';
}

describe('a stream of events', () => {
  it('begins with a sign of life, and gives one whenever the time for it has passed', () => {
    const { readable } = streams.open();
    expect(textOf(readable)).toBe(':\n\n');
    vi.advanceTimersByTime(3 * heartbeat);
    expect(textOf(readable)).toBe(':\n\n:\n\n:\n\n');
  });

  it('carries each event as one block of JSON, whatever is in it', () => {
    const stream = streams.open();
    stream.send({ text: 'two\nlines', more: 'data: x\n\n' });
    const [sign, block, ...rest] = textOf(stream.readable).split('\n\n');
    expect([sign, rest]).toEqual([':', ['']]);
    expect(block).toMatch(/^data: \{.*\}$/u);
    expect(JSON.parse(block?.slice('data: '.length) ?? '')).toEqual({
      text: 'two\nlines',
      more: 'data: x\n\n',
    });
  });

  it('says when it has ended, and takes nothing more', () => {
    const stream = streams.open();
    stream.end();
    stream.end();
    expect(stream.signal.aborted).toBe(true);
    stream.send({ late: true });
    vi.advanceTimersByTime(3 * heartbeat);
    expect(textOf(stream.readable)).toBe(':\n\n');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when its reader goes away', async () => {
    const stream = streams.open();
    stream.readable.destroy();
    await until(() => expect(stream.signal.aborted).toBe(true));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is cut off where its reader does not read', async () => {
    const stream = streams.open();
    const text = 'x'.repeat(1000);
    for (let turn = 0; turn < 200; turn += 1) stream.send({ text });
    expect(stream.readable.destroyed).toBe(false);
    for (let turn = 0; turn < 200; turn += 1) stream.send({ text });
    expect(stream.readable.destroyed).toBe(true);
    await until(() => expect(stream.signal.aborted).toBe(true));
  });
});

describe('all streams of a server', () => {
  it('end in groups where it is about to stop, each with a word when to come again', async () => {
    const all = Array.from({ length: 40 }, () => streams.open());
    const stillOpen = () => all.filter(({ signal }) => !signal.aborted).length;
    const ending = streams.endInGroups(10_000);
    expect(stillOpen()).toBe(38);
    await vi.advanceTimersByTimeAsync(5000);
    expect(stillOpen()).toBe(18);
    await vi.advanceTimersByTimeAsync(5000);
    await ending;
    expect(stillOpen()).toBe(0);
    const hints = all.map(({ readable }) => /\n\nretry: (\d+)\n\n$/u.exec(textOf(readable))?.[1]);
    expect(hints.filter((hint) => !(Number(hint) > 0 && Number(hint) <= 5000))).toEqual([]);
    expect(new Set(hints).size).toBeGreaterThan(20);
  });

  it('end when it stops, those at once that are read, the others soon after', async () => {
    const read = streams.open();
    const stuck = streams.open();
    read.readable.resume();
    streams.close();
    expect([read, stuck].map(({ signal }) => signal.aborted)).toEqual([true, true]);
    await until(() => expect(read.readable.readableEnded).toBe(true));
    expect(stuck.readable.destroyed).toBe(false);
    vi.advanceTimersByTime(500);
    expect(stuck.readable.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
