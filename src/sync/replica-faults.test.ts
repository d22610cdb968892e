import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { snapshotSchemaVersion, type QueuedCall } from '#contract/sync/sync.schema.ts';
import {
  addStudents,
  addStudentsInput,
  renameStudent,
  renameStudentInput,
  updatePrivacy,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import {
  openTab,
  settled,
  type TestDevice,
  type TestTime,
  type TestTab,
} from '#tests/support/sync-environment.ts';
import { ids, maple, problem, type ScriptedServer } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import type { Replica } from './replica.ts';
import { triesBeforeGivingUp } from './verdict.ts';

const databaseName = `quillshelf:${ids.tenant}:${ids.teacher}`;

let replicas: ScriptedReplicas;
let device: TestDevice;
let time: TestTime;
let server: ScriptedServer;
let open: ScriptedReplicas['open'];

beforeEach(() => {
  replicas = new ScriptedReplicas();
  ({ device, time, server, open } = replicas);
});

afterEach(() => {
  replicas.close();
});

/** A replica that holds the class, with the network gone. */
async function openOffline(tab?: TestTab): Promise<Replica> {
  const replica = await open(tab);
  await sync(replica);
  replica.read(maple, 'students');
  await settled();
  cutOff();
  return replica;
}

function cutOff(): void {
  server.failures = Array.from({ length: 100 }, () => new NoNetworkError('cut', false));
}

async function comeBack(replica: Replica): Promise<void> {
  // A run that is under way has taken its calls already, and ends without a network.
  await sync(replica);
  server.failures = [];
  server.pushes.length = 0;
  await sync(replica);
}

const setPrivacy = (replica: Replica, id: string, preference: 'public' | 'community' | 'private') =>
  replica.enqueue(updatePrivacy, updatePrivacyInput(id, preference));

const sentCalls = (): QueuedCall[] => server.pushes.flatMap((push) => push.calls);

/** Changes the raw records of a store, as something that went wrong on the device would. */
async function tamper(
  name: string,
  store: string,
  change: (record: Record<string, unknown>) => 'delete' | void,
) {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = device.indexedDb.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(`${name} did not open`));
  });
  await new Promise<void>((resolve) => {
    const transaction = database.transaction(store, 'readwrite');
    transaction.oncomplete = () => resolve();
    const request = transaction.objectStore(store).openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      const record = cursor.value as Record<string, unknown>;
      if (change(record) === 'delete') cursor.delete();
      else cursor.update(record);
      cursor.continue();
    };
  });
  database.close();
}

describe('a change to something that was never sent', () => {
  it('goes into the one before it, with what the person saw before the first', async () => {
    const replica = await openOffline();
    await sync(replica);
    const first = await setPrivacy(replica, ids.zoe, 'public');
    const second = await setPrivacy(replica, ids.max, 'public');
    const third = await setPrivacy(replica, ids.max, 'community');
    expect(first.replaces).toBeNull();
    expect(third.replaces).toBe(second.mutation_id);
    await comeBack(replica);
    expect(sentCalls().map((call) => call.mutation_id)).toEqual([first.mutation_id, third.mutation_id]);
    expect(sentCalls()[1]).toMatchObject({
      input: { body: { privacy_preference: 'community' } },
      base: { privacy_preference: 'private' },
    });
    expect(replica.changes()).toEqual([]);
  });

  it('stays by itself when the one before it may have left the device', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    await sync(replica);
    const { replaces } = await setPrivacy(replica, ids.zoe, 'community');
    expect(replaces).toBeNull();
    await comeBack(replica);
    expect(sentCalls()).toHaveLength(2);
  });

  it('does not overtake another change of the same child', async () => {
    const replica = await openOffline();
    await sync(replica);
    await setPrivacy(replica, ids.zoe, 'public');
    await replica.enqueue(
      renameStudent,
      renameStudentInput(ids.zoe, { first_name: 'Zo', last_name: 'Fern' }),
    );
    const { replaces } = await setPrivacy(replica, ids.zoe, 'community');
    expect(replaces).toBeNull();
    expect(replica.changes()).toHaveLength(3);
  });
});

describe('a change that builds on one that was refused', () => {
  async function addAndRename() {
    const replica = await openOffline();
    const input = addStudentsInput(ids.maple, [{ first_name: 'Ada', last_name: 'Byron' }]);
    const { mutation_id } = await replica.enqueue(addStudents, input);
    const child = 'students' in input.body ? (input.body.students[0]?.id ?? '') : '';
    await replica.enqueue(
      renameStudent,
      renameStudentInput(child, { first_name: 'Ada', last_name: 'Lovelace' }),
    );
    await setPrivacy(replica, ids.zoe, 'public');
    return { replica, mutation_id };
  }

  it('is held back with it, and what does not build on it goes on (law 3)', async () => {
    const { replica, mutation_id } = await addAndRename();
    server.decide = (call) =>
      call.name === 'students.addToClass' ? 'refused' : call.depends_on ? 'held' : 'applied';
    await comeBack(replica);
    expect(sentCalls().map((call) => call.depends_on)).toEqual([undefined, [mutation_id], undefined]);
    expect(replica.changes()).toMatchObject([
      { state: 'refused', builds_on_it: 1 },
      { state: 'held', text: 'Ada Byron renamed to Ada Lovelace' },
    ]);
    expect(replica.status()).toMatchObject({ state: 'needs_you', waiting: 0 });
  });

  it('is sent with it when it is tried again, which is a new call to the server', async () => {
    const { replica, mutation_id } = await addAndRename();
    server.decide = (call) =>
      call.name === 'students.addToClass' ? 'refused' : call.depends_on ? 'held' : 'applied';
    await comeBack(replica);
    server.decide = null;
    server.pushes.length = 0;
    await replica.retry(mutation_id);
    await sync(replica);
    const [added, renamed] = sentCalls();
    expect(added?.mutation_id).not.toBe(mutation_id);
    expect(renamed).toMatchObject({ name: 'students.rename', depends_on: [added?.mutation_id] });
    expect(replica.changes()).toEqual([]);
  });

  it('stays given up where another tab gave it up, though the one that it builds on is tried again', async () => {
    const { replica, mutation_id } = await addAndRename();
    server.decide = (call) =>
      call.name === 'students.addToClass' ? 'refused' : call.depends_on ? 'held' : 'applied';
    await comeBack(replica);
    // As a tab finds it that has not heard yet of what the other one did.
    const held = replica.changes().find(({ state }) => state === 'held');
    await tamper(databaseName, 'settled', (record) => {
      return record.mutation_id === held?.mutation_id ? 'delete' : undefined;
    });
    server.decide = null;
    server.pushes.length = 0;
    await replica.retry(mutation_id);
    await sync(replica);
    expect(sentCalls().map(({ name }) => name)).toEqual(['students.addToClass']);
    expect(replica.changes()).toEqual([]);
  });

  it('is given up with it', async () => {
    const { replica, mutation_id } = await addAndRename();
    server.decide = (call) =>
      call.name === 'students.addToClass' ? 'refused' : call.depends_on ? 'held' : 'applied';
    await comeBack(replica);
    await replica.discard(mutation_id);
    expect(replica.changes()).toEqual([]);
  });
});

describe('a call that cannot be read any more', () => {
  it('holds up nothing, and its owner hears of it (law 6)', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    replica.close();
    await tamper(databaseName, 'outbox', (record) => {
      (record.sealed as { data: ArrayBuffer }).data = new ArrayBuffer(40);
    });
    const again = await open();
    expect(again.changes()).toMatchObject([{ state: 'unreadable' }]);
    await setPrivacy(again, ids.max, 'public');
    await comeBack(again);
    expect(sentCalls()).toHaveLength(1);
    expect(again.status()).toMatchObject({ state: 'needs_you', waiting: 0 });
    await again.discard(again.changes()[0]?.mutation_id ?? '');
    expect(again.changes()).toEqual([]);
  });

  it('can be given up although the server has applied it', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    replica.close();
    await tamper(databaseName, 'outbox', (record) => {
      (record.sealed as { data: ArrayBuffer }).data = new ArrayBuffer(40);
      record.state = 'applied';
      record.applied_as = 'another client';
    });
    const again = await openOffline();
    const [unreadable] = again.changes();
    await again.discard(unreadable?.mutation_id ?? '');
    expect(again.changes()).toEqual([]);
  });
});

describe('the reason of a refusal', () => {
  it('does not lie open in the storage, for it may hold names (law 5)', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    server.decide = () => 'refused';
    await comeBack(replica);
    let raw = '';
    await tamper(databaseName, 'settled', (record) => {
      raw += JSON.stringify(record);
    });
    expect(raw).toContain('students.updatePrivacy');
    expect(raw).not.toContain('not available');
    const again = await open();
    expect(again.changes()[0]?.problem?.error).toBe('Student data not available.');
  });
});

describe('a push that fails', () => {
  it('does not keep the device from hearing what others changed', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    server.failures = [problem(500)];
    const before = server.pulls.length;
    await sync(replica);
    expect(server.pulls.length).toBe(before + 1);
    expect(replica.status().waiting).toBe(1);
  });

  it('is left alone for as long as the server asked', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    server.failures = [problem(503, 'request.unavailable', 30)];
    const before = server.pulls.length;
    await sync(replica);
    expect(server.pulls).toHaveLength(before);
  });

  it('is tried in smaller parts where it is too large, down to the one call that is', async () => {
    const replica = await openOffline();
    for (const id of [ids.zoe, ids.max, ids.cedar, ids.maple, ids.epoch])
      await setPrivacy(replica, id, 'public');
    server.refuseWhole = ({ calls }) =>
      calls.some((call) => (call.input.params as { id: string }).id === ids.cedar)
        ? problem(413, 'request.too_large')
        : null;
    await comeBack(replica);
    await time.advance(25_000);
    expect(replica.changes()).toMatchObject([{ state: 'undecided', problem: { code: 'request.too_large' } }]);
    expect(replica.status().waiting).toBe(0);
  });

  it('keeps the id of a call that did not get through, for a copy of it may have arrived (law 2)', async () => {
    const replica = await openOffline();
    const { mutation_id } = await setPrivacy(replica, ids.zoe, 'public');
    server.refuseWhole = () => problem(413, 'request.too_large');
    await comeBack(replica);
    expect(replica.changes()).toMatchObject([{ state: 'undecided', mutation_id }]);
    cutOff();
    await replica.retry(mutation_id);
    await setPrivacy(replica, ids.zoe, 'private');
    expect(replica.changes().map((change) => change.mutation_id)).toEqual([mutation_id, expect.any(String)]);
  });

  it('is not blamed on a call when it is the cursor that the server cannot read', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    server.refuseWhole = ({ cursor }) => (cursor ? problem(400, 'request.invalid') : null);
    await comeBack(replica);
    expect(replica.changes()).toEqual([]);
    expect(server.pushes.at(-1)?.cursor).toBeNull();
  });

  it('is spoken of as an update that is due where the answer makes no sense to this version', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    server.failures = [new UnreadableAnswerError('strange')];
    await sync(replica);
    expect(replica.status()).toMatchObject({ state: 'waiting_for_update', waiting: 1, reachable: true });
  });
});

describe('a call that the server can never decide', () => {
  it('ends as one for a person to look at, and lets the others pass (laws 6 and 7)', async () => {
    const replica = await openOffline();
    const { mutation_id } = await setPrivacy(replica, ids.zoe, 'public');
    await setPrivacy(replica, ids.max, 'public');
    let stopped = false;
    server.decide = (call) => {
      if (server.pushes.at(-1)?.calls[0] === call) stopped = false;
      stopped ||= call.mutation_id === mutation_id;
      return stopped ? (call.mutation_id === mutation_id ? 'retry' : 'missing') : 'applied';
    };
    server.failures = [];
    await time.advance(triesBeforeGivingUp * 20_000);
    expect(replica.changes()).toMatchObject([{ state: 'undecided', mutation_id }]);
    server.decide = null;
    server.pushes.length = 0;
    await replica.retry(mutation_id);
    await sync(replica);
    // By its id the server knows whether it did it after all (law 2).
    expect(sentCalls().map((call) => call.mutation_id)).toEqual([mutation_id]);
    expect(replica.changes()).toEqual([]);
  });
});

describe('a run', () => {
  it('ends after some seconds though there is always more, and another goes on (law 7)', async () => {
    const tab = openTab(device, time);
    const { locks } = tab.environment;
    let runs = 0;
    tab.environment.locks = {
      run: (...given) => {
        runs += 1;
        return locks.run(...given);
      },
    };
    let requests = 0;
    const endless: ApiClient['call'] = async (endpoint, input) => {
      requests += 1;
      await time.advance(3000);
      const answer = await server.call(endpoint, input);
      return { ...(answer as object), more: requests < 10 } as never;
    };
    const replica = await open(tab, { call: endless });
    for (let turn = 0; turn < 5; turn += 1) await sync(replica);
    expect(requests).toBeGreaterThanOrEqual(10);
    expect(runs).toBeGreaterThan(2);
  });
});

describe('a server whose data was restored', () => {
  it('is told again what it had applied and may have lost', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    const { version } = server;
    // The rows that come with the answer do not contain the change yet, so it is kept.
    server.pages = [
      {
        reset: false,
        drop_scopes: [],
        scopes: [],
        confirmed_seq: 0,
        cursor: { epoch: ids.epoch, schema: snapshotSchemaVersion, scopes: { [maple]: version } },
        more: false,
      },
    ];
    await comeBack(replica);
    expect(replica.changes()).toMatchObject([{ state: 'applied' }]);
    server.epoch = '01900000-0000-7000-8000-0000000000ef';
    server.confirmed = 0;
    await sync(replica);
    await sync(replica);
    const [first, second] = sentCalls();
    expect(second).toEqual(first);
    expect(replica.changes()).toEqual([]);
  });
});

describe('a server that has only the plain REST calls', () => {
  function plainServer(refuse: (endpoint: Endpoint, input: unknown) => Error | null = () => null) {
    const seen: { name: string; input: unknown; key: string | undefined }[] = [];
    const call: ApiClient['call'] = async (endpoint, input, options) => {
      if (endpoint.name === 'sync.push') throw problem(404, 'request.not_found');
      if (endpoint.name.startsWith('sync.')) return await server.call(endpoint, input);
      const failure = refuse(endpoint, input);
      seen.push({ name: endpoint.name, input, key: options?.idempotencyKey });
      if (failure) throw failure;
      return undefined as never;
    };
    return { seen, call };
  }

  it('gets the calls one by one, in order, each under its own key', async () => {
    const replica = await openOffline();
    const one = await setPrivacy(replica, ids.zoe, 'public');
    const two = await setPrivacy(replica, ids.max, 'community');
    replica.close();
    server.failures = [];
    const plain = plainServer();
    const again = await open(openTab(device, time), plain);
    await sync(again);
    expect(plain.seen.map(({ name, key }) => [name, key])).toEqual([
      ['students.updatePrivacy', one.mutation_id],
      ['students.updatePrivacy', two.mutation_id],
    ]);
    expect(again.changes()).toEqual([]);
  });

  it('refuses for good with what it says of the call, and only for now with what it says of the moment', async () => {
    const replica = await openOffline();
    const one = await setPrivacy(replica, ids.zoe, 'public');
    await setPrivacy(replica, ids.max, 'community');
    replica.close();
    server.failures = [];
    let busy = true;
    const plain = plainServer((_endpoint, input) => {
      const { params } = input as { params: { id: string } };
      if (params.id === ids.zoe) return problem(404, 'students.not_found');
      return busy ? problem(503) : null;
    });
    const again = await open(openTab(device, time), plain);
    await sync(again);
    expect(again.changes()).toMatchObject([
      { state: 'refused', mutation_id: one.mutation_id },
      { state: 'waiting' },
    ]);
    busy = false;
    await time.advance(25_000);
    expect(again.changes()).toHaveLength(1);
    expect(again.status().waiting).toBe(0);
  });

  it('knows a call that it has applied before', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    replica.close();
    server.failures = [];
    const plain = plainServer(() => problem(409, 'request.already_applied'));
    const again = await open(openTab(device, time), plain);
    await sync(again);
    expect(again.changes()).toEqual([]);
  });
});
