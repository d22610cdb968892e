import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { makeClass, makeMember, makeStudents, makeTenant } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Person, type TestSchool } from '../support/api-world.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
});

afterAll(() => world.close());

interface Page {
  limit?: number;
  offset?: number;
}

async function listForTeacher(person: Person, query: Page = {}) {
  return await world.call(await world.as(person), classEndpoints.listForTeacher, { query });
}

async function listForSchool(person: Person, query: Page = {}) {
  return await world.call(await world.as(person), classEndpoints.listForSchool, { query });
}

async function readAs(person: Person, id: string) {
  return await world.call(await world.as(person), classEndpoints.read, { params: { id } });
}

async function refusedRead(person: Person, id: string) {
  return await world.refusal(await world.as(person), classEndpoints.read, { params: { id } });
}

const idsOf = ({ results }: { results: { id: string }[] }) => results.map((row) => row.id);

describe('the class list of a teacher', () => {
  it('has the own classes and neither a colleague’s nor the other school’s', async () => {
    expect(await listForTeacher(greenfield.teacher)).toEqual({
      count: 1,
      next: null,
      results: [
        {
          id: greenfield.ownClass.id,
          class_id: 'MAPXE247',
          name: 'Maple',
          class_theme: '#4180ca',
          assigned_teacher: { id: greenfield.teacher.id, first_name: 'teacher', last_name: 'greenfield' },
          co_teachers: [],
          no_of_students: 4,
          no_of_books: 0,
          archived_at: null,
          archived_by: null,
        },
      ],
    });
    expect(idsOf(await listForTeacher(greenfield.otherTeacher))).toEqual([greenfield.otherClass.id]);
    expect(idsOf(await listForTeacher(riverside.teacher))).toEqual([riverside.ownClass.id]);
  });

  it('has all classes of the school for a teacher_admin', async () => {
    expect(idsOf(await listForTeacher(greenfield.teacherAdmin))).toEqual([
      greenfield.otherClass.id,
      greenfield.ownClass.id,
    ]);
  });

  it('is empty for a teacher without a class', async () => {
    const newcomer = await makeMember(world.context, greenfield.tenant, {
      role: 'teacher',
      email: 'new@greenfield.test',
      password: 'Test-password-1',
    });
    expect(await listForTeacher(newcomer)).toEqual({ count: 0, next: null, results: [] });
  });

  it.each(['student', 'parent', 'schoolAdmin', 'organizationAdmin'] as const)(
    'is refused to a %s',
    async (who) => {
      const refusal = await world.refusal(await world.as(greenfield[who]), classEndpoints.listForTeacher, {
        query: {},
      });
      expect(refusal).toMatchObject({
        status: 403,
        code: 'request.forbidden',
        error: 'You are not allowed to do this.',
      });
    },
  );

  it('is refused to a visitor', async () => {
    const refusal = await world.refusal(await world.as('visitor'), classEndpoints.listForTeacher, {
      query: {},
    });
    expect(refusal).toMatchObject({ status: 401, code: 'request.unauthenticated' });
  });

  it('is not on the platform’s own site', async () => {
    const platform = await world.as(world.platformAdmin);
    expect(await world.refusal(platform, classEndpoints.listForTeacher, { query: {} })).toMatchObject({
      status: 404,
      code: 'request.not_found',
    });
  });
});

describe('the class list of a school', () => {
  it.each(['schoolAdmin', 'organizationAdmin'] as const)(
    'has every class of that school for its %s',
    async (who) => {
      expect(idsOf(await listForSchool(greenfield[who]))).toEqual([
        greenfield.otherClass.id,
        greenfield.ownClass.id,
      ]);
      expect(idsOf(await listForSchool(riverside[who]))).toEqual([
        riverside.otherClass.id,
        riverside.ownClass.id,
      ]);
    },
  );

  it.each(['student', 'parent', 'teacher', 'teacherAdmin'] as const)('is refused to a %s', async (who) => {
    const refusal = await world.refusal(await world.as(greenfield[who]), classEndpoints.listForSchool, {
      query: {},
    });
    expect(refusal).toMatchObject({ status: 403, code: 'request.forbidden' });
  });

  it('is empty on the host of an organization, which has no classes of its own', async () => {
    expect(await listForSchool(world.organization.admin)).toEqual({ count: 0, next: null, results: [] });
  });
});

describe('what a class counts', () => {
  it('is its active students and their books', async () => {
    const tenant = await makeTenant(world.context, { subdomain: 'counting' });
    const teacher = await makeMember(world.context, tenant, { role: 'teacher' });
    const schoolClass = await makeClass(world.context, tenant, { name: 'Oak', teachers: [teacher] });
    const [first, second, third, fourth] = await makeStudents(
      world.context,
      tenant,
      schoolClass,
      ['One', 'Two', 'Three', 'Four'].map((first_name) => ({ first_name })),
    );
    const { administrator } = world.testDatabase;
    const work = (author: string | undefined, kind: string, archived: Date | null = null) =>
      administrator.query(
        'insert into works (tenant_id, id, kind, author_id, title, archived_at, state) values ($1, $2, $3, $4, $5, $6, $7)',
        [tenant.id, randomUUID(), kind, author, 'A work', archived, archived ? 'archived' : 'draft'],
      );
    await work(first?.id, 'book');
    await work(first?.id, 'book');
    await work(second?.id, 'book');
    await work(second?.id, 'story');
    await work(second?.id, 'book', new Date());
    await work(third?.id, 'book');
    await work(fourth?.id, 'book');
    await administrator.query('update users set archived_at = now() where id = $1', [third?.id]);
    await administrator.query('update enrollments set ended_at = now() where student_id = $1', [fourth?.id]);

    const caller = await world.signIn('counting.localhost', teacher.email, 'Quill-demo-1');
    const row = await world.call(caller, classEndpoints.read, { params: { id: schoolClass.id } });
    expect(row).toMatchObject({ no_of_students: 2, no_of_books: 3 });
    const { results } = await world.call(caller, classEndpoints.listForTeacher, { query: {} });
    expect(results).toEqual([row]);
  });
});

describe('the pages of a class list', () => {
  it('say how many there are in all and where the next one is', async () => {
    const tenant = await makeTenant(world.context, { subdomain: 'paging' });
    const admin = await makeMember(world.context, tenant, { role: 'school_admin' });
    const names = Array.from({ length: 25 }, (_, place) => `Class ${String(place).padStart(2, '0')}`);
    for (const name of names.toReversed()) await makeClass(world.context, tenant, { name });
    const caller = await world.signIn('paging.localhost', admin.email, 'Quill-demo-1');
    const list = (query: Page) => world.call(caller, classEndpoints.listForSchool, { query });

    const first = await list({});
    expect(first).toMatchObject({ count: 25, next: '?limit=20&offset=20' });
    expect(first.results.map((row) => row.name)).toEqual(names.slice(0, 20));
    const second = await list({ offset: 20 });
    expect(second).toMatchObject({ count: 25, next: null });
    expect(second.results.map((row) => row.name)).toEqual(names.slice(20));

    expect(await list({ limit: 0 })).toEqual({ count: 25, next: null, results: [] });
    expect(await list({ limit: 25 })).toMatchObject({ count: 25, next: null });
    expect((await list({ limit: 1000 })).results).toHaveLength(25);
    expect(await list({ limit: 10, offset: 30 })).toEqual({ count: 25, next: null, results: [] });

    const { body } = await world.request(caller, 'GET', `/api/v1/school-classes/${first.next}`);
    expect(body).toEqual(second);
  });

  it('can be fetched as the specification says: the count first, then all', async () => {
    const { count } = await listForSchool(greenfield.schoolAdmin, { limit: 1 });
    expect((await listForSchool(greenfield.schoolAdmin, { limit: count })).results).toHaveLength(count);
  });
});

describe('one class', () => {
  it('is shown to its teacher and to those who see the whole school', async () => {
    const { id } = greenfield.ownClass;
    for (const who of ['teacher', 'teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const) {
      expect(await readAs(greenfield[who], id)).toMatchObject({
        id,
        class_id: 'MAPXE247',
        no_of_students: 4,
      });
    }
  });

  it('answers alike when it is a colleague’s, the other school’s or not there at all', async () => {
    const notFound = { status: 404, code: 'classes.not_found', error: 'Class not found', errors: {} };
    for (const id of [greenfield.otherClass.id, riverside.ownClass.id, randomUUID()]) {
      const { request_id: _id, ...refusal } = await refusedRead(greenfield.teacher, id);
      expect(refusal).toEqual(notFound);
    }
    for (const id of [riverside.ownClass.id, randomUUID()]) {
      expect(await refusedRead(greenfield.schoolAdmin, id)).toMatchObject(notFound);
    }
  });

  it('is gone for its teacher when it was archived', async () => {
    const archived = await makeClass(world.context, greenfield.tenant, {
      name: 'Past',
      teachers: [greenfield.teacher],
    });
    expect(await readAs(greenfield.teacher, archived.id)).toMatchObject({ name: 'Past' });
    await world.testDatabase.administrator.query(
      'update school_classes set archived_at = now() where id = $1',
      [archived.id],
    );
    expect(await refusedRead(greenfield.teacher, archived.id)).toMatchObject({ code: 'classes.not_found' });
    // Those who see the whole school find it among the archived ones.
    expect(await readAs(greenfield.schoolAdmin, archived.id)).toMatchObject({ name: 'Past' });
    expect(idsOf(await listForSchool(greenfield.schoolAdmin))).not.toContain(archived.id);
    expect(idsOf(await listForTeacher(greenfield.teacher))).toEqual([greenfield.ownClass.id]);
  });

  it('takes an id in capital letters for the same', async () => {
    const { id } = greenfield.ownClass;
    expect(await readAs(greenfield.teacher, id.toUpperCase())).toMatchObject({ id });
  });

  it.each(['1', 'undefined', 'null', "'; drop table users; --"])(
    'is refused by what is no id: %s',
    async (id) => {
      expect(await refusedRead(greenfield.teacher, id)).toMatchObject({
        status: 400,
        code: 'request.invalid',
        errors: { id: ['This is not an id'] },
      });
    },
  );

  it('has nobody assigned when nobody teaches it', async () => {
    const free = await makeClass(world.context, greenfield.tenant, { name: 'Free' });
    expect(await readAs(greenfield.schoolAdmin, free.id)).toMatchObject({
      assigned_teacher: null,
      no_of_students: 0,
    });
  });

  it('shows the teacher who had it first where several teach it', async () => {
    const shared = await makeClass(world.context, greenfield.tenant, {
      name: 'Shared',
      teachers: [greenfield.otherTeacher],
    });
    await world.testDatabase.administrator.query(
      `insert into class_teachers (tenant_id, school_class_id, teacher_id, created_at) values ($1, $2, $3, now() + interval '1 day')`,
      [greenfield.tenant.id, shared.id, greenfield.teacher.id],
    );
    for (const who of ['teacher', 'otherTeacher'] as const) {
      expect(await readAs(greenfield[who], shared.id)).toMatchObject({
        assigned_teacher: { first_name: 'other' },
        co_teachers: [{ id: greenfield.teacher.id, first_name: 'teacher', last_name: 'greenfield' }],
      });
    }
  });
});
