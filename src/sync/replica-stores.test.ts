import { afterEach, beforeEach, expect, it } from 'vitest';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';

let replicas: ScriptedReplicas;

beforeEach(() => {
  replicas = new ScriptedReplicas();
});

afterEach(() => replicas.close());

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

/** A database as an earlier version of the app left it behind, with these calls in it. */
async function leaveBehind(factory: IDBFactory, version: 10 | 20, records: Records): Promise<void> {
  const request = factory.open(name, version);
  request.addEventListener('upgradeneeded', () => {
    const { result: database } = request;
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    database.createObjectStore('settled', { keyPath: 'mutation_id' });
    database.createObjectStore('meta', { keyPath: 'key' });
    if (version === 20) database.createObjectStore('rows', { keyPath: ['table', 'scope', 'bucket'] });
    else {
      const snapshot = database.createObjectStore('snapshot', { keyPath: ['scope', 'table', 'bucket'] });
      for (const index of ['scope', 'table']) snapshot.createIndex(index, index);
    }
  });
  const database = await opened(request);
  const stores = ['outbox', 'settled', 'meta'];
  const transaction = database.transaction(stores, 'readwrite');
  for (const store of stores)
    for (const record of records.get(store) ?? []) transaction.objectStore(store).put(record);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  database.close();
}

it.each([10, 20] as const)(
  'what waits and the client’s name outlive an update from a database of version %i',
  async (version) => {
    const { device, server, open } = replicas;
    const before = await open();
    await sync(before);
    server.failures = Array.from({ length: 20 }, () => new NoNetworkError('cut', false));
    await before.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    before.close();
    const records = await recordsIn(device.indexedDb);
    await new Promise((resolve) => {
      device.indexedDb.deleteDatabase(name).addEventListener('success', resolve);
    });
    await leaveBehind(device.indexedDb, version, records);

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
