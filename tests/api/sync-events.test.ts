import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type Scope, type SnapshotTable } from '#contract/sync/sync.schema.ts';
import { createApp } from '#server/app.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, openDatabase, type Database } from '#server/platform/database.ts';
import type { PokeLimits } from '#server/modules/sync/pokes.service.ts';
import { makeClass } from '#server/seeds/factories.ts';
import {
  openApiWorld,
  type ApiWorld,
  type Caller,
  type Person,
  type TestSchool,
} from '../support/api-world.ts';
import { EventReader } from '../support/event-reader.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { testSecretKey } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** Milliseconds; in life it is 20 seconds. */
const often = 40;

interface Server {
  app: FastifyInstance;
  database: Database;
  port: number;
}

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;
/** A second server on the same database, on which the devices listen; changes go to the first. */
let other: Server;
const servers: Server[] = [];
const readers: EventReader[] = [];

async function startServer(
  pokes: Partial<PokeLimits> = {},
  plugins: readonly KyselyPlugin[] = [],
): Promise<Server> {
  const database = plugins.reduce(
    (plugged, plugin) => plugged.withPlugin(plugin),
    openDatabase(world.testDatabase.url, { connections: 4 }),
  );
  const app = await createApp({
    database,
    databaseUrl: world.testDatabase.url,
    secretKey: testSecretKey,
    baseDomain: 'localhost',
    trustProxy: false,
    webRoot: null,
    clock: world.clock,
    pokes: { lookInterval: often, heartbeat: often, ...pokes },
    logLevel: 'silent',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const server = { app, database, port: (app.server.address() as AddressInfo).port };
  servers.push(server);
  return server;
}

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
  other = await startServer();
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  for (const { app, database } of servers) {
    await app.close();
    await database.destroy();
  }
  await world.close();
});

/** Listens as a device does, until all that it begins with has come. */
async function listen(caller: Caller, server: Server = other): Promise<EventReader> {
  const reader = await EventReader.open(server.port, caller);
  readers.push(reader);
  const scopes = Object.keys((await pull(caller)).cursor.scopes);
  await reader.until(
    () => scopes.every((scope) => reader.versionOf(scope) !== undefined),
    `${scopes.join(', ')} came`,
  );
  return reader;
}

const listenAs = async (person: Person) => await listen(await world.as(person));

async function pull(caller: Caller) {
  return await world.call(caller, syncEndpoints.pull, { body: { client_id: randomUUID(), cursor: null } });
}

async function rename(person: Person, id: string): Promise<void> {
  await world.call(await world.as(person), studentEndpoints.rename, {
    params: { id },
    body: { first_name: 'Poked', last_name: randomUUID() },
  });
}

async function versionIn(school: TestSchool, scope: Scope): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ version: string }>(
    'select version from scope_versions where tenant_id = $1 and scope = $2',
    [school.tenant.id, scope],
  );
  return Number(rows[0]?.version ?? 0);
}

/** Tells the devices of a change that a test made by SQL, as the service that makes it will. */
async function note(
  school: TestSchool,
  changed: [scope: Scope, table: SnapshotTable, id: string][],
  end: () => void = () => undefined,
): Promise<void> {
  await inTenant(world.testDatabase.database, school.tenant.id, async (transaction) => {
    await withChanges(transaction, school.tenant.id, (changes) => {
      for (const [scope, table, id] of changed) changes.put(scope, table, id);
    });
    end();
  });
}

const idOf = (rows: readonly { id: string }[], place = 1) => rows[place]?.id ?? '';

async function expectPoke(reader: EventReader, school: TestSchool, scope: Scope): Promise<void> {
  const version = await versionIn(school, scope);
  await reader.until(() => reader.versionOf(scope) === version, `${scope} came with version ${version}`);
  expect(reader.versionOf(scope)).toBe(version);
}

describe('the stream of pokes', () => {
  it('begins with what the person may read, at the versions that a pull has, and says no more', async () => {
    for (const person of [
      greenfield.teacher,
      greenfield.schoolAdmin,
      greenfield.student,
      greenfield.parent,
    ]) {
      const caller = await world.as(person);
      const reader = await listen(caller);
      const { cursor } = await pull(caller);
      const received = reader.received.map(({ scope, version }) => [scope, version] as const);
      expect(received).toHaveLength(Object.keys(cursor.scopes).length);
      expect(Object.fromEntries(received)).toEqual(cursor.scopes);
      for (const poke of reader.received) expect(Object.keys(poke)).toEqual(['scope', 'version']);
    }
  });

  it('is answered so that nothing on the way keeps, packs or gathers it', async () => {
    const reader = await EventReader.open(other.port, await world.as(greenfield.teacher), {
      'accept-encoding': 'gzip, br',
      'x-request-id': 'request-12345678',
    });
    readers.push(reader);
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-quillshelf': '1',
      'x-request-id': 'request-12345678',
    });
    expect(reader.headers).not.toHaveProperty('content-encoding');
    expect(reader.headers).not.toHaveProperty('content-length');
  });

  it('shows signs of life while nothing happens', async () => {
    const reader = await listenAs(greenfield.teacher);
    const { heartbeats } = reader;
    await reader.until(() => reader.heartbeats >= heartbeats + 3, 'three signs of life came');
    expect(reader.isEnded).toBe(false);
  });
});

describe('what is written on one server', () => {
  const maple = () => scopeOf.schoolClass(greenfield.ownClass.id);
  const birch = () => scopeOf.schoolClass(greenfield.otherClass.id);

  it('is heard by those who listen to another, from a plain call', async () => {
    const reader = await listenAs(greenfield.teacher);
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(reader, greenfield, maple());
  });

  it('is heard by those who listen to another, from a push', async () => {
    const reader = await listenAs(greenfield.teacher);
    const admin = await world.as(greenfield.schoolAdmin);
    const outbox = new TestOutbox();
    await world.call(admin, syncEndpoints.push, {
      body: {
        client_id: outbox.client_id,
        user_id: greenfield.schoolAdmin.id,
        calls: outbox.number(queue.updatePrivacy(idOf(greenfield.students), 'private')),
      },
    });
    await expectPoke(reader, greenfield, maple());
  });

  it('is heard in the same server too', async () => {
    const reader = await listenAs(greenfield.teacher);
    const before = await versionIn(greenfield, maple());
    await inTenant(other.database, greenfield.tenant.id, (transaction) =>
      withChanges(transaction, greenfield.tenant.id, (changes) =>
        changes.put(maple(), 'students', idOf(greenfield.students)),
      ),
    );
    await expectPoke(reader, greenfield, maple());
    expect(await versionIn(greenfield, maple())).toBe(before + 1);
  });

  it('is not heard by a colleague of another class, nor in another school', async () => {
    const colleague = await listenAs(greenfield.otherTeacher);
    const elsewhere = await listenAs(riverside.schoolAdmin);
    const child = await listenAs(greenfield.student);
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    // What each of them does hear comes later, so that what they did not hear will not come any more.
    await rename(greenfield.schoolAdmin, idOf(greenfield.otherStudents));
    await expectPoke(colleague, greenfield, birch());
    await rename(riverside.schoolAdmin, idOf(riverside.students));
    await expectPoke(elsewhere, riverside, scopeOf.schoolClass(riverside.ownClass.id));
    await note(greenfield, [[scopeOf.user(greenfield.student.id), 'profile', greenfield.student.id]]);
    await expectPoke(child, greenfield, scopeOf.user(greenfield.student.id));

    const heard = (reader: EventReader) => new Set(reader.received.map(({ scope }) => scope));
    expect(heard(colleague)).toEqual(new Set([birch(), scopeOf.user(greenfield.otherTeacher.id)]));
    expect(heard(child)).toEqual(new Set([scopeOf.user(greenfield.student.id)]));
    expect(heard(elsewhere)).toEqual(
      new Set([
        scopeOf.schoolClass(riverside.ownClass.id),
        scopeOf.schoolClass(riverside.otherClass.id),
        scopeOf.school(riverside.tenant.id),
        scopeOf.user(riverside.schoolAdmin.id),
      ]),
    );
  });

  it('is not heard where it was taken back', async () => {
    const reader = await listenAs(greenfield.teacher);
    const before = reader.received.length;
    const taken = note(greenfield, [[maple(), 'students', idOf(greenfield.students)]], () => {
      throw new Error('taken back');
    });
    await expect(taken).rejects.toThrow('taken back');
    const own = scopeOf.user(greenfield.teacher.id);
    await note(greenfield, [[own, 'profile', greenfield.teacher.id]]);
    await expectPoke(reader, greenfield, own);
    expect(reader.received.slice(before).map(({ scope }) => scope)).toEqual([own]);
  });

  it('is heard although it happened while the database could not be listened to', async () => {
    const reader = await listenAs(greenfield.teacher);
    const { rows } = await world.testDatabase.administrator.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and application_name = 'quillshelf scope_versions'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(reader, greenfield, maple());
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(reader, greenfield, maple());
  });

  it('leaves servers unimpressed that hear something else on the line', async () => {
    const reader = await listenAs(greenfield.teacher);
    for (const nonsense of ['', '{', '{"tenant":1}', '[]']) {
      await world.testDatabase.administrator.query("select pg_notify('scope_versions', $1)", [nonsense]);
    }
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(reader, greenfield, maple());
  });
});

describe('a class that a teacher is given', () => {
  async function give(): Promise<Scope> {
    const made = await makeClass(world.context, greenfield.tenant, {
      name: 'Rowan',
      class_id: randomUUID().slice(0, 8).toUpperCase(),
      teachers: [greenfield.teacher],
    });
    return scopeOf.schoolClass(made.id);
  }

  it('is heard of by a stream that was open before', async () => {
    const reader = await listenAs(greenfield.teacher);
    const scope = await give();
    await note(greenfield, [[scope, 'classes', scope.slice('class:'.length)]]);
    await expectPoke(reader, greenfield, scope);
  });

  it('is heard of at once where the write notes the teacher as well', async () => {
    const server = await startServer({ lookInterval: 3_600_000 });
    const reader = await listen(await world.as(greenfield.teacher), server);
    const scope = await give();
    await note(greenfield, [
      [scope, 'classes', scope.slice('class:'.length)],
      [scopeOf.user(greenfield.teacher.id), 'profile', greenfield.teacher.id],
    ]);
    await expectPoke(reader, greenfield, scope);
  });
});

describe('a stream ends', () => {
  it('when its person signs out, on whichever server, and no other does', async () => {
    const session = await world.signIn(greenfield.host, 'teacher@greenfield.test');
    const reader = await listen(session);
    const stays = await listenAs(greenfield.teacher);
    await world.call(session, identityEndpoints.signOut, { body: { refresh: session.refresh } });
    await reader.until(() => reader.isEnded, 'the stream ended');
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(stays, greenfield, scopeOf.schoolClass(greenfield.ownClass.id));
    expect(reader.isEnded).toBe(true);
    expect(stays.isEnded).toBe(false);
  });

  it('when its token does', async () => {
    const reader = await listenAs(greenfield.teacher);
    expect(reader.isEnded).toBe(false);
    world.clock.advance(limits.accessTokenSeconds * 1000 + 1);
    await reader.until(() => reader.isEnded, 'the stream ended');
    expect(reader.isEnded).toBe(true);
  });

  it('when the same person opens more than there may be: the oldest', async () => {
    const server = await startServer({ streamsPerPerson: 2 });
    const teacher = await world.as(greenfield.teacher);
    const first = await listen(teacher, server);
    const second = await listen(teacher, server);
    const colleague = await listen(await world.as(greenfield.otherTeacher), server);
    const third = await listen(teacher, server);
    await first.until(() => first.isEnded, 'the oldest stream ended');
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    for (const reader of [second, third]) {
      await expectPoke(reader, greenfield, scopeOf.schoolClass(greenfield.ownClass.id));
    }
    expect([first, second, third, colleague].map(({ isEnded }) => isEnded)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('when a school has more than there may be: the oldest, and none of its neighbour', async () => {
    const server = await startServer({ streamsPerTenant: 2 });
    const neighbour = await listen(await world.as(riverside.teacher), server);
    const first = await listen(await world.as(greenfield.otherTeacher), server);
    const second = await listen(await world.as(greenfield.teacher), server);
    const third = await listen(await world.as(greenfield.schoolAdmin), server);
    await first.until(() => first.isEnded, 'the oldest stream ended');
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(second, greenfield, scopeOf.schoolClass(greenfield.ownClass.id));
    expect([neighbour, second, third].map(({ isEnded }) => isEnded)).toEqual([false, false, false]);
  });

  it('and the office of the school hears of it at four fifths, once in a week, and no other', async () => {
    const server = await startServer({ streamsPerTenant: 5 });
    const letters = async () => {
      const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string }>(
        "select tenant_id from email_messages where kind = 'tenants.many_streams' order by id",
      );
      return rows;
    };
    const people = [riverside.teacher, riverside.otherTeacher, riverside.schoolAdmin];
    for (const person of people) await listen(await world.as(person), server);
    await listen(await world.as(greenfield.teacher), server);
    const before = await letters();
    expect(before.filter(({ tenant_id }) => tenant_id === riverside.tenant.id)).toEqual([]);
    const fourth = await listen(await world.as(riverside.teacher), server);
    await until(async () => expect((await letters()).length).toBeGreaterThan(before.length));
    const told = await letters();
    expect(told.slice(before.length).every(({ tenant_id }) => tenant_id === riverside.tenant.id)).toBe(true);
    fourth.close();
    await fourth.until(() => fourth.isEnded, 'it ended');
    await listen(await world.as(riverside.teacher), server);
    await server.app.close();
    expect(await letters()).toEqual(told);
  });

  it('when the server stops, which does not wait for anybody to go', async () => {
    const server = await startServer();
    const reader = await listen(await world.as(greenfield.teacher), server);
    await server.app.close();
    await reader.until(() => reader.isEnded, 'the stream ended');
    expect(reader.isEnded).toBe(true);
  });
});

describe('looking after streams', () => {
  it('asks for all sessions of a school in one statement, and ends those that are over', async () => {
    /** By statement about sessions, of how many it asked. */
    const asked: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        const text = JSON.stringify(node);
        const lists = [...text.matchAll(/"value":(\[[^\]]*\])/gu)].map(([, list]) => list ?? '[]');
        if (node.kind === 'SelectQueryNode' && text.includes('"unheard_pair"') && lists.length > 0)
          asked.push((JSON.parse(lists[0] ?? '[]') as unknown[]).length);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const server = await startServer({}, [counting]);
    const { teacher, student, schoolAdmin } = greenfield;
    const session = await world.signIn(greenfield.host, teacher.email ?? '');
    const over = await listen(session, server);
    for (const person of [student, schoolAdmin, riverside.teacher, riverside.student])
      await listen(await world.as(person), server);
    /** Looks at all streams, one statement a school. */
    const settlesAt = async (sessions: readonly number[]) => {
      await until(() => expect(asked.slice(-4).toSorted((one, two) => one - two)).toEqual(sessions));
    };
    await settlesAt([2, 2, 3, 3]);
    await world.call(session, identityEndpoints.signOut, { body: { refresh: session.refresh } });
    await over.until(() => over.isEnded, 'the stream ended');
    await settlesAt([2, 2, 2, 2]);
  });
});
