import { describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { type Scope, scopeOf, type SnapshotTable } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import { type MadeTenant, makeClass, makeStudent } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { pullsOfFile } from './sync-pull.support.ts';

const { world, greenfield, riverside, pull, pullAll, sql } = pullsOfFile();

/** Tells the devices of a change that a test made by SQL, as the service that makes it will. */
async function note(
  tenant: MadeTenant,
  changed: [scope: Scope, table: SnapshotTable, id: string][],
): Promise<void> {
  await inTenant(world.context.database, tenant.id, (transaction) =>
    withChanges(transaction, tenant.id, (changes) => {
      for (const [scope, table, id] of changed) changes.put(scope, table, id);
    }),
  );
}

async function rename(person: Person, id: string, first_name: string) {
  return await world.call(await world.as(person), studentEndpoints.rename, {
    params: { id },
    body: { first_name, last_name: 'Renamed' },
  });
}

describe('a pull with a cursor', () => {
  it('brings nothing when nothing changed, and the same cursor', async () => {
    const { cursor } = await pull(greenfield.teacher);
    expect(await pull(greenfield.teacher, cursor)).toEqual({
      reset: false,
      drop_scopes: [],
      scopes: [],
      confirmed_seq: 0,
      cursor,
      more: false,
    });
  });

  it('brings the one row that changed, to everyone who may see it and to nobody else', async () => {
    const [, student] = greenfield.students;
    const id = student?.id ?? '';
    const people = [greenfield.teacher, greenfield.schoolAdmin] as const;
    const cursors = await Promise.all(people.map(async (person) => (await pull(person)).cursor));
    const strangers = [greenfield.otherTeacher, greenfield.student, riverside.schoolAdmin] as const;
    const theirs = await Promise.all(strangers.map(async (person) => (await pull(person)).cursor));
    await rename(greenfield.teacher, id, 'Łucja');

    const scope = scopeOf.schoolClass(greenfield.ownClass.id);
    for (const [place, person] of people.entries()) {
      const answer = await pull(person, cursors[place]);
      expect(answer.scopes).toEqual([
        {
          scope,
          version: (cursors[place]?.scopes[scope] ?? 0) + 1,
          replace: false,
          tables: { students: { rows: [expect.objectContaining({ id, first_name: 'Łucja' })], removed: [] } },
        },
      ]);
      expect(answer.reset).toBe(false);
      expect((await pull(person, answer.cursor)).scopes).toEqual([]);
    }
    for (const [place, person] of strangers.entries()) {
      expect((await pull(person, theirs[place])).scopes).toEqual([]);
    }
  });

  it('brings a row that changed twice once, as it is now', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const id = greenfield.students[2]?.id ?? '';
    await rename(greenfield.teacher, id, 'First');
    await rename(greenfield.teacher, id, 'Second');
    const { scopes } = await pull(greenfield.teacher, cursor);
    expect(scopes).toHaveLength(1);
    expect(scopes[0]?.tables.students?.rows.map((row) => row.first_name)).toEqual(['Second']);
  });

  it('brings new students and the class’s new count', async () => {
    const { cursor } = await pull(greenfield.teacher);
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.addToClass, {
      params: { classId: greenfield.ownClass.id },
      body: [{ first_name: 'New' }, { first_name: 'Newer' }],
    });
    const { scopes } = await pull(greenfield.teacher, cursor);
    expect(scopes).toHaveLength(1);
    expect(scopes[0]).toMatchObject({
      replace: false,
      tables: {
        classes: { rows: [{ id: greenfield.ownClass.id, no_of_students: 6 }], removed: [] },
        students: { rows: [{ first_name: 'New' }, { first_name: 'Newer' }], removed: [] },
      },
    });
  });

  it('brings when a child signed in', async () => {
    const child = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      username: 'kit-koala-31',
      password: 'kind-koala-31',
    });
    const { cursor } = await pull(greenfield.teacher);
    await world.signIn(greenfield.host, 'kit-koala-31', 'kind-koala-31');
    const { scopes } = await pull(greenfield.teacher, cursor);
    expect(scopes[0]?.tables.students?.rows).toMatchObject([
      { id: child.id, last_login: world.clock.now().toISOString() },
    ]);
  });

  it('brings a tombstone for a student who left the class, and the student to the school’s own list', async () => {
    const { tenant } = greenfield;
    const student = await makeStudent(world.context, tenant, greenfield.ownClass, { first_name: 'Leaving' });
    const teacher = await pull(greenfield.teacher);
    const admin = await pull(greenfield.schoolAdmin);
    const scope = scopeOf.schoolClass(greenfield.ownClass.id);
    await sql('update enrollments set ended_at = now() where student_id = $1', [student.id]);
    await note(tenant, [
      [scope, 'students', student.id],
      [scopeOf.school(tenant.id), 'students', student.id],
    ]);
    const { scopes } = await pull(greenfield.teacher, teacher.cursor);
    expect(scopes).toMatchObject([
      { scope, replace: false, tables: { students: { rows: [], removed: [student.id] } } },
    ]);
    const whole = await pull(greenfield.schoolAdmin, admin.cursor);
    expect(whole.scopes).toHaveLength(2);
    expect(
      whole.scopes.find((each) => each.scope === scopeOf.school(tenant.id))?.tables.students,
    ).toMatchObject({
      rows: [{ id: student.id, stu_class: null }],
      removed: [],
    });
  });

  it('brings a tombstone for a student who left the class, and the row again when back', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass);
    const scope = scopeOf.schoolClass(greenfield.ownClass.id);
    const model = await pullAll(await world.as(greenfield.teacher));
    expect(model.ids(scope, 'students')).toContain(student.id);
    await sql('update enrollments set ended_at = now() where student_id = $1', [student.id]);
    await note(greenfield.tenant, [[scope, 'students', student.id]]);
    await pullAll(await world.as(greenfield.teacher), model);
    expect(model.ids(scope, 'students')).not.toContain(student.id);
    await sql('update enrollments set ended_at = null where student_id = $1', [student.id]);
    await note(greenfield.tenant, [[scope, 'students', student.id]]);
    await pullAll(await world.as(greenfield.teacher), model);
    expect(model.ids(scope, 'students')).toContain(student.id);
  });

  it('keeps the scopes of one change in step for a student in two classes', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass);
    await sql('insert into enrollments (tenant_id, school_class_id, student_id) values ($1, $2, $3)', [
      greenfield.tenant.id,
      greenfield.otherClass.id,
      student.id,
    ]);
    const { cursor } = await pull(greenfield.schoolAdmin);
    await rename(greenfield.otherTeacher, student.id, 'Both');
    const { scopes } = await pull(greenfield.schoolAdmin, cursor);
    expect(scopes.map(({ scope, tables }) => [scope, tables.students?.rows[0]?.stu_class?.id])).toEqual(
      expect.arrayContaining([
        [scopeOf.schoolClass(greenfield.ownClass.id), greenfield.ownClass.id],
        [scopeOf.schoolClass(greenfield.otherClass.id), greenfield.otherClass.id],
      ]),
    );
    expect(scopes).toHaveLength(2);
  });
});

describe('a class that a teacher gets or loses', () => {
  const teach = (classId: string, teacherId: string) =>
    sql('insert into class_teachers (tenant_id, school_class_id, teacher_id) values ($1, $2, $3)', [
      greenfield.tenant.id,
      classId,
      teacherId,
    ]);
  const stopTeaching = (classId: string, teacherId: string) =>
    sql('delete from class_teachers where school_class_id = $1 and teacher_id = $2', [classId, teacherId]);

  it('comes whole with the next pull, and goes whole with the next pull', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const scope = scopeOf.schoolClass(greenfield.otherClass.id);
    await teach(greenfield.otherClass.id, greenfield.teacher.id);
    const gained = await pull(greenfield.teacher, cursor);
    expect(gained).toMatchObject({ reset: false, drop_scopes: [], more: false });
    expect(gained.scopes).toMatchObject([{ scope, replace: true }]);
    expect(gained.scopes[0]?.tables.students?.rows.length).toBeGreaterThanOrEqual(4);

    await stopTeaching(greenfield.otherClass.id, greenfield.teacher.id);
    const lost = await pull(greenfield.teacher, gained.cursor);
    expect(lost).toMatchObject({ reset: false, drop_scopes: [scope], scopes: [] });
    expect(lost.cursor.scopes).not.toHaveProperty(scope);
    expect((await pull(greenfield.teacher, lost.cursor)).drop_scopes).toEqual([]);
  });

  it('goes from every device when it is archived', async () => {
    const schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    const scope = scopeOf.schoolClass(schoolClass.id);
    const { cursor } = await pull(greenfield.schoolAdmin);
    expect(cursor.scopes).toHaveProperty(scope);
    await sql('update school_classes set archived_at = now() where id = $1', [schoolClass.id]);
    expect((await pull(greenfield.schoolAdmin, cursor)).drop_scopes).toEqual([scope]);
  });

  it('of the other school is dropped without a row when a cursor names it', async () => {
    const { cursor } = await pull(greenfield.schoolAdmin);
    const foreign: Scope[] = [
      scopeOf.schoolClass(riverside.ownClass.id),
      scopeOf.school(riverside.tenant.id),
      scopeOf.user(riverside.teacher.id),
      scopeOf.user(greenfield.teacher.id),
    ];
    const scopes = { ...cursor.scopes, ...Object.fromEntries(foreign.map((scope) => [scope, 0])) };
    const answer = await pull(greenfield.schoolAdmin, { ...cursor, scopes });
    expect(answer.drop_scopes.toSorted()).toEqual(foreign.toSorted());
    expect(answer.scopes).toEqual([]);
    expect(answer.cursor.scopes).toEqual(cursor.scopes);
  });
});
