import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeStreams } from '#tests/support/fake-streams.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import { openTab, settled, TestDevice, TestTime, type TestTab } from '#tests/support/sync-environment.ts';
import { ids, maple, ScriptedServer } from '#tests/support/sync-scripted-server.ts';
import { openReplica } from './open-replica.ts';
import type { Replica } from './replica.ts';

const second = 1000;

let time: TestTime;
let device: TestDevice;
let tab: TestTab;
let server: ScriptedServer;
let streams: FakeStreams;
let replica: Replica;

beforeEach(async () => {
  time = new TestTime();
  device = new TestDevice();
  server = new ScriptedServer();
  await start();
});

async function start(): Promise<void> {
  tab = openTab(device, time);
  streams = new FakeStreams();
  replica = await openReplica({
    environment: tab.environment,
    api: server,
    streams,
    user: { id: ids.teacher, tenant_id: ids.tenant },
    definitions: queuedCalls,
    onFailure: (error) => {
      throw error;
    },
  });
  replica.start();
  await settled();
}

afterEach(() => replica.close());

/** How many pulls so much time brings, with or without signs of life on the stream. */
async function pullsIn(milliseconds: number, isAlive: boolean): Promise<number> {
  const before = server.pulls.length;
  for (let passed = 0; passed < milliseconds; passed += 5 * second) {
    if (isAlive) streams.heartbeat();
    await time.advance(5 * second);
  }
  return server.pulls.length - before;
}

describe('a replica that is poked', () => {
  it('pulls within two seconds of what somebody else changed', async () => {
    streams.heartbeat();
    await settled();
    const before = server.pulls.length;
    server.version += 1;
    streams.poke(maple, server.version);
    await time.advance(2 * second);
    expect(server.pulls).toHaveLength(before + 1);
    streams.poke(maple, server.version);
    await time.advance(5 * second);
    expect(server.pulls).toHaveLength(before + 1);
  });

  it('knows what it has from the time before, too', async () => {
    replica.close();
    server.students.clear();
    await start();
    const before = server.pulls.length;
    streams.heartbeat();
    streams.poke(maple, server.version);
    await time.advance(5 * second);
    expect(server.pulls).toHaveLength(before);
  });

  it('polls once a minute while the stream lives, and every 15 seconds while it does not', async () => {
    expect(await pullsIn(120 * second, false)).toBe(8);
    await pullsIn(60 * second, true);
    expect(await pullsIn(240 * second, true)).toBe(4);
    await pullsIn(120 * second, false);
    expect(await pullsIn(120 * second, false)).toBe(8);
  });

  it('is left alone once it is closed', async () => {
    streams.heartbeat();
    streams.poke(maple, 99);
    await settled();
    const before = server.pulls.length;
    replica.close();
    await time.advance(300 * second);
    expect(server.pulls).toHaveLength(before);
    expect(streams.openStreams).toBe(0);
    expect(time.pendingTimers).toBe(0);
  });
});
