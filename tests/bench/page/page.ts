import { apiPrefix, headers } from '#contract/kit/http.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { advance } from '#contract/sync/sync.rules.ts';
import { type Cursor, type PullAnswer, scopeOf } from '#contract/sync/sync.schema.ts';
import {
  addStudents,
  addStudentsInput,
  renameStudent,
  renameStudentInput,
  updatePrivacy,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { indexStudents } from '#src/features/students/students.rules.ts';
import type { TextIndex } from '#src/lib/text-index.ts';
import { createApiClient } from '#src/sync/api-client.ts';
import { browserEnvironment } from '#src/sync/browser-environment.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { ExpectedRows } from '#src/sync/sealed-snapshot.ts';
import {
  addRecords,
  deleteDatabase,
  openByHand,
  openRaw,
  readByHand,
  readRecord,
  replaceRecords,
  writeRecords,
} from './raw-storage.ts';
import { framesUntil, rawCall } from './raw.ts';
import {
  allRows,
  closed,
  draw,
  nextFrame,
  requestsSettled,
  requestsTo,
  rowsOf,
  timeOf,
  until,
} from './rows.ts';
import type { BulkTimes, ChangeTimes, FlushTimes, LoadTimes, OpeningTimes, PageSession } from './times.ts';

const client_id = '01985b4e-0000-7000-8000-00000000be9c';
const definitions = [addStudents, renameStudent, updatePrivacy];

let session: PageSession | null = null;
let isOffline = false;
/** The one that `keepOpen` left open, so that the heap can be looked at. */
let kept: { replica: Replica; rows: readonly Student[]; index: TextIndex<Student> | null } | null = null;

function signedIn(): PageSession {
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

/** What the app has before it opens a replica. */
const environment = browserEnvironment();
const api = createApiClient({
  origin: location.origin,
  tokens: { access: () => signedIn().access, refresh: () => Promise.resolve('refused') },
  fetch: (input, init) => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)),
});

function open(expected?: ExpectedRows): Promise<Replica> {
  return openReplica({
    environment,
    api,
    user: signedIn().user,
    definitions,
    ...(expected && { expected }),
    onFailure: (error) => {
      throw error;
    },
  });
}

/** The tablet as it comes out of the box. */
async function wipe(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) await deleteDatabase(name);
  }
}

async function loadOurs(): Promise<LoadTimes> {
  performance.clearResourceTimings();
  const [opening, replica] = await timeOf(() => open());
  const [loading] = await timeOf(() => {
    replica.start();
    return until(replica, () => replica.isPopulated());
  });
  await requestsSettled();
  const { count, milliseconds } = requestsTo(syncEndpoints.pull.path);
  const rows = await allRows(replica);
  await closed(replica);
  return { opening, loading, waiting: milliseconds, rows: rows.length, requests: count };
}

/** The same pages from the same endpoint, one record for each class, and one commit. */
async function loadRaw(): Promise<LoadTimes> {
  const { access, user } = signedIn();
  performance.clearResourceTimings();
  const [opening, database] = await timeOf(openRaw);
  let rows = 0;
  const [loading] = await timeOf(async () => {
    const records = new Map<string, unknown>();
    let cursor: Cursor | null = null;
    for (let more = true; more;) {
      const response = await fetch(location.origin + apiPrefix + syncEndpoints.pull.path, {
        method: 'POST',
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${access}`,
          [headers.requestId]: crypto.randomUUID(),
        },
        body: JSON.stringify({ client_id, user_id: user.id, cursor }),
      });
      const answer = JSON.parse(await response.text()) as PullAnswer;
      for (const { scope, tables } of answer.scopes) {
        records.set(scope, tables);
        rows += tables.students?.rows.length ?? 0;
      }
      cursor = advance(cursor, answer);
      ({ more } = answer);
    }
    records.set('cursor', cursor);
    await writeRecords(database, records);
  });
  await requestsSettled();
  const { count, milliseconds } = requestsTo(syncEndpoints.pull.path);
  database.close();
  return { opening, loading, waiting: milliseconds, rows, requests: count };
}

async function openClassOurs(cold: string, warm: string): Promise<OpeningTimes> {
  isOffline = true;
  let replica: Replica | null = null;
  const scope = scopeOf.schoolClass(cold);
  const [coldTime, coldRows] = await timeOf(async () => {
    // As the app does at the address of a class.
    replica = await open({ places: [{ scope, table: 'students' }], tables: [] });
    return await rowsOf(replica, scope);
  });
  if (replica === null) throw new Error('The replica was not opened');
  const opened: Replica = replica;
  const [warmTime, warmRows] = await timeOf(() => rowsOf(opened, scopeOf.schoolClass(warm)));
  await closed(opened);
  isOffline = false;
  return { cold: coldTime, warm: warmTime, rows: coldRows.length + warmRows.length };
}

async function openClassRaw(cold: string, warm: string): Promise<OpeningTimes> {
  let database: IDBDatabase | null = null;
  const read = async (from: IDBDatabase, id: string) => {
    const tables = (await readRecord(from, scopeOf.schoolClass(id))) as { students: { rows: unknown[] } };
    return tables.students.rows.length;
  };
  const [coldTime, coldRows] = await timeOf(async () => {
    database = await openRaw();
    return await read(database, cold);
  });
  if (database === null) throw new Error('The database was not opened');
  const opened: IDBDatabase = database;
  const [warmTime, warmRows] = await timeOf(() => read(opened, warm));
  opened.close();
  return { cold: coldTime, warm: warmTime, rows: coldRows + warmRows };
}

/** What `openClassOurs` asks of the database until the class is there, and nothing around it. */
async function openClassByHand(id: string): Promise<{ cold: number; rows: number }> {
  const { tenant_id, id: userId } = signedIn().user;
  const [cold, { database, rows }] = await timeOf(async () => {
    const opened = await openByHand(`quillshelf:${tenant_id}:${userId}`);
    return { database: opened, rows: await readByHand(opened, scopeOf.schoolClass(id)) };
  });
  database.close();
  return { cold, rows };
}

/**
 * Renames every student of a class, one after the other and without a network, each in turn with a raw record of the
 * same size. Taps begin with a frame, as a browser hands them out.
 */
async function changeOneByOne(classId: string, oursFirst: boolean): Promise<ChangeTimes> {
  isOffline = true;
  const replica = await open();
  const scope = scopeOf.schoolClass(classId);
  const students = await rowsOf(replica, scope);
  let durable = 0;
  // Whoever listens first hears of it as soon as it is committed, before the screen has looked.
  replica.subscribe(() => {
    durable ||= performance.now();
  });
  const screen = draw(replica, scope, students.length);
  const database = await openRaw();
  const times: ChangeTimes = { ours: [], raw: [], frames: [] };

  const ours = async (student: Student, place: number) => {
    const name = { first_name: `Renamed ${place}`, last_name: student.last_name || 'Child' };
    await nextFrame();
    const frames = framesUntil(() => screen.items()[place] === `${name.first_name} ${name.last_name}`);
    const began = performance.now();
    durable = 0;
    await replica.enqueue(renameStudent, renameStudentInput(student.id, name));
    times.ours.push(durable - began);
    times.frames.push(await frames);
  };
  const raw = async () => {
    await nextFrame();
    const [milliseconds] = await timeOf(() => addRecords(database, [rawCall(renameStudent.endpoint.name)]));
    times.raw.push(milliseconds);
  };
  for (const [place, student] of students.entries()) {
    const oursNow = (place % 2 === 0) === oursFirst;
    if (oursNow) await ours(student, place);
    await raw();
    if (!oursNow) await ours(student, place);
  }
  screen.stop();
  database.close();
  await closed(replica);
  isOffline = false;
  return times;
}

/** A class list of 500 names in one action, with the class on the screen. */
async function addMany(classId: string, count: number): Promise<BulkTimes> {
  isOffline = true;
  const replica = await open();
  // Whoever types a class list has had the app open: the key of the device is at hand.
  replica.start();
  await until(replica, () => !replica.status().busy && replica.status().reachable === false);
  const scope = scopeOf.schoolClass(classId);
  const before = (await rowsOf(replica, scope)).length;
  const names = Array.from({ length: count }, (_, place) => ({
    first_name: `Newcomer ${place}`,
    last_name: 'Of the Bench',
  }));
  let durable = 0;
  let shown = 0;
  // Whoever listens first hears of it as soon as it is committed, before the screen has looked.
  const stop = replica.subscribe(() => {
    durable ||= performance.now();
  });
  const screen = draw(replica, scope, 20);
  const stopLast = replica.subscribe(() => {
    if (shown === 0 && replica.read(scope, 'students').rows.length === before + count)
      shown = performance.now();
  });
  // The class is on the screen before the tap, and drawn.
  for (let frame = 0; frame < 3; frame += 1) await nextFrame();
  durable = 0;
  const began = performance.now();
  await replica.enqueue(addStudents, addStudentsInput(classId, names));
  const rows = replica.read(scope, 'students').rows.length - before;
  stop();
  stopLast();
  screen.stop();
  await closed(replica);
  isOffline = false;

  const database = await openRaw();
  const bytes = new TextEncoder().encode(JSON.stringify(addStudentsInput(classId, names)));
  await nextFrame();
  const [raw] = await timeOf(() => addRecords(database, [{ sealed: { data: bytes } }]));
  database.close();
  return { durable: durable - began, shown: shown - began, raw, rows };
}

/** Queues a call for each of so many students without a network, then lets them go. */
async function flush(classIds: readonly string[], count: number): Promise<FlushTimes> {
  isOffline = true;
  const replica = await open();
  const students: Student[] = [];
  for (const id of classIds) students.push(...(await rowsOf(replica, scopeOf.schoolClass(id))));
  const chosen = students.slice(0, count);
  if (chosen.length < count) throw new Error(`There are only ${chosen.length} students`);
  await Promise.all(
    chosen.map(({ id, privacy_preference }) =>
      replica.enqueue(
        updatePrivacy,
        updatePrivacyInput(id, privacy_preference === 'private' ? 'public' : 'private'),
      ),
    ),
  );
  await until(replica, () => !replica.status().busy);
  await new Promise((resolve) => setTimeout(resolve, 100));
  isOffline = false;
  performance.clearResourceTimings();
  const [total] = await timeOf(() => {
    replica.syncNow();
    return until(replica, () => replica.status().waiting === 0 && replica.changes().every(isEnded));
  });
  await requestsSettled();
  const pushes = requestsTo(syncEndpoints.push.path);
  const pulls = requestsTo(syncEndpoints.pull.path);
  const unsettled = replica.changes().length;
  const records = new Map<string, unknown>();
  for (const id of classIds) {
    const scope = scopeOf.schoolClass(id);
    records.set(scope, await rowsOf(replica, scope));
  }
  await closed(replica);
  return {
    total,
    waiting: pushes.milliseconds + pulls.milliseconds,
    pushes: pushes.count,
    pulls: pulls.count,
    unsettled,
    raw: await replaceRaw(records, count),
  };
}

/** What a flush asks of the database at least, in which the school lies: a note of what leaves, then all that came of it at once. */
async function replaceRaw(records: ReadonlyMap<string, unknown>, count: number): Promise<number> {
  const database = await openRaw();
  await addRecords(
    database,
    Array.from({ length: count }, () => rawCall(updatePrivacy.endpoint.name)),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const [milliseconds] = await timeOf(async () => {
    await writeRecords(database, new Map([['sent_through', count]]));
    await replaceRecords(database, records);
  });
  database.close();
  return milliseconds;
}

function isEnded({ state }: { state: string }): boolean {
  return state !== 'waiting' && state !== 'applied';
}

/** What the roster's search does, over every student of the school. */
async function search(
  words: readonly string[],
): Promise<{ building: number; keys: number[]; found: number[]; rows: number }> {
  isOffline = true;
  const replica = await open();
  const rows = await allRows(replica);
  const building = performance.now();
  const index = indexStudents(rows);
  const built = performance.now() - building;
  const keys: number[] = [];
  const found: number[] = [];
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) {
      const typed = word.slice(0, length);
      const began = performance.now();
      const hits = index.find(typed);
      keys.push(performance.now() - began);
      found.push(hits.length);
    }
  }
  await closed(replica);
  isOffline = false;
  return { building: built, keys, found, rows: rows.length };
}

/** Leaves the replica open with a class in memory, or with `all` the whole school. */
async function keepOpen(classId: string): Promise<number> {
  isOffline = true;
  const replica = await open();
  const rows =
    classId === 'all' ? await allRows(replica) : await rowsOf(replica, scopeOf.schoolClass(classId));
  // The whole school is in memory for the sake of searching it.
  kept = { replica, rows, index: classId === 'all' ? indexStudents(rows) : null };
  return kept.rows.length;
}

export const benchPage = {
  signIn: (as: PageSession) => {
    session = as;
  },
  wipe,
  loadOurs,
  loadRaw,
  openClassOurs,
  openClassRaw,
  openClassByHand,
  changeOneByOne,
  addMany,
  flush,
  search,
  keepOpen,
};

declare global {
  interface Window {
    benchPage: typeof benchPage;
  }
}

window.benchPage = benchPage;
