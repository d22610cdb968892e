import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { deviceReportMessage } from '#contract/devices/devices.rules.ts';
import { SignedDeviceReport } from '#contract/devices/devices.schema.ts';
import { product } from '#contract/kit/product.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { TestStorageRoom } from '#tests/support/storage-room.ts';
import { openTab, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { NoNetworkError, type ApiClient } from './api-client.ts';
import { DeviceWatch } from './device-watch.ts';

class TestSchool implements ApiClient {
  readonly reports: SignedDeviceReport[] = [];
  failure: Error | null = null;
  gate: Promise<void> | null = null;

  readonly call: ApiClient['call'] = async (_endpoint, input) => {
    await this.gate;
    if (this.failure) throw this.failure;
    this.reports.push(v.parse(SignedDeviceReport, (input as { body: unknown }).body));
    return {} as never;
  };
}

const factsOf = ({ public_key: _key, known_by: _known, signature: _made, ...facts }: SignedDeviceReport) =>
  facts;

async function isSigned({ public_key, signature, ...report }: SignedDeviceReport): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', public_key, algorithm, false, ['verify']);
  return await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signature, 'base64url'),
    new TextEncoder().encode(deviceReportMessage(report)),
  );
}

async function watched(device = new TestDevice(), room = new TestStorageRoom()) {
  const time = new TestTime();
  const environment = { ...openTab(device, time).environment, storage: room };
  const replica = new FakeReplica();
  const school = new TestSchool();
  const failures: unknown[] = [];
  const watch = new DeviceWatch({
    environment,
    api: school,
    replica,
    onFailure: (error) => failures.push(error),
  });
  await watch.start();
  /** An exchange of the replica with the school, as it ends with so many changes left. */
  const exchange = async (waiting: number, reachable = true) => {
    replica.say({ waiting, reachable, busy: false, last_exchange_at: new Date(time.now()).toISOString() });
    await settled();
  };
  return { device, room, time, replica, school, watch, failures, exchange };
}

describe('a tablet tells the school', () => {
  it('what it is, with its first exchange', async () => {
    const { school, exchange, watch } = await watched();
    await settled();
    expect(school.reports).toEqual([]);
    await exchange(0);
    expect(school.reports.map(factsOf)).toEqual([
      {
        device_id: watch.facts()?.device_id,
        app_version: product.version,
        unsent: 0,
        unsent_people: 0,
        free_bytes: 1_000_000_000,
        storage_persisted: true,
        storage_wiped: false,
      },
    ]);
  });

  it('in reports that it signs, each with the same key', async () => {
    const { school, exchange, time } = await watched();
    await exchange(0);
    await time.advance(61_000);
    await exchange(2);
    const [first, second] = school.reports;
    expect(await Promise.all(school.reports.map(isSigned))).toEqual([true, true]);
    expect(second?.public_key).toEqual(first?.public_key);
    expect(second?.signature).not.toBe(first?.signature);
    expect(second?.known_by).toBe(first?.known_by);
  });

  it('once a minute, however often it exchanges something', async () => {
    const { school, exchange, time } = await watched();
    for (let seconds = 0; seconds <= 120; seconds += 15) {
      await exchange(0);
      await time.advance(15_000);
    }
    expect(school.reports).toHaveLength(3);
  });

  it('nothing of a change that the next exchange takes along', async () => {
    const { school, exchange, replica, time } = await watched();
    await exchange(0);
    await time.advance(1000);
    replica.say({ waiting: 1, state: 'saved_here' });
    await settled();
    await exchange(0);
    expect(school.reports).toHaveLength(1);
  });

  it('of what an exchange left behind, and at once when that is gone', async () => {
    const { school, exchange, replica, time } = await watched();
    await exchange(0);
    await time.advance(1000);
    replica.say({ waiting: 2 });
    await exchange(2);
    await time.advance(1000);
    await exchange(0);
    expect(school.reports.map(({ unsent, unsent_people }) => [unsent, unsent_people])).toEqual([
      [0, 0],
      [2, 1],
      [0, 0],
    ]);
  });

  it('nothing where there is no network, and all of it later', async () => {
    const { school, exchange, time, failures } = await watched();
    await exchange(1, false);
    expect(school.reports).toEqual([]);
    school.failure = new NoNetworkError('none', false);
    await exchange(1);
    await exchange(1);
    school.failure = null;
    await exchange(1);
    expect(school.reports).toEqual([]);
    await time.advance(15_000);
    await exchange(1);
    expect(school.reports).toMatchObject([{ unsent: 1 }]);
    expect(failures).toEqual([]);
  });

  it('one thing at a time, and holds nothing up', async () => {
    const { school, exchange, time } = await watched();
    let letGo = () => {};
    school.gate = new Promise((resolve) => {
      letGo = resolve;
    });
    await exchange(0);
    await time.advance(61_000);
    await exchange(0);
    letGo();
    await settled();
    expect(school.reports).toHaveLength(1);
  });

  it('nothing more once it is closed', async () => {
    const { school, exchange, watch } = await watched();
    watch.close();
    await exchange(0);
    expect(school.reports).toEqual([]);
  });

  it('that its storage was cleared, and the person once, with what was lost', async () => {
    const first = await watched();
    await first.exchange(0);
    first.replica.say({ waiting: 3 });
    first.watch.close();
    const { watch, school, exchange, time } = await watched(new TestDevice(), first.room);
    expect(watch.facts()).toMatchObject({ wipe: { lost: 3 }, device_id: first.watch.facts()?.device_id });
    await exchange(0);
    await time.advance(61_000);
    await exchange(0);
    expect(school.reports.map(({ storage_wiped }) => storage_wiped)).toEqual([true, false]);
    // Its key is gone, and the school knows it again by what stands in the marker.
    const [before] = first.school.reports;
    expect(school.reports[0]?.known_by).toBe(before?.known_by);
    expect(school.reports[0]?.public_key).not.toEqual(before?.public_key);
    expect(watch.facts()?.wipe).not.toBeNull();
    await watch.noteWipeRead();
    expect(watch.facts()?.wipe).toBeNull();
    await time.advance(61_000);
    await exchange(0);
    expect(watch.facts()?.wipe).toBeNull();
  });
});

describe('what a screen knows of the tablet', () => {
  it('is the same object until something changes', async () => {
    const { watch, exchange, time, room } = await watched();
    expect(watch.facts()?.is_reported).toBe(false);
    await exchange(0);
    const before = watch.facts();
    expect(before?.is_reported).toBe(true);
    await exchange(0);
    expect(watch.facts()).toBe(before);
    room.freeBytes = 5;
    await time.advance(61_000);
    let heard = 0;
    watch.subscribe(() => {
      heard += 1;
    });
    await exchange(0);
    expect(watch.facts()).toMatchObject({ free_bytes: 5 });
    expect(heard).toBe(1);
  });

  it('says that the browser would not promise to keep what is stored', async () => {
    const room = new TestStorageRoom();
    room.grants = false;
    const { watch } = await watched(new TestDevice(), room);
    expect(watch.facts()).toMatchObject({ storage_persisted: false });
    expect(room.asked).toBe(1);
  });
});
