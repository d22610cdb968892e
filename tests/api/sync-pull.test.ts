import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import {
  type PullAnswer,
  type Scope,
  scopeOf,
  oneNumber,
  snapshotSchemaVersion,
  snapshotTableNames,
  tableVersions,
} from '#contract/sync/sync.schema.ts';
import { type MadeTenant, makeMember, makeTenant } from '#server/seeds/factories.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { pullsOfFile } from './sync-pull.support.ts';

const { world, greenfield, riverside, client_id, pull, pullAs, pullAll, sql } = pullsOfFile();

const scopesOf = (answer: PullAnswer) => answer.scopes.map((each) => each.scope);

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

  it('of an app that knew one number for all tables is gone on from; tables of another version since come again', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const { tables: _tables, ...earlier } = cursor;
    const answer = await pull(greenfield.teacher, { ...earlier, schema: oneNumber });
    expect(answer).toMatchObject({ reset: false, cursor: { schema: snapshotSchemaVersion } });
    const later = snapshotTableNames.filter((table) => tableVersions[table] > 1);
    expect(answer.scopes.map(({ tables }) => Object.keys(tables))).toEqual(
      Object.keys(cursor.scopes).map(() => later),
    );
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
