import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { storedRows, storedScopes } from '#tests/support/stored-replica.ts';
import { openTab } from '#tests/support/sync-environment.ts';
import { ids, maple } from '#tests/support/sync-scripted-server.ts';
import { DeviceDatabase } from './device-database.ts';
import { RowsLostError, RowsSealer } from './rows-sealer.ts';

let replicas: ScriptedReplicas;

beforeEach(() => {
  replicas = new ScriptedReplicas();
});

afterEach(() => replicas.close());

const owner = { tenant_id: ids.tenant, user_id: ids.teacher };
const environment = () => openTab(replicas.device, replicas.time).environment;
const students = { scope: maple, table: 'students' } as const;
const key = `rows ${ids.tenant} ${ids.teacher}`;

async function onDevice<Result>(work: (device: DeviceDatabase) => Promise<Result>): Promise<Result> {
  const device = new DeviceDatabase(environment());
  const result = await work(device);
  device.close();
  return result;
}

describe('the rows of a person on a tablet', () => {
  it('are read by them, and by nobody who reads its files', async () => {
    const replica = await replicas.open();
    await sync(replica);
    expect((await ready(replica)).map(({ first_name }) => first_name)).toContain('Zoë');
    expect(await rawStorage(replicas.device)).not.toContain('Zoë');
    const again = await replicas.open();
    expect(await ready(again)).toHaveLength(2);
  });

  it('lie under a key that cannot be taken out and goes with the session', async () => {
    const replica = await replicas.open();
    await sync(replica);
    const made = await onDevice((device) => device.readKey<CryptoKey>(key));
    expect(made?.extractable).toBe(false);
    await replica.forgetSnapshot();
    expect(await onDevice((device) => device.readKey(key))).toBeNull();
    await sync(replica);
    expect(await ready(replica)).toHaveLength(2);
    const other = await onDevice((device) => device.readKey<CryptoKey>(key));
    expect(other).not.toBeNull();
  });

  it('are fetched again where their key is gone, and what waits is sent', async () => {
    await sync(await replicas.open());
    await onDevice((device) => device.dropKey(key));
    const replica = await replicas.open();
    expect(await ready(replica)).toEqual([]);
    expect(await storedScopes(environment(), owner)).toEqual({});
    await sync(replica);
    expect(await ready(replica)).toHaveLength(2);
    expect(await storedScopes(environment(), owner)).toEqual({ [maple]: 1 });
  });

  it('are opened in a tab that knows a key of before', async () => {
    const replica = await replicas.open();
    await sync(replica);
    const stale = new RowsSealer(environment(), owner);
    const before = await stale.seal([{ ...students, rows: [{ id: ids.zoe } as never], before: [] }]);
    expect(await stale.open(before[0]?.puts ?? [])).toEqual([{ id: ids.zoe }]);
    await onDevice((device) => device.dropKey(key));
    const now = await new RowsSealer(environment(), owner).seal([
      { ...students, rows: [{ id: ids.maple } as never], before: [] },
    ]);
    expect(await stale.open(now[0]?.puts ?? [])).toEqual([{ id: ids.maple }]);
    await expect(stale.open(before[0]?.puts ?? [])).rejects.toBeInstanceOf(RowsLostError);
  });

  it('are left out where the device has no room for a key, and what became of the calls is stored', async () => {
    const { server, open } = replicas;
    const replica = await open();
    const { add } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function full(
      this: IDBObjectStore,
      ...given: Parameters<IDBObjectStore['add']>
    ) {
      const [value] = given as [{ name?: string }];
      if (this.name === 'keys' && value.name === key) throw new DOMException('', 'QuotaExceededError');
      return add.apply(this, given);
    });
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    expect(server.pushes.length).toBeGreaterThan(0);
    expect(replica.changes()).toMatchObject([{ state: 'applied' }]);
    vi.restoreAllMocks();
    await sync(replica);
    expect(replica.changes()).toEqual([]);
    expect(await ready(replica)).toHaveLength(2);
  });

  it('are those of their place: what is moved elsewhere does not open there', async () => {
    const sealer = new RowsSealer(environment(), owner);
    const [sealed] = await sealer.seal([{ ...students, rows: [{ id: ids.zoe } as never], before: [] }]);
    const moved = (sealed?.puts ?? []).map((record) => ({ ...record, bucket: 1 }));
    await expect(sealer.open(moved)).rejects.toBeInstanceOf(RowsLostError);
    expect(await storedRows(environment(), owner, students)).toEqual([]);
  });
});
