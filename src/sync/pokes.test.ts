import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scope } from '#contract/sync/sync.schema.ts';
import { FakeStreams } from '#tests/support/fake-streams.ts';
import { openTab, settled, TestDevice, TestTime, type TestTab } from '#tests/support/sync-environment.ts';
import { cedar, maple, problem } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { Pokes } from './pokes.ts';

const second = 1000;

let device: TestDevice;
let time: TestTime;
let tab: TestTab;
let streams: FakeStreams;
/** What the device holds. */
let held: Map<Scope, number>;

interface Listening {
  tab: TestTab;
  pokes: Pokes;
  wake: ReturnType<typeof vi.fn<() => void>>;
  failures: unknown[];
}

function listen(on: TestTab = tab): Listening {
  const wake = vi.fn<() => void>();
  const failures: unknown[] = [];
  const pokes = new Pokes({
    environment: on.environment,
    streams,
    name: 'replica',
    isNew: (scope, version) => version > (held.get(scope) ?? -1),
    wake,
    onFailure: (error) => failures.push(error),
  });
  pokes.start();
  return { tab: on, pokes, wake, failures };
}

/** Lets time pass with signs of life in it, as the server gives them. */
async function passAlive(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 20 * second) {
    streams.heartbeat();
    await time.advance(Math.min(20 * second, milliseconds - passed));
  }
}

beforeEach(() => {
  device = new TestDevice();
  time = new TestTime();
  tab = openTab(device, time);
  streams = new FakeStreams();
  held = new Map([
    [maple, 4],
    [cedar, 7],
  ]);
});

describe('a poke', () => {
  it('wakes the replica, after a wait that differs from tablet to tablet', async () => {
    const first = listen(openTab(device, time, () => 0.25));
    await settled();
    streams.poke(maple, 5);
    await settled();
    expect(first.wake).not.toHaveBeenCalled();
    await time.advance(499);
    expect(first.wake).not.toHaveBeenCalled();
    await time.advance(1);
    expect(first.wake).toHaveBeenCalledTimes(1);
  });

  it('of a class that the device does not have yet wakes the replica', async () => {
    const { wake } = listen();
    await settled();
    streams.poke('class:01900000-0000-7000-8000-00000000000c', 0);
    await time.advance(2 * second);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('wakes it once for all that comes while it waits', async () => {
    const { wake } = listen();
    await settled();
    for (const version of [5, 6, 7]) {
      streams.poke(maple, version);
      streams.poke(cedar, version + 5);
      await time.advance(100);
    }
    await time.advance(2 * second);
    expect(wake).toHaveBeenCalledTimes(1);
    streams.poke(maple, 8);
    await time.advance(2 * second);
    expect(wake).toHaveBeenCalledTimes(2);
  });

  it('of what the device has already wakes nobody', async () => {
    const { wake } = listen();
    await settled();
    streams.poke(maple, 4);
    streams.poke(cedar, 6);
    await time.advance(10 * second);
    expect(wake).not.toHaveBeenCalled();
  });

  it('of what came meanwhile, with an answer of our own, wakes nobody', async () => {
    const { wake } = listen();
    await settled();
    streams.poke(maple, 5);
    await settled();
    held.set(maple, 5);
    await time.advance(10 * second);
    expect(wake).not.toHaveBeenCalled();
  });

  it('is understood in whatever pieces it comes', async () => {
    const { wake, pokes } = listen();
    await settled();
    const bytes = new TextEncoder().encode(
      `:\n\ndata: ${JSON.stringify({ scope: maple, version: 5 })}\n\n:\n\n`,
    );
    for (const byte of bytes) streams.sayBytes(Uint8Array.of(byte));
    await time.advance(2 * second);
    expect(wake).toHaveBeenCalledTimes(1);
    expect(pokes.isAlive).toBe(true);
  });
});

describe('a stream', () => {
  it('is alive from the first sign of life until there was none for 45 seconds', async () => {
    const { pokes } = listen();
    await settled();
    expect(pokes.isAlive).toBe(false);
    streams.heartbeat();
    await settled();
    expect(pokes.isAlive).toBe(true);
    await time.advance(44 * second);
    expect(pokes.isAlive).toBe(true);
    await time.advance(second);
    expect(pokes.isAlive).toBe(false);
  });

  it('that fell silent is given up and opened anew', async () => {
    const { failures } = listen();
    await settled();
    streams.heartbeat();
    await time.advance(44 * second);
    expect(streams.asked).toBe(1);
    await time.advance(2 * second);
    expect(streams.asked).toBe(2);
    expect(streams.openStreams).toBe(1);
    expect(failures).toEqual([]);
  });

  it('that a filter never answers is given up, tried again, and never taken to be alive', async () => {
    streams.isMute = true;
    const { pokes, failures } = listen();
    await time.advance(45 * second + 500);
    expect(streams.asked).toBe(2);
    await time.advance(600 * second);
    expect(streams.asked).toBeGreaterThan(8);
    expect(pokes.isAlive).toBe(false);
    expect(failures).toEqual([]);
  });

  it('that ends with its token is opened again at once, over and over', async () => {
    listen();
    await settled();
    for (let round = 1; round <= 5; round += 1) {
      await passAlive(600 * second);
      expect(streams.asked).toBe(round);
      streams.end();
      await time.advance(second);
      expect(streams.asked).toBe(round + 1);
    }
  });

  it('that says when to come again is not opened before', async () => {
    listen(openTab(device, time, () => 0));
    await settled();
    streams.say('retry: 3000\n\n');
    streams.end();
    await time.advance(2999);
    expect(streams.asked).toBe(1);
    await time.advance(1);
    expect(streams.asked).toBe(2);
  });

  it('that is cut off is opened again', async () => {
    const { wake, failures } = listen();
    await settled();
    streams.cut();
    await time.advance(second);
    expect(streams.asked).toBe(2);
    streams.poke(maple, 5);
    await time.advance(2 * second);
    expect(wake).toHaveBeenCalledTimes(1);
    expect(failures).toEqual([]);
  });

  it('that ends again and again at once is asked for less and less often', async () => {
    listen();
    await settled();
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      streams.end();
      await settled();
      const { asked } = streams;
      let waited = 0;
      while (streams.asked === asked) {
        await time.advance(500);
        waited += 500;
      }
      waits.push(waited);
    }
    // Half of 1 s, doubling to 20 s: this tablet's chance is a half.
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });

  it('that the server refuses is not asked for before the time that it named', async () => {
    streams.refusals = [problem(503, 'request.unavailable', 30)];
    listen();
    await time.advance(29 * second);
    expect(streams.asked).toBe(1);
    await time.advance(second);
    expect(streams.asked).toBe(2);
  });

  it('is opened as soon as the network is back', async () => {
    streams.refusals = Array.from({ length: 20 }, () => new NoNetworkError('offline', false));
    listen();
    await time.advance(60 * second);
    const { asked } = streams;
    streams.refusals = [];
    tab.wake();
    await settled();
    expect(streams.asked).toBe(asked + 1);
    expect(streams.openStreams).toBe(1);
  });

  it.each(['data: nonsense\n\n', 'data: {"scope":"everything","version":1}\n\n', 'data: {}\n\n'])(
    'that says something else is given up: %j',
    async (text) => {
      const { wake, failures } = listen();
      await settled();
      streams.say(text);
      await time.advance(second);
      expect(streams.asked).toBe(2);
      expect(streams.openStreams).toBe(1);
      expect(wake).not.toHaveBeenCalled();
      expect(failures).toEqual([]);
    },
  );

  it('passes over lines that it does not know', async () => {
    const { wake } = listen();
    await settled();
    streams.say('event: later\nid: 7\nretry: 10\n\n');
    streams.poke(maple, 5);
    await time.advance(2 * second);
    expect(streams.asked).toBe(1);
    expect(wake).toHaveBeenCalledTimes(1);
  });
});

describe('on one device', () => {
  it('one tab holds the stream, and the others know that it is alive', async () => {
    const first = listen();
    const other = listen(openTab(device, time));
    await settled();
    expect(streams.asked).toBe(1);
    streams.heartbeat();
    await settled();
    expect([first.pokes.isAlive, other.pokes.isAlive]).toEqual([true, true]);
    await time.advance(45 * second);
    expect([first.pokes.isAlive, other.pokes.isAlive]).toEqual([false, false]);
  });

  it('another tab takes the stream over when the first is closed', async () => {
    const first = listen();
    const other = listen(openTab(device, time));
    await settled();
    first.pokes.stop();
    await settled();
    expect(streams.asked).toBe(2);
    expect(streams.openStreams).toBe(1);
    streams.poke(maple, 5);
    await time.advance(2 * second);
    expect(first.wake).not.toHaveBeenCalled();
    expect(other.wake).toHaveBeenCalledTimes(1);
  });

  it('a tab in use takes the stream over from one that nobody has looked at for a while', async () => {
    const hidden = listen();
    const used = listen(openTab(device, time));
    await settled();
    hidden.tab.visible = false;
    await passAlive(90 * second);
    streams.poke(maple, 5);
    await time.advance(2 * second);
    expect(streams.openStreams).toBe(1);
    expect(hidden.wake).not.toHaveBeenCalled();
    expect(used.wake).toHaveBeenCalledTimes(1);
  });

  it('nobody listens while nobody looks, and somebody does again when they look', async () => {
    const { pokes } = listen();
    await settled();
    tab.visible = false;
    await passAlive(60 * second);
    await time.advance(30 * second);
    expect(streams.openStreams).toBe(0);
    const { asked } = streams;
    tab.wake();
    await time.advance(600 * second);
    expect(streams.asked).toBe(asked);
    tab.visible = true;
    tab.wake();
    await settled();
    expect(streams.openStreams).toBe(1);
    streams.heartbeat();
    await settled();
    expect(pokes.isAlive).toBe(true);
  });

  it('a glance at another tab does not end the stream', async () => {
    listen();
    await settled();
    tab.visible = false;
    await passAlive(40 * second);
    tab.visible = true;
    await passAlive(120 * second);
    expect(streams.asked).toBe(1);
    expect(streams.openStreams).toBe(1);
  });
});

describe('stopping', () => {
  it('ends the stream, leaves no timer behind, and wakes nobody any more', async () => {
    const { pokes, wake, failures } = listen();
    await settled();
    streams.poke(maple, 5);
    await settled();
    pokes.stop();
    await settled();
    expect(streams.openStreams).toBe(0);
    expect(time.pendingTimers).toBe(0);
    await time.advance(600 * second);
    expect(streams.asked).toBe(1);
    expect(wake).not.toHaveBeenCalled();
    expect(failures).toEqual([]);
  });

  it.each(['while it waits for its turn', 'while it waits to try again', 'while nobody looks'])(
    'leaves nothing behind %s',
    async (moment) => {
      if (moment === 'while it waits for its turn') device.held.set('pokes replica', Symbol('another tab'));
      if (moment === 'while it waits to try again') streams.refusals = [new NoNetworkError('offline', false)];
      const { pokes, failures } = listen();
      if (moment === 'while nobody looks') {
        tab.visible = false;
        await time.advance(120 * second);
      }
      await settled();
      pokes.stop();
      await settled();
      const { asked } = streams;
      await time.advance(600 * second);
      expect(streams.asked).toBe(asked);
      expect(time.pendingTimers).toBe(0);
      expect(failures).toEqual([]);
    },
  );

  it('says what is no matter of the network', async () => {
    const broken = new RangeError('a bug');
    streams.refusals = [broken];
    const { failures } = listen();
    await settled();
    expect(failures).toEqual([broken]);
  });
});
