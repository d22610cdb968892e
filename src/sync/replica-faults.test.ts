import { describe, expect, it } from 'vitest';
import {
  addStudents,
  addStudentsInput,
  renameStudent,
  renameStudentInput,
} from '#src/features/students/students.mutations.ts';
import { faultyReplicaOfFile, setPrivacy } from '#tests/support/faulty-replica-of-file.ts';
import { sync } from '#tests/support/scripted-replicas.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';

const { now, openOffline, comeBack, sentCalls } = faultyReplicaOfFile();

const databaseName = `quillshelf:${ids.tenant}:${ids.teacher}`;

/** Changes the raw records of a store, as something that went wrong on the device would. */
async function tamper(
  name: string,
  store: string,
  change: (record: Record<string, unknown>) => 'delete' | void,
) {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = now.device.indexedDb.open(name);
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
    now.server.decide = (call) =>
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
    now.server.decide = (call) =>
      call.name === 'students.addToClass' ? 'refused' : call.depends_on ? 'held' : 'applied';
    await comeBack(replica);
    now.server.decide = null;
    now.server.pushes.length = 0;
    await replica.retry(mutation_id);
    await sync(replica);
    const [added, renamed] = sentCalls();
    expect(added?.mutation_id).not.toBe(mutation_id);
    expect(renamed).toMatchObject({ name: 'students.rename', depends_on: [added?.mutation_id] });
    expect(replica.changes()).toEqual([]);
  });

  it('stays given up where another tab gave it up, though the one that it builds on is tried again', async () => {
    const { replica, mutation_id } = await addAndRename();
    now.server.decide = (call) =>
      call.name === 'students.addToClass' ? 'refused' : call.depends_on ? 'held' : 'applied';
    await comeBack(replica);
    // As a tab finds it that has not heard yet of what the other one did.
    const held = replica.changes().find(({ state }) => state === 'held');
    await tamper(databaseName, 'settled', (record) => {
      return record.mutation_id === held?.mutation_id ? 'delete' : undefined;
    });
    now.server.decide = null;
    now.server.pushes.length = 0;
    await replica.retry(mutation_id);
    await sync(replica);
    expect(sentCalls().map(({ name }) => name)).toEqual(['students.addToClass']);
    expect(replica.changes()).toEqual([]);
  });

  it('is given up with it', async () => {
    const { replica, mutation_id } = await addAndRename();
    now.server.decide = (call) =>
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
    const again = await now.open();
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
    now.server.decide = () => 'refused';
    await comeBack(replica);
    let raw = '';
    await tamper(databaseName, 'settled', (record) => {
      raw += JSON.stringify(record);
    });
    expect(raw).toContain('students.updatePrivacy');
    expect(raw).not.toContain('not available');
    const again = await now.open();
    expect(again.changes()[0]?.problem?.error).toBe('Student data not available.');
  });
});
