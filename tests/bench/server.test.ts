import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Closing } from '#server/installation.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { advance } from '#contract/sync/sync.rules.ts';
import type { Cursor, PullAnswer, PushAnswer, QueuedCall } from '#contract/sync/sync.schema.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import {
  makeClass,
  makeMember,
  makeStudents,
  makeTenant,
  type MadeClass,
  type MadeTenant,
} from '#server/seeds/factories.ts';
import {
  bigSchool,
  giveClasses,
  startBigSchool,
  teachersClasses,
  type BenchServer,
} from './kit/big-school.ts';
import { figure, median, type Row } from './kit/figures.ts';
import { report } from './kit/report.ts';
import type { Visitor } from './kit/server-client.ts';

const rounds = 5;
const callsPerPush = 100;
const studentsPerClass = 25;
const pullsPerRound = 40;

const closing = new Closing();
let server: BenchServer;
let passwordHash: string;

beforeAll(async () => {
  server = await startBigSchool();
  closing.add(() => server.close());
  passwordHash = await hashPassword(bigSchool.password);
});

afterAll(() => closing.close());

/** A teacher's tablet that sends what it queued. */
interface Tablet {
  visitor: Visitor;
  clientId: string;
  classId: string;
  studentIds: string[];
  seq: number;
}

let members = 0;

async function addMember(school: MadeTenant, role: 'teacher' | 'school_admin') {
  members += 1;
  return await makeMember(server.installation, school, {
    role,
    email: `bench-${members}@school.test`,
    password_hash: passwordHash,
  });
}

async function addClass(school: MadeTenant): Promise<{ made: MadeClass; studentIds: string[] }> {
  const made = await makeClass(server.installation, school);
  const people = Array.from({ length: studentsPerClass }, (_, place) => ({
    first_name: `Child ${place}`,
    last_name: made.name,
    username: `${made.class_id.toLowerCase()}-${place}`,
  }));
  const students = await makeStudents(server.installation, school, made, people);
  return { made, studentIds: students.map(({ id }) => id) };
}

async function addTablets(school: MadeTenant, count: number): Promise<Tablet[]> {
  const tablets: Tablet[] = [];
  for (let number = 0; number < count; number += 1) {
    const teacher = await addMember(school, 'teacher');
    const { made, studentIds } = await addClass(school);
    await giveClasses(server.installation, teacher, [made.id]);
    const visitor = await server.client.signIn(school.subdomain ?? '', teacher.email, bigSchool.password);
    tablets.push({ visitor, clientId: uuidv7(), classId: made.id, studentIds, seq: 0 });
  }
  return tablets;
}

/** What a lesson queues: two privacy changes, a new name and a new child in turns. */
function nextCalls(tablet: Tablet, round: number): QueuedCall[] {
  return Array.from({ length: callsPerPush }, (_, place): QueuedCall => {
    tablet.seq += 1;
    const id = tablet.studentIds[place % studentsPerClass] ?? '';
    const call = { seq: tablet.seq, mutation_id: uuidv7(), v: 1 };
    const kind = (['privacy', 'rename', 'privacy', 'add'] as const)[place % 4] ?? 'privacy';
    if (kind === 'add') {
      const students = [{ id: uuidv7(), first_name: `New ${place}`, last_name: `${round}` }];
      return {
        ...call,
        name: 'students.addToClass',
        input: { params: { classId: tablet.classId }, body: { students } },
      };
    }
    if (kind === 'rename') {
      const body = { first_name: `Child ${round}-${place}`, last_name: 'Renamed' };
      return { ...call, name: 'students.rename', input: { params: { id }, body } };
    }
    // Another than the last time, and another than the other one of the same push.
    const times = round * 2 + Math.floor(place / studentsPerClass);
    const privacy_preference = ['public', 'private', 'community'][times % 3];
    return {
      ...call,
      name: 'students.updatePrivacy',
      input: { params: { id }, body: { privacy_preference } },
    };
  });
}

/** All tablets send at once. @returns calls a second */
async function pushAll(tablets: readonly Tablet[], round: number): Promise<number> {
  const prepared = tablets.map((tablet) => ({ tablet, calls: nextCalls(tablet, round) }));
  const began = performance.now();
  const sent = await Promise.all(
    prepared.map(async ({ tablet: { visitor, clientId: client_id }, calls }) => {
      const { body } = await server.client.call(visitor, syncEndpoints.push, {
        body: { client_id, user_id: visitor.user.id, calls },
      });
      expectApplied(body, calls.length);
      return calls.length;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return sent.reduce((sum, count) => sum + count, 0) / seconds;
}

async function measurePushes(tablets: readonly Tablet[]): Promise<number[]> {
  const perSecond: number[] = [];
  for (let round = 0; round <= rounds; round += 1) perSecond.push(await pushAll(tablets, round));
  return perSecond.slice(1);
}

interface PullTimes {
  empty: number[];
  oneRow: number[];
}

async function pull(visitor: Visitor, clientId: string, cursor: Cursor | null) {
  return await server.client.call(visitor, syncEndpoints.pull, { body: { client_id: clientId, cursor } });
}

async function pullToTheEnd(visitor: Visitor, clientId: string): Promise<Cursor> {
  for (let cursor: Cursor | null = null; ;) {
    const { body } = await pull(visitor, clientId, cursor);
    cursor = advance(cursor, body);
    if (!body.more) return cursor;
  }
}

function expectStudents({ scopes }: PullAnswer, count: number): void {
  expect(scopes.flatMap(({ tables }) => tables.students?.rows ?? [])).toHaveLength(count);
}

function expectApplied({ results }: PushAnswer, count: number): void {
  expect(results.filter(({ outcome }) => outcome === 'applied')).toHaveLength(count);
}

/** Somebody who pulls, and somebody else who changes one child of theirs in between. */
class Puller {
  readonly times: PullTimes = { empty: [], oneRow: [] };
  readonly #client = uuidv7();
  readonly #otherClient = uuidv7();
  #cursor: Cursor | null = null;
  #seq = 0;

  constructor(
    private readonly visitor: Visitor,
    private readonly other: Visitor,
    private readonly studentIds: readonly string[],
  ) {}

  async round(isWarmUp: boolean): Promise<void> {
    this.#cursor = await pullToTheEnd(this.visitor, this.#client);
    const empty: number[] = [];
    const oneRow: number[] = [];
    for (let number = 0; number < pullsPerRound; number += 1) {
      const nothing = await pull(this.visitor, this.#client, this.#cursor);
      expectStudents(nothing.body, 0);
      empty.push(nothing.milliseconds);
      await this.#changeOne();
      const one = await pull(this.visitor, this.#client, this.#cursor);
      expectStudents(one.body, 1);
      oneRow.push(one.milliseconds);
      this.#cursor = advance(this.#cursor, one.body);
    }
    if (isWarmUp) return;
    this.times.empty.push(median(empty));
    this.times.oneRow.push(median(oneRow));
  }

  async #changeOne(): Promise<void> {
    this.#seq += 1;
    const seq = this.#seq;
    const id = this.studentIds[seq % this.studentIds.length] ?? '';
    const body = { first_name: `Child ${uuidv7()}`, last_name: 'Changed' };
    const call = { seq, mutation_id: uuidv7(), name: 'students.rename', v: 1 };
    const pushed = await server.client.call(this.other, syncEndpoints.push, {
      body: {
        client_id: this.#otherClient,
        user_id: this.other.user.id,
        calls: [{ ...call, input: { params: { id }, body } }],
      },
    });
    expectApplied(pushed.body, 1);
  }
}

/** A school, its administrator, a teacher of four of its classes, and the children in those. */
interface PulledSchool {
  students: number;
  admin: Visitor;
  teacher: Visitor;
  studentIds: string[];
}

async function makeSchool(classes: number): Promise<PulledSchool> {
  const subdomain = `bench-${classes}`;
  const school = await makeTenant(server.installation, { subdomain });
  const administrator = await addMember(school, 'school_admin');
  const teacher = await addMember(school, 'teacher');
  const studentIds: string[] = [];
  const classIds: string[] = [];
  for (let number = 0; number < classes; number += 1) {
    const added = await addClass(school);
    classIds.push(added.made.id);
    if (number < teachersClasses) studentIds.push(...added.studentIds);
  }
  await giveClasses(server.installation, teacher, classIds.slice(0, teachersClasses));
  const signIn = (email: string) => server.client.signIn(subdomain, email, bigSchool.password);
  return {
    students: classes * studentsPerClass,
    admin: await signIn(administrator.email),
    teacher: await signIn(teacher.email),
    studentIds,
  };
}

async function findBigSchool(): Promise<PulledSchool> {
  const signIn = (email: string) => server.client.signIn(bigSchool.subdomain, email, bigSchool.password);
  const teacher = await signIn(bigSchool.teacher);
  const { body } = await pull(teacher, uuidv7(), null);
  const rows = body.scopes.flatMap(({ tables }) => tables.students?.rows ?? []);
  const admin = await signIn(bigSchool.admin);
  return { students: bigSchool.students, admin, teacher, studentIds: rows.map(({ id }) => id) };
}

/** Children who are there at the start of a lesson. */
const childrenAtOnce = 30;

/**
 * A class signs in at the same moment, all from one address. A refusal, such as one for too many, would end the bench.
 * @returns milliseconds for each round within which all but the slowest twentieth were in
 */
async function measureSignIns(): Promise<number[]> {
  const school = await makeTenant(server.installation, { subdomain: 'bench-sign-in' });
  const schoolClass = await makeClass(server.installation, school);
  const password = 'sunny-otter-42';
  const usernames = Array.from({ length: childrenAtOnce }, (_, place) => `bench-child-${place}`);
  await makeStudents(
    server.installation,
    school,
    schoolClass,
    usernames.map((username) => ({ first_name: username, username, password })),
  );
  const caller = { host: 'bench-sign-in.localhost', access: null };
  const slowest: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const answers = await Promise.all(
      usernames.map((username) =>
        server.client.call(caller, identityEndpoints.signIn, { body: { username, password } }),
      ),
    );
    const times = answers.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
    slowest.push(times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN);
  }
  return slowest.slice(1);
}

/** Megabytes of memory that the server's process holds. */
async function memoryOf(pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+) kB/u.exec(await readFile(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(kilobytes) * 1024) / 1e6;
}

it('the server is measured over HTTP, and everything that was pushed is applied', async () => {
  const memoryBefore = await memoryOf(server.process.pid);
  const schools = [await makeSchool(4), await makeSchool(40), await findBigSchool()];
  const hot = await addTablets(await makeTenant(server.installation, { subdomain: 'bench-hot' }), 16);
  const many: Tablet[] = [];
  for (let number = 0; number < 20; number += 1) {
    const school = await makeTenant(server.installation, { subdomain: `bench-many-${number}` });
    many.push(...(await addTablets(school, 1)));
  }
  await server.installation.refreshStatistics();

  const pullers = schools.map(({ students, admin, teacher, studentIds }) => ({
    students,
    teacher: new Puller(teacher, admin, studentIds),
    admin: new Puller(admin, teacher, studentIds),
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of round % 2 === 0 ? pullers : pullers.toReversed()) {
      await each.teacher.round(round === 0);
      await each.admin.round(round === 0);
    }
  }
  const hotSchool = await measurePushes(hot);
  const twentySchools = await measurePushes(many);
  const signIns = await measureSignIns();
  const memoryAfter = await memoryOf(server.process.pid);

  const [smallest] = pullers;
  const pullRows = (who: 'teacher' | 'admin', kind: 'empty' | 'oneRow'): Row[] =>
    pullers.map((school, place) => {
      const name = who === 'teacher' ? `teacher of ${teachersClasses} classes` : 'administrator of all';
      const what = kind === 'empty' ? 'Nothing new' : 'One changed row';
      const ours = figure('ms', school[who].times[kind]);
      const row = { what: `${what}, ${name}, school of ${school.students.toLocaleString('en-US')}`, ours };
      return place === 0 || !smallest
        ? row
        : {
            ...row,
            against: figure('ms', smallest[who].times[kind]),
            ...(place === pullers.length - 1 && { target: { most_times: 1.5 } }),
          };
    });
  await report('server', 'PostgreSQL embedded, on the same machine as the callers', [
    {
      title: 'Queued calls applied',
      rows: [
        {
          what: `One hot school: 16 tablets at once, pushes of ${callsPerPush} calls`,
          ours: figure('calls/s', hotSchool),
          target: { least: 1500 },
        },
        {
          what: `20 schools: one tablet each, pushes of ${callsPerPush} calls`,
          ours: figure('calls/s', twentySchools),
        },
      ],
      notes: ['Half of the calls are privacy changes, a quarter renames, a quarter new children.'],
    },
    {
      title: 'A class that signs in',
      rows: [
        {
          what: `${childrenAtOnce} children at once behind one address, the 95th of a hundred`,
          ours: figure('ms', signIns),
        },
      ],
      notes: ['None of them hears of a limit: what is counted are wrong guesses.'],
    },
    {
      title: 'A pull as the school grows',
      against: 'school of 100',
      rows: [
        ...pullRows('teacher', 'empty'),
        ...pullRows('teacher', 'oneRow'),
        ...pullRows('admin', 'empty'),
        ...pullRows('admin', 'oneRow'),
      ],
      notes: [
        `p50 of ${pullsPerRound} pulls a round, over HTTP. Flat is taken to mean: at 10,000 students at most 1.5 times what it is at 100.`,
      ],
    },
    {
      title: "Memory of the server's process",
      rows: [
        { what: 'Started, the big school just made', ours: figure('MB', [memoryBefore]) },
        { what: 'After all of the above', ours: figure('MB', [memoryAfter]) },
      ],
    },
  ]);
});
