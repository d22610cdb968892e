import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { inStored, storedScopes } from '#tests/support/stored-replica.ts';
import { openTab } from '#tests/support/sync-environment.ts';
import { ids, maple } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import type { SnapshotRecord } from './replica-stores.ts';
import type { Replica } from './replica.ts';
import { RowsSealer } from './rows-sealer.ts';

let replicas: ScriptedReplicas;

beforeEach(() => {
  replicas = new ScriptedReplicas();
});

afterEach(() => {
  vi.restoreAllMocks();
  replicas.close();
});

const name = `quillshelf:${ids.tenant}:${ids.teacher}`;

type Records = ReadonlyMap<string, readonly unknown[]>;

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('It did not open')));
  });
}

/** All that lies in the stores of the database that is there. */
async function recordsIn(factory: IDBFactory): Promise<Records> {
  const database = await opened(factory.open(name));
  const records = await Promise.all(
    [...database.objectStoreNames].map(
      (store) =>
        new Promise<[string, unknown[]]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.addEventListener('success', () => resolve([store, request.result]));
        }),
    ),
  );
  database.close();
  return new Map(records);
}

type EarlierVersion = 10 | 20 | 30 | 40;

/** What there is for version 50 in `meta`, as the versions before 40 had it: with the cursor in the state. */
function earlierMeta(records: Records): unknown[] {
  const meta = (records.get('meta') ?? []) as { key: string; value: Record<string, unknown> }[];
  const cursor = meta.find(({ key }) => key === 'cursor')?.value;
  return meta.flatMap(({ key, value }) => {
    if (key === 'cursor' || key === 'at_rest') return [];
    if (key !== 'state') return [{ key, value }];
    const { schema: _schema, ...state } = value;
    return [{ key, value: { ...state, cursor } }];
  });
}

/** What there is in `rows`, as the versions before 50 had it: open. */
async function openedRows(records: Records): Promise<unknown[]> {
  const sealer = new RowsSealer(environment(), owner);
  const rows = (records.get('rows') ?? []) as SnapshotRecord[];
  return await Promise.all(
    rows.map(async (record) => {
      const { scope, table, bucket } = record;
      return { scope, table, bucket, rows: await sealer.open([record]) };
    }),
  );
}

/** A database as an earlier version of the app left it behind, with these calls in it, and the rows where they were as they are. */
async function leaveBehind(factory: IDBFactory, version: EarlierVersion, records: Records): Promise<void> {
  const request = factory.open(name, version);
  request.addEventListener('upgradeneeded', () => {
    const { result: database } = request;
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    database.createObjectStore('settled', { keyPath: 'mutation_id' });
    database.createObjectStore('meta', { keyPath: 'key' });
    if (version === 10) {
      const snapshot = database.createObjectStore('snapshot', { keyPath: ['scope', 'table', 'bucket'] });
      for (const index of ['scope', 'table']) snapshot.createIndex(index, index);
    } else database.createObjectStore('rows', { keyPath: ['table', 'scope', 'bucket'] });
    if (version >= 30)
      for (const pictures of ['pictures', 'picture_bytes'])
        database.createObjectStore(pictures, { keyPath: 'id' });
  });
  const database = await opened(request);
  const rows = await openedRows(records);
  const kept = new Map([
    ...records,
    ['rows', rows],
    ...(version < 40 ? [['meta', earlierMeta(records)] as const] : []),
  ]);
  const stores = ['outbox', 'settled', 'meta', ...(version >= 30 ? ['rows'] : [])];
  const transaction = database.transaction(stores, 'readwrite');
  for (const store of stores)
    for (const record of kept.get(store) ?? []) transaction.objectStore(store).put(record);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  database.close();
}

/** As if an earlier version of the app had left behind what this one has. */
async function goBack(version: EarlierVersion): Promise<Records> {
  const { indexedDb } = replicas.device;
  const records = await recordsIn(indexedDb);
  await new Promise((resolve) => {
    indexedDb.deleteDatabase(name).addEventListener('success', resolve);
  });
  await leaveBehind(indexedDb, version, records);
  return records;
}

const owner = { tenant_id: ids.tenant, user_id: ids.teacher };
const environment = () => openTab(replicas.device, replicas.time).environment;

function goOffline(): void {
  replicas.server.failures = Array.from({ length: 20 }, () => new NoNetworkError('cut', false));
}

const change = (replica: Replica) => replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));

describe('an update of the app', () => {
  it.each([10, 20, 30, 40] as const)(
    'from a database of version %i keeps what waits and the client’s name',
    async (version) => {
      const { device, server, open } = replicas;
      const before = await open();
      await sync(before);
      goOffline();
      await change(before);
      before.close();
      const records = await goBack(version);

      const after = await open();
      expect(after.changes()).toMatchObject([{ state: 'waiting' }]);
      server.failures = [];
      server.pushes.length = 0;
      await sync(after);
      const clients = records.get('meta')?.filter((fact) => (fact as { key: string }).key === 'client_id');
      expect(clients).toEqual([{ key: 'client_id', value: server.pushes[0]?.client_id }]);
      expect(server.pushes[0]?.calls).toMatchObject([{ seq: 1, name: 'students.updatePrivacy' }]);
      expect(await ready(after)).toHaveLength(2);
      expect([...(await recordsIn(device.indexedDb)).keys()].toSorted()).toEqual([
        'meta',
        'outbox',
        'picture_bytes',
        'pictures',
        'rows',
        'settled',
      ]);
    },
  );

  it.each([30, 40] as const)(
    'from a database of version %i keeps the rows and the cursor, so that nothing is fetched again',
    async (version) => {
      const { server, open } = replicas;
      const before = await open();
      await sync(before);
      before.close();
      await goBack(version);

      // A full device would refuse it.
      const put = vi.spyOn(IDBObjectStore.prototype, 'put');
      const after = await open();
      expect(put).not.toHaveBeenCalled();
      expect(after.isPopulated()).toBe(true);
      expect(await ready(after)).toHaveLength(2);
      expect(await storedScopes(environment(), owner)).toEqual({ [maple]: 1 });
      server.pulls.length = 0;
      await sync(after);
      expect(server.pulls).toMatchObject([{ cursor: { scopes: { [maple]: 1 } } }]);
    },
  );

  it('from a database of version 30 in which nothing was pulled yet pulls all of it', async () => {
    const { server, open } = replicas;
    goOffline();
    const before = await open();
    await change(before);
    before.close();
    await goBack(30);

    const after = await open();
    expect(after.isPopulated()).toBe(false);
    server.failures = [];
    await sync(after);
    expect(after.changes()).toEqual([]);
    expect(await ready(after)).toHaveLength(2);
  });
});

describe('a database', () => {
  const isAtRest = () =>
    inStored(environment(), owner, async (stored) => (await stored.readRest()) !== undefined);

  it('is at rest once a pull left nothing that waits, until the next change is stored', async () => {
    const { open } = replicas;
    const replica = await open();
    expect(await isAtRest()).toBe(false);
    await sync(replica);
    expect(await isAtRest()).toBe(true);
    goOffline();
    await change(replica);
    expect(await isAtRest()).toBe(false);
    expect((await open()).changes()).toMatchObject([{ state: 'waiting' }]);
    replicas.server.failures = [];
    await sync(replica);
    expect(replica.changes()).toEqual([]);
    expect(await isAtRest()).toBe(true);
  });

  it('is not at rest while its owner has to see what was refused', async () => {
    const { server, open } = replicas;
    const replica = await open();
    server.decide = () => 'refused';
    await change(replica);
    await sync(replica);
    expect(await isAtRest()).toBe(false);
    const again = await open();
    expect(again.changes()).toMatchObject([{ state: 'refused' }]);
    await again.discard(again.changes()[0]?.mutation_id ?? '');
    server.version += 1;
    await sync(again);
    expect(await isAtRest()).toBe(true);
  });

  it('is not at rest while a picture waits', async () => {
    const { open } = replicas;
    const replica = await open();
    await sync(replica);
    const bytes = new Uint8Array([1, 2, 3]);
    await replica.keepPicture({ workId: ids.maple, media_type: 'image/png', bytes });
    expect(await isAtRest()).toBe(false);
    expect((await open()).pictures()).toMatchObject([{ state: 'kept' }]);
  });

  it('is not at rest when its rows are gone, and shows none', async () => {
    const { open } = replicas;
    const replica = await open();
    await sync(replica);
    await replica.forgetSnapshot();
    expect(await isAtRest()).toBe(false);
    const again = await open();
    expect(again.isPopulated()).toBe(false);
    expect(await ready(again)).toEqual([]);
  });

  it('at rest is read with one record and the key beside the rows that are expected', async () => {
    const { open, device, time } = replicas;
    await sync(await open());
    const expected = { places: [{ scope: maple, table: 'students' }], tables: [] } as const;
    const asked: string[] = [];
    const { get, getAll } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      asked.push(`${this.name} ${JSON.stringify(key)}`);
      return get.call(this, key);
    });
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      asked.push(this.name);
      return getAll.apply(this, given);
    });
    const replica = await open(openTab(device, time), replicas.server, { expected });
    expect(replica.read(maple, 'students').rows).toHaveLength(2);
    const key = `keys "rows ${ids.tenant} ${ids.teacher}"`;
    expect(new Set(asked)).toEqual(
      new Set([`rows ${JSON.stringify(['students', maple, 0])}`, 'meta "at_rest"', key]),
    );
    expect(asked).toHaveLength(3);
  });
});
