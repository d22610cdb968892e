import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type SnapshotRow } from '#contract/sync/sync.schema.ts';
import { makeClass, makeStudents } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { type ClassOfThree, classOfThree } from '../support/class-of-three.ts';
import { queue } from '../support/queued-calls.ts';
import { bulkOfFile, calls } from './students-in-bulk.support.ts';

const { world, greenfield, riverside, fingerprint, push, sql } = bulkOfFile();

async function archive(person: Person, user_ids: string[]) {
  return await world.call(await world.as(person), calls.archive, { body: { user_ids } });
}

async function restore(person: Person, user_ids: string[]) {
  return await world.call(await world.as(person), calls.restore, { body: { user_ids } });
}

/** What a device of the person is told of a class. */
async function pulled(person: Person, { schoolClass }: ClassOfThree) {
  const answer = await world.call(await world.as(person), syncEndpoints.pull, {
    body: { client_id: randomUUID(), cursor: null },
  });
  const scope = answer.scopes.find((each) => each.scope === scopeOf.schoolClass(schoolClass.id));
  const [row] = scope?.tables.classes?.rows ?? [];
  const students: readonly SnapshotRow<'students'>[] = scope?.tables.students?.rows ?? [];
  return { row, students };
}

async function namesListed({ schoolClass }: ClassOfThree): Promise<string[]> {
  const { results } = await world.call(await world.as(greenfield.teacher), studentEndpoints.listInClass, {
    params: { classCode: schoolClass.class_id },
    query: {},
  });
  return results.students.map(({ first_name }) => first_name);
}

const notFound = { status: 404, code: 'students.not_found', error: 'Student data not available.' };

describe.each(['archive', 'restore', 'privacy'] as const)('the bulk call %s', (name) => {
  const input = (user_ids: string[]) => ({ body: { user_ids, privacy_preference: 'public' as const } });

  it('is refused as a whole where one student is a colleague’s, the other school’s, staff or nobody', async () => {
    const { ids } = await classOfThree(world, greenfield);
    if (name === 'restore') await archive(greenfield.teacher, ids);
    const before = await fingerprint();
    const strangers = [
      greenfield.otherStudents[0]?.id,
      riverside.students[0]?.id,
      greenfield.studentWithoutClass.id,
      greenfield.schoolAdmin.id,
      randomUUID(),
    ];
    const teacher = await world.as(greenfield.teacher);
    for (const stranger of strangers) {
      const refusal = await world.refusal(teacher, calls[name], input([...ids, stranger ?? '']));
      expect(refusal).toMatchObject(notFound);
      expect(refusal.errors).toEqual({ 'user_ids.3': ['Student data not available.'] });
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('of the other school’s administrator finds nobody here', async () => {
    const { ids } = await classOfThree(world, greenfield);
    const before = await fingerprint();
    const theirs = await world.as(riverside.schoolAdmin);
    expect(await world.refusal(theirs, calls[name], input(ids))).toMatchObject(notFound);
    expect(await fingerprint()).toEqual(before);
  });

  it('is no student’s to make, not even about the own self', async () => {
    const student = await world.as(greenfield.student);
    expect(await world.refusal(student, calls[name], input([greenfield.student.id]))).toMatchObject({
      status: 403,
    });
  });

  it.each([
    [[], { user_ids: ['Please choose at least one student'] }],
    [
      Array.from({ length: 501 }, () => randomUUID()),
      { user_ids: ['Please choose at most 500 students at a time'] },
    ],
    [['x'], { 'user_ids.0': ['This is not an id'] }],
  ])('says what is wrong with whom it is about', async (user_ids, errors) => {
    const teacher = await world.as(greenfield.teacher);
    const refusal = await world.refusal(teacher, calls[name], input(user_ids));
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', errors });
  });

  it('that is made twice, or names somebody twice, changes nothing more', async () => {
    const { ids } = await classOfThree(world, greenfield);
    if (name === 'restore') await archive(greenfield.teacher, ids);
    const teacher = await world.as(greenfield.teacher);
    expect(await world.call(teacher, calls[name], input([...ids, ...ids]))).toMatchObject({ changed: 3 });
    const before = await fingerprint();
    expect(await world.call(teacher, calls[name], input(ids))).toMatchObject({ changed: 0 });
    expect(await fingerprint()).toEqual(before);
  });

  it('reaches a student in no class for those who see the whole school', async () => {
    const [student] = await makeStudents(world.context, greenfield.tenant, null, [
      { first_name: 'Free', last_name: 'Child' },
    ]);
    const ids = [student?.id ?? ''];
    if (name === 'restore') await archive(greenfield.schoolAdmin, ids);
    const admin = await world.as(greenfield.schoolAdmin);
    expect(await world.call(admin, calls[name], input(ids))).toMatchObject({ changed: 1 });
  });

  it('takes five hundred students at once', async () => {
    const schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    const students = await makeStudents(
      world.context,
      greenfield.tenant,
      schoolClass,
      Array.from({ length: 500 }, (_, index) => ({ first_name: 'Child', last_name: String(index) })),
    );
    const ids = students.map(({ id }) => id);
    if (name === 'restore') await archive(greenfield.teacher, ids);
    const teacher = await world.as(greenfield.teacher);
    expect(await world.call(teacher, calls[name], input(ids))).toMatchObject({ changed: 500 });
  });
});

describe('archived students', () => {
  it('leave the class list and its counts, and keep their place and their books', async () => {
    const three = await classOfThree(world, greenfield);
    const [ada, bo] = three.ids;
    await sql(
      `insert into works (tenant_id, id, kind, author_id, title) values ($1, gen_random_uuid(), 'book', $2, 'Otters')`,
      [greenfield.tenant.id, bo],
    );
    expect(await archive(greenfield.teacher, [bo ?? ''])).toEqual({
      message: 'Students archived successfully!',
      changed: 1,
    });
    expect(await namesListed(three)).toEqual(['Ada', 'Cy']);
    const schoolClass = await world.call(await world.as(greenfield.teacher), classEndpoints.read, {
      params: { id: three.schoolClass.id },
    });
    expect(schoolClass).toMatchObject({ no_of_students: 2, no_of_books: 0 });

    expect(await restore(greenfield.teacher, [bo ?? '', ada ?? ''])).toEqual({
      message: 'Students restored successfully!',
      changed: 1,
    });
    expect(await namesListed(three)).toEqual(['Ada', 'Bo', 'Cy']);
    const { row, students } = await pulled(greenfield.teacher, three);
    expect(row).toMatchObject({ no_of_students: 3, no_of_books: 1 });
    expect(students[1]).toMatchObject({ id: bo, no_of_books: 1, archived_at: null, archived_by: null });
  });

  it('stay on the devices of those who run the class, with who archived them and when', async () => {
    const three = await classOfThree(world, greenfield);
    const [ada] = three.ids;
    await archive(greenfield.schoolAdmin, [ada ?? '']);
    const { row, students } = await pulled(greenfield.teacher, three);
    expect(row).toMatchObject({ no_of_students: 2 });
    expect(students.map(({ archived_at }) => archived_at !== null)).toEqual([true, false, false]);
    expect(students[0]).toMatchObject({
      id: ada,
      archived_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
      archived_by: { first_name: 'admin', last_name: 'greenfield' },
    });
  });

  it('reach a device that has the class already, with the counts of the class', async () => {
    const three = await classOfThree(world, greenfield);
    const teacher = await world.as(greenfield.teacher);
    const client_id = randomUUID();
    const { cursor } = await world.call(teacher, syncEndpoints.pull, { body: { client_id, cursor: null } });
    await archive(greenfield.schoolAdmin, three.ids.slice(1));
    const answer = await world.call(teacher, syncEndpoints.pull, { body: { client_id, cursor } });
    expect(answer.scopes).toMatchObject([
      {
        scope: scopeOf.schoolClass(three.schoolClass.id),
        replace: false,
        tables: {
          classes: { rows: [{ no_of_students: 1 }], removed: [] },
          students: { rows: [{ first_name: 'Bo' }, { first_name: 'Cy' }], removed: [] },
        },
      },
    ]);
  });

  it('can still be edited, and are as edited when they are back', async () => {
    const three = await classOfThree(world, greenfield);
    const [ada = ''] = three.ids;
    await archive(greenfield.schoolAdmin, [ada]);
    const outcomes = await push(
      queue.rename(ada, { first_name: 'Adah', last_name: 'Fern' }, { first_name: 'Ada', last_name: 'Fern' }),
      queue.updatePrivacy(ada, 'community', 'private'),
      queue.updatePrivacyInBulk([ada], 'public', { [ada]: 'community' }),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    await restore(greenfield.schoolAdmin, [ada]);
    const { students } = await pulled(greenfield.teacher, three);
    expect(students[0]).toMatchObject({
      first_name: 'Adah',
      privacy_preference: 'public',
      archived_at: null,
    });
  });

  it('are signed out at once and cannot sign in until they are restored', async () => {
    const { host, student } = riverside;
    const { access } = await world.signIn(host, student.username, student.password);
    const profile = () => world.request({ host, access }, 'GET', '/api/user/profile/');
    expect((await profile()).status).toBe(200);
    await archive(riverside.teacher, [student.id]);
    expect((await profile()).status).toBe(401);
    const body = { username: student.username, password: student.password };
    const visitor = { host, access: null };
    expect(await world.refusal(visitor, identityEndpoints.signIn, { body })).toMatchObject({
      code: 'identity.wrong_credentials',
    });
    await restore(riverside.teacher, [student.id]);
    expect(await world.call(visitor, identityEndpoints.signIn, { body })).toMatchObject({
      user: { id: student.id },
    });
  });

  it('in two classes are out of both lists', async () => {
    const three = await classOfThree(world, greenfield);
    const [ada = ''] = three.ids;
    await sql('insert into enrollments (tenant_id, school_class_id, student_id) values ($1, $2, $3)', [
      greenfield.tenant.id,
      greenfield.otherClass.id,
      ada,
    ]);
    const other = { schoolClass: greenfield.otherClass, ids: [] };
    const before = await pulled(greenfield.otherTeacher, other);
    await archive(greenfield.teacher, [ada]);
    const after = await pulled(greenfield.otherTeacher, other);
    expect(after.row?.no_of_students).toBe((before.row?.no_of_students ?? 0) - 1);
    expect(after.students.find(({ id }) => id === ada)?.archived_at).not.toBeNull();
  });

  it('are written down one by one with who did it', async () => {
    const { ids } = await classOfThree(world, greenfield);
    await archive(greenfield.teacher, ids);
    await restore(greenfield.schoolAdmin, ids);
    for (const id of ids) {
      const { rows } = await sql(
        'select actor_id, action from audit_entries where subject_id = $1 order by id',
        [id],
      );
      expect(rows).toEqual([
        { actor_id: greenfield.teacher.id, action: 'students.archived' },
        { actor_id: greenfield.schoolAdmin.id, action: 'students.restored' },
      ]);
    }
  });

  it('stay archived, by the first who did it, when another device archives them later', async () => {
    const three = await classOfThree(world, greenfield);
    await archive(greenfield.schoolAdmin, three.ids);
    expect(await push(queue.archive(...three.ids))).toMatchObject([{ outcome: 'applied' }]);
    const { students } = await pulled(greenfield.teacher, three);
    expect(students.map(({ archived_by }) => archived_by?.first_name)).toEqual(['admin', 'admin', 'admin']);
  });

  it('are as the last of two who disagree left them, and nobody is refused', async () => {
    const three = await classOfThree(world, greenfield);
    await archive(greenfield.schoolAdmin, three.ids);
    const results = await push(queue.restore(...three.ids), queue.archive(three.ids[0] ?? ''));
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    expect(await namesListed(three)).toEqual(['Bo', 'Cy']);
  });
});
