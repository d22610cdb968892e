import { IDBDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addStudents,
  addStudentsInput,
  updatePrivacy,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { gate } from '#tests/support/gate.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { openTab, settled, type TestDevice, type TestTime } from '#tests/support/sync-environment.ts';
import { cedar, ids, maple, problem, ScriptedServer, student } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { Connection, NewerDataError } from './connection.ts';
import { ReplicaDatabase } from './replica-database.ts';

const databaseName = `quillshelf:${ids.tenant}:${ids.teacher}`;

let replicas: ScriptedReplicas;
let device: TestDevice;
let time: TestTime;
let server: ScriptedServer;
let failures: unknown[];
let open: ScriptedReplicas['open'];

beforeEach(() => {
  replicas = new ScriptedReplicas();
  ({ device, time, server, open, failures } = replicas);
});

afterEach(() => {
  vi.restoreAllMocks();
  replicas.close();
});

/** Opens the database as a newer version of the app does. */
function openNewerVersion(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = device.indexedDb.open(databaseName, 990);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(new Error('The newer version did not open'));
  });
}

describe('signing out while the server is being asked', () => {
  it('leaves no snapshot behind, whatever the answer brings', async () => {
    const replica = await open();
    const answer = gate();
    server.gate = answer.passed;
    replica.syncNow();
    await settled();
    await replica.forgetSnapshot();
    replica.close();
    answer.open();
    await settled();
    await settled();
    const again = await open();
    expect(again.isPopulated()).toBe(false);
    expect(await ready(again)).toEqual([]);
  });

  it('leaves none behind in a tab that has not heard of it and asks again (law 5)', async () => {
    let isHere = true;
    const slow = await open(undefined, undefined, { isStillHere: () => isHere });
    const answer = gate();
    server.gate = answer.passed;
    slow.syncNow();
    await settled();
    isHere = false;
    const leaving = await open();
    await leaving.forgetSnapshot();
    answer.open();
    await sync(slow);
    slow.syncNow();
    await sync(slow);
    expect([slow, leaving].map((replica) => replica.isPopulated())).toEqual([false, false]);
    const again = await open();
    expect([again.isPopulated(), await ready(again)]).toEqual([false, []]);
    await sync(again);
    expect(again.isPopulated()).toBe(true);
  });

  it('loses nothing that was on its way', async () => {
    const replica = await open();
    await sync(replica);
    await ready(replica);
    const answer = gate();
    server.gate = answer.passed;
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    await replica.forgetSnapshot();
    replica.close();
    answer.open();
    await settled();
    const again = await open();
    expect(again.changes()).toMatchObject([{ text: 'Zoë Fern set to public' }]);
    await sync(again);
    expect(again.changes()).toEqual([]);
    expect(new Set(server.pushes.flatMap(({ calls }) => calls.map((call) => call.mutation_id))).size).toBe(1);
  });

  it('takes the rows off the screens of the other tabs too', async () => {
    const one = await open();
    await sync(one);
    const other = await open();
    other.start();
    expect(await ready(other)).not.toEqual([]);
    await one.forgetSnapshot();
    await settled();
    expect(other.read(maple, 'students').rows).toEqual([]);
    expect(other.isPopulated()).toBe(false);
  });

  it('lets nothing be stored by a replica that was closed', async () => {
    const replica = await open();
    replica.close();
    await expect(replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'))).rejects.toThrow();
    const again = await open();
    expect(again.changes()).toEqual([]);
  });
});

describe('a database that fails under the app', () => {
  it('is told to whoever listens when rows cannot be read, and is read again', async () => {
    const replica = await open();
    await sync(replica);
    const broken = new Error('broken');
    vi.spyOn(ReplicaDatabase.prototype, 'readRows').mockRejectedValueOnce(broken);
    vi.spyOn(ReplicaDatabase.prototype, 'readTable').mockRejectedValueOnce(broken);
    replica.read(maple, 'students');
    replica.readAll('students');
    await settled();
    expect(failures.splice(0)).toEqual([broken, broken]);
    expect(await ready(replica)).toHaveLength(2);
  });

  it('holds a change once though its connection went just after the commit', async () => {
    const replica = await open();
    server.failures = [new NoNetworkError('cut', false)];
    const { run: once } = Connection.prototype;
    const run = vi.spyOn(Connection.prototype, 'run').mockImplementation(async function twice(
      this: Connection<unknown>,
      work,
    ) {
      return await once.call(this, async (database) => {
        await work(database);
        return await work(database);
      });
    });
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    expect(run).toHaveBeenCalled();
    run.mockRestore();
    const again = await open();
    expect(again.changes()).toHaveLength(1);
  });

  it('is not written to once a newer version of the app has changed it under an open tab', async () => {
    const replica = await open();
    await sync(replica);
    await openNewerVersion();
    await expect(
      replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public')),
    ).rejects.toBeInstanceOf(NewerDataError);
  });

  it('is given up for a newer version by a tab that has only read from it, and not written to either', async () => {
    const before = await open();
    await sync(before);
    before.close();
    const replica = await open();
    await ready(replica);
    await openNewerVersion();
    await expect(
      replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public')),
    ).rejects.toBeInstanceOf(NewerDataError);
  });

  it('is read again where the connection went that the first rows came from', async () => {
    const before = await open();
    await sync(before);
    before.close();
    const connections: globalThis.IDBDatabase[] = [];
    const begin = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: globalThis.IDBDatabase,
      ...given
    ) {
      connections.push(this);
      return begin.apply(this, given);
    });
    const replica = await open();
    for (const connection of connections) connection.close();
    await ready(replica);
    expect(replica.read(maple, 'students').rows).not.toHaveLength(0);
    expect(failures).toEqual([]);
  });
});

describe('what a tab shows', () => {
  it('are the first children of an empty class too, wherever the list is asked for', async () => {
    server.students.set(cedar, []);
    const replica = await open();
    server.pages = [
      replicas.page({
        reset: true,
        scopes: [{ scope: cedar, version: 1, replace: true, tables: {} }],
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [cedar]: 1 } },
      }),
    ];
    await sync(replica);
    replica.readAll('students');
    await settled();
    server.failures = Array.from({ length: 5 }, () => new NoNetworkError('cut', false));
    await replica.enqueue(addStudents, addStudentsInput(ids.cedar, [{ first_name: 'Ada', last_name: '' }]));
    expect(replica.readAll('students').rows.map((row) => row.first_name)).toEqual(['Ada']);
  });

  it('stays the very same while a poll brings nothing new, in this tab and in the others', async () => {
    const one = await open();
    await sync(one);
    const other = await open();
    await ready(one);
    await ready(other);
    for (const replica of [one, other]) replica.readAll('students');
    await settled();
    const before = [one, other].map((replica) => [
      replica.read(maple, 'students'),
      replica.readAll('students'),
    ]);
    server.pages = [replicas.page(), replicas.page()];
    await sync(one);
    await sync(other);
    const after = [one, other].map((replica) => [
      replica.read(maple, 'students'),
      replica.readAll('students'),
    ]);
    for (const [place, results] of after.entries()) {
      for (const [which, result] of results.entries()) expect(result).toBe(before[place]?.[which]);
    }
  });

  it.each([
    ['something of another class', { scopes: [{ scope: cedar, version: 1, replace: true, tables: {} }] }],
    ['nothing', {}],
  ])(
    'catches up with a tab that was killed before it could speak, when a pull brings %s',
    async (_what, change) => {
      const replica = await open(replicas.deafTab());
      await sync(replica);
      await ready(replica);
      const killed = await open(replicas.deafTab());
      server.students = new Map([[maple, [student(ids.zoe, 'New')]]]);
      await sync(killed);
      killed.close();
      server.pages = [replicas.page(change)];
      await sync(replica);
      expect((await ready(replica)).map((row) => row.first_name)).toEqual(['New']);
    },
  );

  it('is still a whole copy while a later download comes in pages', async () => {
    const replica = await open();
    await sync(replica);
    server.pages = [
      replicas.page({ scopes: [{ scope: cedar, version: 1, replace: true, tables: {} }], more: true }),
      replicas.page(),
    ];
    const seen: boolean[] = [];
    replica.subscribe(() => seen.push(replica.isPopulated()));
    await sync(replica);
    expect(new Set(seen)).toEqual(new Set([true]));
  });
});

describe('a number that somebody else used', () => {
  it('gives the device one new name, though two tabs hear of it', async () => {
    const one = await open();
    await sync(one);
    const old = server.pulls[0]?.client_id;
    server.failures = [new NoNetworkError('cut', false)];
    await one.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    // The other tab has sent the same change, and its answer takes longer than all that follows here.
    const late = new ScriptedServer();
    const answer = gate();
    late.gate = answer.passed;
    late.decide = () => 'fork';
    late.pages = [replicas.page()];
    const other = await open(openTab(device, time), late);
    other.syncNow();
    await settled();
    device.held.clear();
    server.pushes.length = 0;
    server.decide = () => (server.pushes.at(-1)?.client_id === old ? 'fork' : 'applied');
    await sync(one);
    const renamed = server.pushes.at(-1)?.client_id;
    expect(renamed).not.toBe(old);
    answer.open();
    await settled();
    await settled();
    expect(late.pushes.map((push) => push.client_id)).toEqual([old]);
    await sync(one);
    expect(server.pulls.at(-1)?.client_id).toBe(renamed);
  });
});

describe('the time that the server asked for', () => {
  it('is kept by changes that are made meanwhile', async () => {
    const replica = await open();
    server.failures = [problem(429, 'request.too_many', 40)];
    await sync(replica);
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await time.advance(39_000);
    expect(server.pushes).toEqual([]);
    await time.advance(2000);
    expect(server.pushes).toHaveLength(1);
    expect(replica.status().waiting).toBe(0);
  });
});
