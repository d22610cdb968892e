import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedScopes } from '#tests/support/stored-replica.ts';
import { TestStorageRoom } from '#tests/support/storage-room.ts';
import { openTab, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import { cedar, ids, maple, ScriptedServer, student } from '#tests/support/sync-scripted-server.ts';
import { renameStudent } from '#src/features/students/students.mutations.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';
import { openReplica } from './open-replica.ts';
import type { Replica } from './replica.ts';
import { ReplicaDatabase } from './replica-database.ts';
import { DeviceStorage, reserveBytes } from './storage.ts';

function openTablet(device = new TestDevice(), room = new TestStorageRoom()) {
  const time = new TestTime();
  const tab = openTab(device, time);
  return { device, room, time, environment: { ...tab.environment, storage: room } };
}

async function begun(tablet: ReturnType<typeof openTablet>): Promise<DeviceStorage> {
  const storage = new DeviceStorage(tablet.environment);
  await storage.begin();
  return storage;
}

afterEach(() => vi.restoreAllMocks());

describe('a store that was cleared by the browser', () => {
  it('is noticed by its marker, keeps the tablet’s id and says how much was lost', async () => {
    const tablet = openTablet();
    const storage = await begun(tablet);
    const { deviceId } = storage;
    storage.noteUnsent(3);
    expect(await storage.wipe()).toBeNull();
    storage.close();

    const after = await begun(openTablet(new TestDevice(), tablet.room));
    expect(after.deviceId).toBe(deviceId);
    expect(await after.wipe()).toEqual({ kind: 'cleared', lost: 3, told: false, reported: false });
    after.close();
  });

  it('is told of until both the person and the school know, and not again', async () => {
    const first = openTablet();
    (await begun(first)).close();
    const tablet = openTablet(new TestDevice(), first.room);
    const storage = await begun(tablet);
    await storage.noteTold('reported');
    expect(await storage.wipe()).toMatchObject({ told: false, reported: true });
    storage.close();
    const again = await begun(tablet);
    await again.noteTold('told');
    expect(await again.wipe()).toBeNull();
    again.close();
    const later = await begun(tablet);
    expect(await later.wipe()).toBeNull();
    later.close();
  });

  it('is not seen in a new tablet, nor where only the marker went, nor where it makes no sense', async () => {
    const tablet = openTablet();
    const storage = await begun(tablet);
    const { deviceId } = storage;
    storage.close();
    for (const marker of [null, 'nonsense', '{}']) {
      tablet.room.marker = marker;
      const again = await begun(tablet);
      expect(again.deviceId).toBe(deviceId);
      expect(await again.wipe()).toBeNull();
      expect(tablet.room.marker).toContain(deviceId);
      again.close();
    }
  });
});

describe('the browser’s promise to keep what is stored', () => {
  it('is asked for once, and not where it was given or cannot be', async () => {
    const tablet = openTablet();
    const storage = await begun(tablet);
    expect(await storage.persist()).toBe(true);
    expect(await storage.persist()).toBe(true);
    expect(tablet.room.asked).toBe(1);
    tablet.room.kept = null;
    expect(await storage.persist()).toBeNull();
    expect(tablet.room.asked).toBe(1);
    storage.close();
  });
});

describe('the reserve', () => {
  it('is kept where there is room for it, given away once, and put back', async () => {
    const storage = await begun(openTablet());
    await storage.keepReserve();
    await storage.keepReserve();
    expect(await storage.releaseReserve()).toBe(true);
    expect(await storage.releaseReserve()).toBe(false);
    await storage.keepReserve();
    expect(await storage.releaseReserve()).toBe(true);
    storage.close();
  });

  it('is not what fills a tablet', async () => {
    const tablet = openTablet();
    tablet.room.freeBytes = reserveBytes * 2;
    const storage = await begun(tablet);
    await storage.keepReserve();
    expect(await storage.releaseReserve()).toBe(false);
    storage.close();
  });
});

describe('a browser’s word for a full device', () => {
  const full = new DOMException('No more room', 'QuotaExceededError');

  it.each([
    ['as it is', full],
    ['inside of Dexie’s', Object.assign(new Error('aborted'), { name: 'AbortError', inner: full })],
    ['as a cause', new Error('outer', { cause: full })],
    ['in many at once', Object.assign(new Error('bulk'), { failures: [full] })],
  ])('is understood %s', (_how, error) => {
    expect(isQuotaError(error)).toBe(true);
  });

  it('is not read into anything else', () => {
    for (const error of [null, 'QuotaExceededError', new Error('QuotaExceededError'), new TypeError('x')])
      expect(isQuotaError(error)).toBe(false);
  });
});

describe('a change on a full tablet', () => {
  async function openFull() {
    const tablet = openTablet();
    const server = new ScriptedServer();
    server.students.set(cedar, [student('01900000-0000-7000-8000-0000000000c1', 'Ada')]);
    const replica = await openReplica({
      environment: tablet.environment,
      api: server,
      user: { id: ids.teacher, tenant_id: ids.tenant },
      definitions: queuedCalls,
      onFailure: () => undefined,
    });
    replica.syncNow();
    await settled();
    replica.read(maple, 'students');
    await settled();
    return { ...tablet, server, replica };
  }

  /** From now on nothing can be stored until `freed()`; what is written to say so itself fits. */
  function fillUp(freed: () => boolean) {
    for (const method of ['add', 'put'] as const) {
      const original = IDBObjectStore.prototype[method];
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
        this: IDBObjectStore,
        ...given: Parameters<typeof original>
      ) {
        if (this.name === 'outbox' && !freed()) throw new DOMException('No more room', 'QuotaExceededError');
        return original.apply(this, given);
      });
    }
    return vi.spyOn(IDBObjectStore.prototype, 'delete');
  }

  const rename = (replica: Replica) =>
    replica.enqueue(renameStudent, {
      params: { id: ids.zoe },
      body: { first_name: 'Zoe', last_name: 'Fern' },
    });

  it('takes the place of the reserve', async () => {
    const { environment, replica, server } = await openFull();
    const storage = new DeviceStorage(environment);
    await storage.begin();
    await storage.keepReserve();
    const deleted = fillUp(() => deleted.mock.calls.some(([key]) => key === 'reserve'));
    await rename(replica);
    expect(replica.changes()).toHaveLength(1);
    expect(await storedScopes(environment, replica)).toHaveProperty([cedar]);
    await settled();
    expect(server.pushes).toHaveLength(1);
    storage.close();
    replica.close();
  });

  it('takes the place of a class that nobody looks at, which then comes again', async () => {
    const { environment, replica, server } = await openFull();
    const evict = vi.spyOn(ReplicaDatabase.prototype, 'evict');
    fillUp(() => evict.mock.settledResults.some(({ type }) => type === 'fulfilled'));
    let letGo = () => {};
    server.gate = new Promise((resolve) => {
      letGo = resolve;
    });
    await rename(replica);
    await settled();
    expect(replica.changes()).toHaveLength(1);
    expect(await storedScopes(environment, replica)).not.toHaveProperty([cedar]);
    expect(replica.isPopulated()).toBe(false);
    expect(replica.read(maple, 'students').rows[0]?.first_name).toBe('Zoe');
    expect(evict).toHaveBeenCalledTimes(1);

    letGo();
    server.gate = null;
    await settled();
    expect(server.pushes[0]?.cursor?.scopes).not.toHaveProperty(cedar);
    expect(await storedScopes(environment, replica)).toHaveProperty([cedar]);
    expect(replica.isPopulated()).toBe(true);
    replica.read(cedar, 'students');
    await settled();
    expect(replica.read(cedar, 'students').rows.map(({ first_name }) => first_name)).toEqual(['Ada']);
    replica.close();
  });

  it('takes that place though some screen has read the whole school, and the other tabs hear of it', async () => {
    const { environment, replica } = await openFull();
    replica.readAll('students');
    await settled();
    const heard: unknown[] = [];
    const other = environment.openChannel(`quillshelf:${ids.tenant}:${ids.teacher}`);
    other.listen((message) => heard.push(message));
    const evict = vi.spyOn(ReplicaDatabase.prototype, 'evict');
    fillUp(() => evict.mock.settledResults.some(({ type }) => type === 'fulfilled'));
    await rename(replica);
    expect(await evict.mock.results[0]?.value).toBe(true);
    await settled();
    // Of the place that was made, and of the change.
    expect(heard.length).toBeGreaterThanOrEqual(2);
    other.close();
    replica.close();
  });

  it('is refused in plain words when nothing more can be cleared away, and nothing is shown as saved', async () => {
    const { replica } = await openFull();
    fillUp(() => false);
    await expect(rename(replica)).rejects.toThrow(DeviceFullError);
    await expect(rename(replica)).rejects.toThrow(
      /^This tablet is full: .* What you typed is still here\.$/u,
    );
    expect(replica.changes()).toEqual([]);
    expect(replica.read(maple, 'students').rows[0]?.first_name).toBe('Zoë');
    vi.restoreAllMocks();
    await rename(replica);
    expect(replica.changes()).toHaveLength(1);
    replica.close();
  });
});
