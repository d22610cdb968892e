import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { type Scope, scopeOf, type SnapshotTable } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeClass } from '#server/seeds/factories.ts';
import type { TestSchool } from '../support/api-world.ts';
import { EventReader } from '../support/event-reader.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { eventsOfFile, idOf } from './sync-events.support.ts';

const {
  world,
  greenfield,
  riverside,
  other,
  readers,
  startServer,
  listen,
  listenAs,
  pull,
  rename,
  versionIn,
  expectPoke,
} = eventsOfFile();

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
