import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { advance } from '#contract/sync/sync.rules.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import {
  scopeOf,
  snapshotSchemaVersion,
  snapshotTableNames,
  tableVersions,
  type Cursor,
  type PullAnswer,
  type Scope,
  type SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeClass, makeMember, makeStudent, makeTenant, type MadeTenant } from '#server/seeds/factories.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

beforeAll(async () => {
  // Signing in changes a student's row; the two who can do so before anything is compared.
  await world.as(greenfield.student);
  await world.as(riverside.student);
});

const client_id = randomUUID();

async function pull(person: Person, cursor: Cursor | null = null): Promise<PullAnswer> {
  return await pullAs(await world.as(person), cursor);
}

async function pullAs(caller: Caller, cursor: Cursor | null = null): Promise<PullAnswer> {
  const answer = await world.call(caller, syncEndpoints.pull, { body: { client_id, cursor } });
  return { ...answer, cursor: advance(cursor, answer) };
}

/** Pulls until nothing is left, as a device does. */
async function pullAll(caller: Caller, model = new SnapshotModel()): Promise<SnapshotModel> {
  for (let page = 0; page < 50; page += 1) {
    const answer = await pullAs(caller, model.cursor);
    model.store(answer);
    if (!answer.more) return model;
  }
  throw new Error('The pull came to no end');
}

const scopesOf = (answer: PullAnswer) => answer.scopes.map((each) => each.scope);

function sql(text: string, values: unknown[]) {
  return world.testDatabase.administrator.query(text, values);
}

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

describe('the first pull', () => {
  it('brings a teacher the own classes with their students and the own profile, and nothing else', async () => {
    const answer = await pull(greenfield.teacher);
    expect(answer).toMatchObject({ reset: true, drop_scopes: [], more: false, confirmed_seq: 0 });
    expect(scopesOf(answer)).toEqual([
      scopeOf.user(greenfield.teacher.id),
      scopeOf.schoolClass(greenfield.ownClass.id),
    ]);
    const [profile, schoolClass] = answer.scopes;
    expect(profile).toMatchObject({
      replace: true,
      tables: { profile: { rows: [{ id: greenfield.teacher.id }] } },
    });
    expect(schoolClass?.replace).toBe(true);
    expect(schoolClass?.tables.classes?.rows).toMatchObject([
      { id: greenfield.ownClass.id, no_of_students: 4 },
    ]);
    expect(schoolClass?.tables.students?.rows.map((row) => row.id)).toEqual(
      greenfield.students.map(({ id }) => id),
    );
    expect(answer.cursor.scopes).toEqual(
      Object.fromEntries(answer.scopes.map(({ scope, version }) => [scope, version])),
    );
  });

  it.each(['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)(
    'brings the whole school to its %s, those in no class too',
    async (who) => {
      const answer = await pull(greenfield[who]);
      expect(scopesOf(answer).toSorted()).toEqual(
        [
          scopeOf.user(greenfield[who].id),
          scopeOf.schoolClass(greenfield.ownClass.id),
          scopeOf.schoolClass(greenfield.otherClass.id),
          scopeOf.school(greenfield.tenant.id),
        ].toSorted(),
      );
      const school = answer.scopes.find((each) => each.scope === scopeOf.school(greenfield.tenant.id));
      expect(school?.tables.students?.rows).toMatchObject([
        { id: greenfield.studentWithoutClass.id, stu_class: null },
      ]);
    },
  );

  it.each(['student', 'parent'] as const)('brings a %s the own profile alone', async (who) => {
    expect(scopesOf(await pull(greenfield[who]))).toEqual([scopeOf.user(greenfield[who].id)]);
  });

  it('brings an organization’s administrator no school on the organization’s own host', async () => {
    const { tenant, admin } = world.organization;
    expect(scopesOf(await pull(admin))).toEqual([scopeOf.user(admin.id), scopeOf.school(tenant.id)]);
  });

  it('brings nobody anything of a password', async () => {
    const answer = await world.request(await world.as(greenfield.schoolAdmin), 'POST', '/api/sync/pull/', {
      body: { client_id, cursor: null },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|argon2|sunny-otter/u);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is refused to a visitor and on the platform’s own site', async () => {
    const body = { client_id, cursor: null };
    expect(await world.refusal(await world.as('visitor'), syncEndpoints.pull, { body })).toMatchObject({
      status: 401,
    });
    const platform = await world.as(world.platformAdmin);
    expect(await world.refusal(platform, syncEndpoints.pull, { body })).toMatchObject({
      code: 'request.not_found',
    });
  });
});

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

describe('a cursor that the server cannot go on from', () => {
  it('of another life of the data makes the device start over', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const answer = await pull(greenfield.teacher, { ...cursor, epoch: randomUUID() });
    expect(answer).toEqual(await pull(greenfield.teacher));
    expect(answer.reset).toBe(true);
  });

  it('from before a restore makes the device start over', async () => {
    const { cursor } = await pull(greenfield.teacher);
    await sql('update installation set epoch = gen_random_uuid()', []);
    const answer = await pull(greenfield.teacher, cursor);
    expect(answer.reset).toBe(true);
    expect(answer.cursor.epoch).not.toBe(cursor.epoch);
    expect((await pull(greenfield.teacher, answer.cursor)).reset).toBe(false);
  });

  it('of other shapes of all rows makes the device start over', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const { tables: _tables, ...earlier } = cursor;
    for (const schema of [snapshotSchemaVersion + 1, 0]) {
      expect((await pull(greenfield.teacher, { ...earlier, schema })).reset).toBe(true);
    }
    const tables = Object.fromEntries(snapshotTableNames.map((table) => [table, 0]));
    expect((await pull(greenfield.teacher, { ...cursor, tables })).reset).toBe(true);
  });

  it('of an app that knows one number for all tables is gone on from, as long as that is ours', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const { tables: _tables, ...earlier } = cursor;
    const answer = await pull(greenfield.teacher, earlier);
    expect(answer).toMatchObject({ reset: false, scopes: [], cursor: { schema: snapshotSchemaVersion } });
  });

  it('with a version that a scope never had brings that scope whole again', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const scope = scopeOf.schoolClass(greenfield.ownClass.id);
    const ahead = { ...cursor.scopes, [scope]: Number.MAX_SAFE_INTEGER };
    const answer = await pull(greenfield.teacher, { ...cursor, scopes: ahead });
    expect(answer.reset).toBe(false);
    expect(answer.scopes).toMatchObject([{ scope, replace: true, version: cursor.scopes[scope] }]);
  });

  it.each([
    ['no object', 7],
    ['without an epoch', { schema: 1, scopes: {} }],
    ['with a scope that is none', { epoch: client_id, schema: 1, scopes: { everything: 1 } }],
    ['with a negative version', { epoch: client_id, schema: 1, scopes: { [`class:${client_id}`]: -1 } }],
    [
      'with half a version of a table',
      { epoch: client_id, schema: 1, tables: { students: 0.5 }, scopes: {} },
    ],
    [
      'with tables that were fetched up to nowhere',
      { epoch: client_id, schema: 1, renewing: { tables: {}, through: 'here' }, scopes: {} },
    ],
    ['with half a version', { epoch: client_id, schema: 1, scopes: { [`class:${client_id}`]: 0.5 } }],
    [
      'with a version beyond all numbers',
      { epoch: client_id, schema: 1, scopes: { [`class:${client_id}`]: 1e300 } },
    ],
  ])('is refused when it is none: %s', async (_what, cursor) => {
    const caller = await world.as(greenfield.teacher);
    const answer = await world.request(caller, 'POST', '/api/sync/pull/', { body: { client_id, cursor } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });
});

describe('the pages of a first pull', () => {
  const classes = 110;
  const perClass = 30;
  let tenant: MadeTenant;
  let admin: Caller;

  beforeAll(async () => {
    tenant = await makeTenant(world.context, { subdomain: 'bigger' });
    const member = await makeMember(world.context, tenant, {
      role: 'school_admin',
      email: 'admin@bigger.test',
    });
    admin = await world.signIn('bigger.localhost', member.email, 'Quill-demo-1');
    const values = [tenant.id, classes];
    await sql(
      `insert into school_classes (tenant_id, id, class_id, name, class_theme)
       select $1, gen_random_uuid(), 'CODE' || n, 'Class ' || lpad(n::text, 3, '0'), '#123456' from generate_series(1, $2::int) n`,
      values,
    );
    await sql(
      `insert into users (tenant_id, id, role, first_name, last_name, username, search_text)
       select $1, gen_random_uuid(), 'student', 'Child', n::text, 'child-' || n, 'child ' || n from generate_series(1, $2::int * ${perClass}) n`,
      values,
    );
    await sql(
      `insert into students (tenant_id, id) select tenant_id, id from users where tenant_id = $1 and role = 'student'`,
      [tenant.id],
    );
    await sql(
      `insert into enrollments (tenant_id, school_class_id, student_id)
       select $1, class.id, child.id
       from (select id, row_number() over (order by name) - 1 as place from school_classes where tenant_id = $1) class
       join (select id, row_number() over (order by username) - 1 as place from users where tenant_id = $1 and role = 'student') child
         on child.place % $2::int = class.place`,
      values,
    );
  });

  it('bring a bigger school piece by piece, each scope whole and once, and end', async () => {
    const seen: Scope[] = [];
    const rows: number[] = [];
    let answer = await pullAs(admin);
    for (;;) {
      seen.push(...scopesOf(answer));
      rows.push(answer.scopes.reduce((sum, { tables }) => sum + (tables.students?.rows.length ?? 0), 0));
      expect(Object.keys(answer.cursor.scopes).toSorted()).toEqual(seen.toSorted());
      if (!answer.more) break;
      answer = await pullAs(admin, answer.cursor);
      expect(answer.reset).toBe(false);
    }
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(classes + 2);
    expect(rows.reduce((sum, count) => sum + count)).toBe(classes * perClass);
  });

  it('bring a table in another shape piece by piece as well, with what changes between two of them', async () => {
    const model = await pullAll(admin);
    const whole = model.contents();
    const scopes = Object.keys(model.cursor?.scopes ?? {});
    model.cursor = model.cursor && { ...model.cursor, tables: { ...tableVersions, students: 0 } };
    const first = await pullAs(admin, model.cursor);
    expect(first).toMatchObject({ more: true, reset: false });
    expect(first.scopes.length).toBeLessThan(scopes.length);
    expect(first.cursor.tables).not.toHaveProperty('students');
    expect(first.cursor.renewing).toMatchObject({ through: scopesOf(first).toSorted().at(-1) });
    model.store(first);
    // One that came, and one that is still to come.
    for (const scope of [scopesOf(first)[0], scopes.toSorted().at(-2)]) {
      const [child] = whole[`${scope} students`] ?? [];
      if (!child) continue;
      await world.call(admin, studentEndpoints.rename, {
        params: { id: child.id },
        body: { first_name: 'Between', last_name: 'Pieces' },
      });
    }
    await pullAll(admin, model);
    expect(model.cursor?.tables).toEqual(tableVersions);
    expect(model.cursor).not.toHaveProperty('renewing');
    expect(model.contents()).toEqual((await pullAll(admin)).contents());
  });

  it('lose no change that comes between two of them', async () => {
    const first = await pullAs(admin);
    expect(first.more).toBe(true);
    const model = new SnapshotModel();
    model.store(first);
    const [, sentScope] = first.scopes;
    const sent = sentScope?.tables.students?.rows[0];
    const renameBetween = (id: string) =>
      world.call(admin, studentEndpoints.rename, {
        params: { id },
        body: { first_name: 'Between', last_name: 'Pages' },
      });
    await renameBetween(sent?.id ?? '');
    await pullAll(admin, model);
    expect(model.contents()).toEqual((await pullAll(admin)).contents());
  });
});

describe('a table whose rows a device has in another shape', () => {
  const olderStudents = (cursor: Cursor): Cursor => ({
    ...cursor,
    tables: { ...tableVersions, students: 0 },
  });

  it('comes whole for the scopes that it holds, and no other table does', async () => {
    const { cursor } = await pull(greenfield.schoolAdmin);
    const answer = await pull(greenfield.schoolAdmin, olderStudents(cursor));
    expect(answer).toMatchObject({ reset: false, drop_scopes: [], more: false });
    expect(answer.cursor).toEqual(cursor);
    expect(scopesOf(answer).toSorted()).toEqual(Object.keys(cursor.scopes).toSorted());
    for (const { scope, version, replace, tables } of answer.scopes) {
      expect({ version, replace }).toEqual({ version: cursor.scopes[scope], replace: false });
      expect(tables).toMatchObject({ students: { removed: [], replace: true } });
      expect(Object.keys(tables)).toEqual(['students']);
    }
    const own = answer.scopes.find(({ scope }) => scope === scopeOf.schoolClass(greenfield.ownClass.id));
    const children = own?.tables.students?.rows.map(({ id }) => id);
    expect(children).toEqual(expect.arrayContaining(greenfield.students.map(({ id }) => id)));
    expect((await pull(greenfield.schoolAdmin, answer.cursor)).scopes).toEqual([]);
  });

  it('comes with what changed meanwhile in others, and what the person lost goes', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const foreign = scopeOf.schoolClass(riverside.ownClass.id);
    await rename(greenfield.teacher, greenfield.students[0]?.id ?? '', 'Meanwhile');
    const answer = await pull(greenfield.teacher, {
      ...olderStudents(cursor),
      scopes: { ...cursor.scopes, [foreign]: 1 },
    });
    expect(answer.drop_scopes).toEqual([foreign]);
    expect(scopesOf(answer)).not.toContain(foreign);
    const model = new SnapshotModel();
    model.store(await pull(greenfield.teacher));
    const before = model.contents();
    model.store(answer);
    expect(model.contents()).toEqual(before);
  });

  it('begins anew where a device was fetching another version of it', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const { students: _students, ...tables } = tableVersions;
    const last = Object.keys(cursor.scopes).toSorted().at(-1) as Scope;
    const renewing = (students: number) => ({ tables: { students }, through: last });
    const other = await pull(greenfield.teacher, { ...cursor, tables, renewing: renewing(0) });
    expect(other.scopes).toHaveLength(2);
    const ours = await pull(greenfield.teacher, {
      ...cursor,
      tables,
      renewing: renewing(tableVersions.students),
    });
    expect(ours.scopes).toEqual([]);
    expect(ours.cursor).toEqual(cursor);
  });
});

describe('the confirmed seq', () => {
  it('is the last call of this device that was decided, refused ones too, and of no other', async () => {
    const caller = await world.as(greenfield.teacher);
    const device = randomUUID();
    const push = (seq: number, privacy_preference: string) =>
      world.call(caller, syncEndpoints.push, {
        body: {
          client_id: device,
          user_id: greenfield.teacher.id,
          calls: [
            {
              seq,
              mutation_id: randomUUID(),
              name: 'students.updatePrivacy',
              v: 1,
              input: { params: { id: greenfield.student.id }, body: { privacy_preference } },
            },
          ],
        },
      });
    const confirmed = async (person: Person, client: string) => {
      const body = { client_id: client, cursor: null };
      return (await world.call(await world.as(person), syncEndpoints.pull, { body })).confirmed_seq;
    };
    expect(await confirmed(greenfield.teacher, device)).toBe(0);
    await push(3, 'community');
    expect(await confirmed(greenfield.teacher, device)).toBe(3);
    await push(9, 'nonsense');
    expect(await confirmed(greenfield.teacher, device)).toBe(9);
    expect(await confirmed(greenfield.teacher, randomUUID())).toBe(0);
    expect(await confirmed(greenfield.schoolAdmin, device)).toBe(0);
    expect(await confirmed(riverside.teacher, device)).toBe(0);
  });
});
