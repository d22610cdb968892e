import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldForSearch } from '#contract/kit/fold.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { fullName, parseNames } from '#contract/students/students.rules.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { createStudentAccounts } from '#server/modules/students/student-accounts.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeClass, makeStudent, makeStudents, type MadeClass } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Person, type TestSchool } from '../support/api-world.ts';
import { pastedClassList, pastedNames } from '../support/class-list.ts';
import { asStudents, asTiles } from '../support/class-rows.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;
let fingerprint: () => Promise<Fingerprint>;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
  // Whoever signs in here for the first time does so before the fingerprints are compared.
  for (const school of [greenfield, riverside]) {
    for (const who of ['teacher', 'otherTeacher', 'teacherAdmin', 'schoolAdmin', 'student'] as const) {
      await world.as(school[who]);
    }
  }
  fingerprint = await fingerprinter(world.testDatabase.administrator);
});

afterAll(() => world.close());

type ListQuery = { limit?: number; offset?: number; search?: string };

async function list(person: Person, classCode: string, query: ListQuery = {}) {
  const { results, ...page } = await world.call(await world.as(person), studentEndpoints.listInClass, {
    params: { classCode },
    query,
  });
  return { ...page, results: { students: asStudents(results.students) } };
}

const namesOf = ({ results }: { results: { students: Student[] } }) => results.students.map(fullName);

type NewStudents = { id?: string; first_name: string; last_name?: string }[];

async function add(person: Person, classId: string, body: NewStudents | { students: NewStudents }) {
  return await world.call(await world.as(person), studentEndpoints.addToClass, { params: { classId }, body });
}

async function refusedAdd(person: Person, classId: string, body: NewStudents | { students: NewStudents }) {
  return await world.refusal(await world.as(person), studentEndpoints.addToClass, {
    params: { classId },
    body,
  });
}

async function rename(person: Person, id: string, body: { first_name: string; last_name: string }) {
  return await world.call(await world.as(person), studentEndpoints.rename, { params: { id }, body });
}

async function refusedRename(person: Person, id: string, body: { first_name: string; last_name: string }) {
  return await world.refusal(await world.as(person), studentEndpoints.rename, { params: { id }, body });
}

async function setPrivacy(person: Person, id: string, privacy_preference: PrivacyPreference) {
  const body = { privacy_preference };
  return await world.call(await world.as(person), studentEndpoints.updatePrivacy, { params: { id }, body });
}

async function refusedPrivacy(person: Person, id: string, privacy_preference: string) {
  const body = { privacy_preference: privacy_preference as PrivacyPreference };
  return await world.refusal(await world.as(person), studentEndpoints.updatePrivacy, {
    params: { id },
    body,
  });
}

/** A class of greenfield's teacher for one test alone. */
function newClass(): Promise<MadeClass> {
  return makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
}

function sql<Row extends object>(text: string, values: unknown[]) {
  return world.testDatabase.administrator.query<Row>(text, values);
}

const studentNotFound = { status: 404, code: 'students.not_found', error: 'Student data not available.' };
const classNotFound = { status: 404, code: 'students.class_not_found', error: 'Class not found' };

describe('the students of a class', () => {
  it('are listed by the class code, in the order in which they were given', async () => {
    const { count, next, results } = await list(greenfield.teacher, 'MAPXE247');
    expect({ count, next }).toEqual({ count: 4, next: null });
    expect(results.students.map((student) => student.id)).toEqual(
      greenfield.students.map((student) => student.id),
    );
    expect(results.students[0]).toEqual({
      id: greenfield.student.id,
      first_name: 'Zoë',
      last_name: 'Fern',
      username: 'zoe-otter-42',
      email: null,
      avatar: null,
      privacy_preference: 'private',
      stu_class: { id: greenfield.ownClass.id, class_id: 'MAPXE247', name: 'Maple' },
      no_of_books: 0,
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
      last_login: expect.any(String),
      archived_at: null,
      archived_by: null,
    });
  });

  it.each(['mapxe247', ' MAPXE247 ', 'MAPX E247', 'mapx e2 47', '\tMapxe247\n'])(
    'are found whatever case and spaces the code is typed with: %j',
    async (code) => {
      expect((await list(greenfield.teacher, code)).count).toBe(4);
    },
  );

  it('are those of the school that was asked, where both schools have the same code', async () => {
    const here = await list(greenfield.teacher, 'MAPXE247');
    const there = await list(riverside.teacher, 'MAPXE247');
    expect(namesOf(here)).toEqual(namesOf(there));
    const ids = new Set(here.results.students.map((student) => student.id));
    expect(there.results.students.filter((student) => ids.has(student.id))).toEqual([]);
  });

  it('are shown to those who see the whole school', async () => {
    for (const who of ['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const) {
      expect((await list(greenfield[who], 'BYRCH926')).count).toBe(4);
    }
  });

  it('are not shown to a colleague, who cannot tell the class from one that is not there', async () => {
    const caller = await world.as(greenfield.teacher);
    const refusals = [];
    for (const classCode of ['BYRCH926', 'NOSUCH99', '', '%', '\u0000', 'ẞ'.repeat(20)]) {
      const { request_id: _id, ...refusal } = await world.refusal(caller, studentEndpoints.listInClass, {
        params: { classCode: classCode || ' ' },
        query: {},
      });
      refusals.push(refusal);
    }
    for (const refusal of refusals) {
      expect(refusal).toEqual({
        status: 404,
        code: 'classes.not_found',
        error: 'Class not found',
        errors: {},
      });
    }
  });

  it('are not given whole to a student, a parent and a visitor', async () => {
    const params = { classCode: 'MAPXE247' };
    for (const who of [greenfield.student, greenfield.parent, 'visitor'] as const) {
      const answer = await world.call(await world.as(who), studentEndpoints.listInClass, {
        params,
        query: {},
      });
      expect(asTiles(answer.results.students)).toHaveLength(4);
    }
  });

  it('come in pages', async () => {
    const first = await list(greenfield.teacher, 'MAPXE247', { limit: 3 });
    expect(first).toMatchObject({ count: 4, next: '?limit=3&offset=3' });
    expect(first.results.students).toHaveLength(3);
    const second = await list(greenfield.teacher, 'MAPXE247', { limit: 3, offset: 3 });
    expect(second).toMatchObject({ count: 4, next: null });
    expect([...namesOf(first), ...namesOf(second)]).toEqual(
      namesOf(await list(greenfield.teacher, 'MAPXE247')),
    );
    expect(await list(greenfield.teacher, 'MAPXE247', { offset: 100 })).toEqual({
      count: 4,
      next: null,
      results: { students: [] },
    });
  });

  it.each([
    ['zoe', ['Zoë Fern']],
    ['ZOË', ['Zoë Fern']],
    ['siobhan', ['Siobhán O’Brien']],
    ['wojcik', ['Łukasz Wójcik']],
    ['fern zo', ['Zoë Fern']],
    ['田中', ['美咲 田中']],
    ['otter-42', ['Zoë Fern']],
    ['   fern   ', ['Zoë Fern']],
    ['   ', ['Zoë Fern', 'Łukasz Wójcik', 'Siobhán O’Brien', '美咲 田中']],
    ['zoe brien', []],
    ['%', []],
    ['_', []],
  ])('are searched without regard to case and accents: %j', async (search, names) => {
    const found = await list(greenfield.teacher, 'MAPXE247', { search });
    expect(namesOf(found)).toEqual(names);
    expect(found.count).toBe(names.length);
  });

  it('keep the search over the pages', async () => {
    const schoolClass = await newClass();
    const people = ['Änne', 'Bo', 'Anne', 'Anné', 'Cy'].map((first_name) => ({
      first_name,
      last_name: 'Search',
    }));
    await makeStudents(world.context, greenfield.tenant, schoolClass, people);
    const first = await list(greenfield.teacher, schoolClass.class_id, { search: 'änne', limit: 2 });
    expect(namesOf(first)).toEqual(['Änne Search', 'Anne Search']);
    expect(first).toMatchObject({ count: 3, next: `?limit=2&offset=2&search=${encodeURIComponent('änne')}` });
    const caller = await world.as(greenfield.teacher);
    const { body } = await world.request(
      caller,
      'GET',
      `/api/list-student-in-class/${schoolClass.class_id}/${first.next}`,
    );
    expect(body).toMatchObject({ count: 3, next: null, results: { students: [{ first_name: 'Anné' }] } });
  });

  it('are without those who were archived or left the class', async () => {
    const schoolClass = await newClass();
    const [, second, third] = await makeStudents(world.context, greenfield.tenant, schoolClass, [
      { first_name: 'Stays' },
      { first_name: 'Archived' },
      { first_name: 'Left' },
    ]);
    await sql('update users set archived_at = now() where id = $1', [second?.id]);
    await sql('update enrollments set ended_at = now() where student_id = $1', [third?.id]);
    expect(namesOf(await list(greenfield.teacher, schoolClass.class_id))).toEqual(['Stays']);
  });
});

describe('adding students', () => {
  it('takes thirty real names of many scripts, in their order, each once', async () => {
    const schoolClass = await newClass();
    const drafts = parseNames(pastedClassList).map((name) => ({ id: uuidv7(), ...name }));
    expect(drafts).toHaveLength(30);
    const { message, data } = await add(greenfield.teacher, schoolClass.id, drafts);
    expect(message).toBe('Students added successfully!');
    expect(data).toMatchObject({ id: schoolClass.id, class_id: schoolClass.class_id });
    expect(data.students.map(({ id, first_name, last_name }) => ({ id, first_name, last_name }))).toEqual(
      drafts,
    );
    const listed = await list(greenfield.teacher, schoolClass.class_id, { limit: 100 });
    expect(namesOf(listed)).toEqual(pastedNames);
    expect(listed.results.students).toEqual(data.students);
    expect(new Set(data.students.map((student) => student.privacy_preference))).toEqual(new Set(['private']));
  });

  it('makes usernames that are unique, plain ASCII, at most 20 characters long and free of the surname', async () => {
    const schoolClass = await newClass();
    const { data } = await add(greenfield.teacher, schoolClass.id, parseNames(pastedClassList));
    const usernames = data.students.map((student) => student.username ?? '');
    expect(new Set(usernames).size).toBe(30);
    for (const [place, { first_name, last_name }] of data.students.entries()) {
      const username = usernames[place] ?? '';
      expect(username).toMatch(/^[a-z]+-[a-z]+-\d\d$/u);
      expect(username.length).toBeLessThanOrEqual(20);
      const surnames = foldForSearch(last_name)
        .split(/[^a-z]+/u)
        .filter((word) => word.length > 2);
      expect(surnames.filter((word) => username.split('-').includes(word))).toEqual([]);
      // Beside a long animal a first name is cut.
      const rest = username.slice(username.indexOf('-'));
      if (/^[A-Za-z]+$/u.test(first_name))
        expect(username).toBe(first_name.toLowerCase().slice(0, 20 - rest.length) + rest);
    }
  });

  it('gives each child a password that lets it in and that no answer shows', async () => {
    const schoolClass = await newClass();
    const caller = await world.as(greenfield.teacher);
    const answer = await world.request(caller, 'POST', `/api/class/${schoolClass.id}/bulk-add-students/`, {
      body: [{ first_name: 'Ada' }],
    });
    expect(JSON.stringify(answer.body)).not.toContain('password');
    const { data } = answer.body as { data: { students: Student[] } };
    const [student] = data.students;
    const { rows } = await sql<{ password_sealed: Buffer; password_hash: string | null }>(
      'select password_sealed, password_hash from credentials where user_id = $1',
      [student?.id],
    );
    const sealed = rows[0]?.password_sealed ?? Buffer.alloc(0);
    expect(rows[0]?.password_hash).toBeNull();
    const opened = await inTenant(world.context.database, greenfield.tenant.id, (transaction) =>
      createStudentAccounts(world.context.secretKey).openPassword(
        transaction,
        greenfield.tenant.id,
        student?.id ?? '',
        sealed,
      ),
    );
    const password = opened ?? '';
    expect(password).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/u);
    expect(sealed.includes(password)).toBe(false);
    const child = await world.signIn(greenfield.host, student?.username ?? '', password);
    expect(child.user_id).toBe(student?.id);
  });

  it('takes a bare list and { students } for the same', async () => {
    const schoolClass = await newClass();
    await add(greenfield.teacher, schoolClass.id, [{ first_name: 'Bare', last_name: 'List' }]);
    await add(greenfield.teacher, schoolClass.id, {
      students: [{ first_name: 'Inside', last_name: 'Object' }],
    });
    expect(namesOf(await list(greenfield.teacher, schoolClass.class_id))).toEqual([
      'Bare List',
      'Inside Object',
    ]);
  });

  it('tidies white space and composes accents, and takes a child with one name', async () => {
    const schoolClass = await newClass();
    const { data } = await add(greenfield.teacher, schoolClass.id, [
      { first_name: '  Zoe\u0308 ', last_name: ' van \t den  Berg ' },
      { first_name: 'Suharto' },
    ]);
    expect(data.students).toMatchObject([
      { first_name: 'Zoë', last_name: 'van den Berg' },
      { first_name: 'Suharto', last_name: '' },
    ]);
  });

  it('adds two children of the same name as two', async () => {
    const schoolClass = await newClass();
    const twins = [
      { first_name: 'Ada', last_name: 'Twin' },
      { first_name: 'Ada', last_name: 'Twin' },
    ];
    await add(greenfield.teacher, schoolClass.id, twins);
    const { count, results } = await list(greenfield.teacher, schoolClass.class_id);
    expect(count).toBe(2);
    expect(new Set(results.students.map((student) => student.username)).size).toBe(2);
  });

  it('keeps the ids that the device made', async () => {
    const schoolClass = await newClass();
    const id = uuidv7();
    const { data } = await add(greenfield.teacher, schoolClass.id, [{ id, first_name: 'Ada' }]);
    expect(data.students.map((student) => student.id)).toEqual([id]);
  });

  it('takes five hundred at a time and not one more', async () => {
    const schoolClass = await newClass();
    const many = Array.from({ length: 501 }, (_, place) => ({
      first_name: `Child`,
      last_name: `Number ${place}`,
    }));
    const before = await fingerprint();
    expect(await refusedAdd(greenfield.teacher, schoolClass.id, many)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: { form: ['Please add at most 500 students at a time'] },
    });
    expect(await refusedAdd(greenfield.teacher, schoolClass.id, { students: many })).toMatchObject({
      errors: { students: ['Please add at most 500 students at a time'] },
    });
    expect(await fingerprint()).toEqual(before);
    const { data } = await add(greenfield.teacher, schoolClass.id, many.slice(1));
    expect(data.students.map((student) => student.last_name)).toEqual(
      many.slice(1).map((each) => each.last_name),
    );
    expect(new Set(data.students.map((student) => student.username)).size).toBe(500);
  });

  it.each([
    ['no one', [], { form: ['Please add at least one student'] }],
    ['no one in the object', { students: [] }, { students: ['Please add at least one student'] }],
    [
      'a child without a first name',
      { students: [{ first_name: ' ' }] },
      { 'students.0.first_name': ['Please enter first name'] },
    ],
    [
      'the second of a list without a first name',
      [{ first_name: 'Ada' }, { first_name: '' }],
      {
        '1.first_name': ['Please enter first name'],
      },
    ],
    [
      'an endless first name',
      { students: [{ first_name: 'a'.repeat(101) }] },
      {
        'students.0.first_name': ['First name must not exceed 100 characters'],
      },
    ],
    [
      'an endless last name',
      { students: [{ first_name: 'a', last_name: 'b'.repeat(101) }] },
      {
        'students.0.last_name': ['Last name must not exceed 100 characters'],
      },
    ],
    [
      'a name that cannot be stored',
      { students: [{ first_name: 'a\u0000b' }] },
      {
        'students.0.first_name': ['First name has a character that cannot be stored'],
      },
    ],
    [
      'half a character',
      { students: [{ first_name: '\ud83d' }] },
      {
        'students.0.first_name': ['First name has a character that cannot be stored'],
      },
    ],
    [
      'an id that is none',
      { students: [{ id: '7', first_name: 'Ada' }] },
      { 'students.0.id': ['This is not an id'] },
    ],
  ])('refuses %s and changes nothing', async (_what, body, errors) => {
    const before = await fingerprint();
    const refusal = await refusedAdd(greenfield.teacher, greenfield.ownClass.id, body);
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(refusal.errors).toEqual(errors);
    expect(await fingerprint()).toEqual(before);
  });

  it('refuses an id that stands in the call twice', async () => {
    const id = uuidv7();
    const before = await fingerprint();
    const body = [
      { id, first_name: 'Ada' },
      { id: id.toUpperCase(), first_name: 'Bo' },
    ];
    expect(await refusedAdd(greenfield.teacher, greenfield.ownClass.id, body)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: { 'students.1.id': ['This id stands here twice'] },
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('refuses an id that somebody of the school has, and adds none of the others', async () => {
    const before = await fingerprint();
    for (const id of [
      greenfield.students[1]?.id,
      greenfield.otherStudents[1]?.id,
      greenfield.schoolAdmin.id,
    ]) {
      const body = [{ first_name: 'Fresh' }, { id: id ?? '', first_name: 'Taken' }];
      expect(await refusedAdd(greenfield.teacher, greenfield.ownClass.id, body)).toMatchObject({
        status: 409,
        code: 'students.id_taken',
        error: 'A student with this id exists already.',
      });
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('takes one of two calls that bring the same id at the same moment', async () => {
    const schoolClass = await newClass();
    const caller = await world.as(greenfield.teacher);
    for (let round = 0; round < 5; round += 1) {
      const body = [{ id: uuidv7(), first_name: 'Once' }];
      const answers = await Promise.all(
        [1, 2, 3].map(() =>
          world.request(caller, 'POST', `/api/class/${schoolClass.id}/bulk-add-students/`, { body }),
        ),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    }
    expect((await list(greenfield.teacher, schoolClass.class_id)).count).toBe(5);
  });

  it('does not learn from an id whether the other school has it, and does not touch it there', async () => {
    const schoolClass = await newClass();
    const theirs = riverside.students[1];
    const { data } = await add(greenfield.teacher, schoolClass.id, [
      { id: theirs?.id ?? '', first_name: 'Mine' },
    ]);
    expect(data.students).toMatchObject([{ id: theirs?.id, first_name: 'Mine' }]);
    const there = await list(riverside.teacher, 'MAPXE247');
    expect(there.results.students[1]).toMatchObject({ id: theirs?.id, first_name: 'Łukasz' });
  });

  it('into a colleague’s class, the other school’s or none is refused alike, and changes nothing', async () => {
    const before = await fingerprint();
    const body = [{ first_name: 'Stray' }];
    for (const classId of [greenfield.otherClass.id, riverside.ownClass.id, randomUUID()]) {
      expect(await refusedAdd(greenfield.teacher, classId, body)).toMatchObject(classNotFound);
    }
    for (const classId of [riverside.ownClass.id, randomUUID()]) {
      expect(await refusedAdd(greenfield.schoolAdmin, classId, body)).toMatchObject(classNotFound);
    }
    expect(await refusedAdd(greenfield.student, greenfield.ownClass.id, body)).toMatchObject({ status: 403 });
    expect(await fingerprint()).toEqual(before);
  });

  it('into any class of the school is for those who see the whole school', async () => {
    const schoolClass = await newClass();
    for (const who of ['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const) {
      await add(greenfield[who], schoolClass.id, [{ first_name: who }]);
    }
    expect(namesOf(await list(greenfield.teacher, schoolClass.class_id))).toEqual([
      'teacherAdmin',
      'schoolAdmin',
      'organizationAdmin',
    ]);
  });

  it('is written down with who did it and to which class, and with no name', async () => {
    const schoolClass = await newClass();
    await add(greenfield.teacher, schoolClass.id, [{ first_name: 'Audited' }, { first_name: 'Audited' }]);
    const { rows } = await sql(
      'select tenant_id, actor_id, action, details from audit_entries where subject_id = $1',
      [schoolClass.id],
    );
    expect(rows).toEqual([
      {
        tenant_id: greenfield.tenant.id,
        actor_id: greenfield.teacher.id,
        action: 'students.added',
        details: { count: 2 },
      },
    ]);
  });
});

describe('renaming a student', () => {
  it('changes both names and answers the student', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Before',
    });
    const answer = await rename(greenfield.teacher, student.id, {
      first_name: ' Élodie ',
      last_name: 'Lefèvre  Roy',
    });
    expect(answer).toMatchObject({
      id: student.id,
      first_name: 'Élodie',
      last_name: 'Lefèvre Roy',
      stu_class: { id: greenfield.ownClass.id },
    });
    const { results } = await list(greenfield.teacher, 'MAPXE247', { search: 'elodie' });
    expect(results.students).toEqual([answer]);
  });

  it('keeps the username, which stands on printed cards', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Mia',
      username: 'mia-newt-22',
    });
    expect(
      await rename(greenfield.teacher, student.id, { first_name: 'Nia', last_name: 'Olsen' }),
    ).toMatchObject({
      username: 'mia-newt-22',
    });
  });

  it('of one name changes it, and may give a second one that then stays', async () => {
    const { id } = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Wati',
      last_name: '',
    });
    expect(await rename(greenfield.teacher, id, { first_name: 'Watik', last_name: '' })).toMatchObject({
      first_name: 'Watik',
      last_name: '',
    });
    await rename(greenfield.teacher, id, { first_name: 'Watik', last_name: 'Putri' });
    const before = await fingerprint();
    expect(
      (await refusedRename(greenfield.teacher, id, { first_name: 'Wati', last_name: ' ' })).errors,
    ).toEqual({ last_name: ['Please enter last name'] });
    expect(await refusedRename(riverside.teacher, id, { first_name: 'Wati', last_name: '' })).toMatchObject({
      status: 404,
    });
    expect(await fingerprint()).toEqual(before);
  });

  it.each([
    [{ first_name: '=1+1', last_name: 'Fern' }, { first_name: ['This looks like a formula, not a name'] }],
    [
      { first_name: 'Zoë', last_name: '\u202EnreF' },
      {
        last_name: ['There are hidden signs in this name that turn text around. Please type it again'],
      },
    ],
    [{ first_name: '\u200B', last_name: 'Fern' }, { first_name: ['Please enter first name'] }],
  ])('takes only what a name may hold: %j', async (name, errors) => {
    const before = await fingerprint();
    const { id } = greenfield.student;
    expect(await refusedRename(greenfield.teacher, id, name)).toMatchObject({ status: 400, errors });
    expect(await fingerprint()).toEqual(before);
  });

  it('to the same name changes nothing at all', async () => {
    const { id } = greenfield.student;
    const before = await fingerprint();
    expect(await rename(greenfield.teacher, id, { first_name: 'Zoë', last_name: 'Fern' })).toMatchObject({
      id,
    });
    expect(await fingerprint()).toEqual(before);
  });

  it.each([
    [{}, { first_name: ['This field is required'], last_name: ['This field is required'] }],
    [
      { first_name: '', last_name: ' ' },
      { first_name: ['Please enter first name'], last_name: ['Please enter last name'] },
    ],
    [
      { first_name: null, last_name: 7 },
      { first_name: ['Please enter first name'], last_name: ['Please enter last name'] },
    ],
    [
      { first_name: 'a'.repeat(101), last_name: 'b' },
      { first_name: ['First name must not exceed 100 characters'] },
    ],
    [
      { first_name: 'a', last_name: '\u202e\u0007' },
      { last_name: ['Last name has a character that cannot be stored'] },
    ],
  ])('asks for both: %j', async (body, errors) => {
    const before = await fingerprint();
    const refusal = await refusedRename(greenfield.teacher, greenfield.student.id, body as never);
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(refusal.errors).toEqual(errors);
    expect(await fingerprint()).toEqual(before);
  });

  it('is refused alike for a colleague’s student, the other school’s, one in no class, staff and none', async () => {
    const before = await fingerprint();
    const name = { first_name: 'Taken', last_name: 'Over' };
    const strangers = [
      greenfield.otherStudents[0]?.id,
      riverside.students[0]?.id,
      greenfield.studentWithoutClass.id,
      greenfield.schoolAdmin.id,
      greenfield.teacher.id,
      randomUUID(),
    ];
    for (const id of strangers) {
      expect(await refusedRename(greenfield.teacher, id ?? '', name)).toMatchObject(studentNotFound);
    }
    for (const id of [riverside.students[0]?.id, greenfield.teacher.id, randomUUID()]) {
      expect(await refusedRename(greenfield.schoolAdmin, id ?? '', name)).toMatchObject(studentNotFound);
    }
    expect(await refusedRename(greenfield.student, greenfield.student.id, name)).toMatchObject({
      status: 403,
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('of a student in no class is for those who see the whole school', async () => {
    const { id } = greenfield.studentWithoutClass;
    expect(
      await rename(greenfield.schoolAdmin, id, { first_name: 'Found', last_name: 'Child' }),
    ).toMatchObject({
      first_name: 'Found',
      stu_class: null,
    });
  });

  it('is over for the teacher when the student has left the class', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass);
    const name = { first_name: 'Still', last_name: 'Here' };
    await rename(greenfield.teacher, student.id, name);
    await sql('update enrollments set ended_at = now() where student_id = $1', [student.id]);
    expect(await refusedRename(greenfield.teacher, student.id, name)).toMatchObject(studentNotFound);
    expect(await rename(greenfield.teacherAdmin, student.id, name)).toMatchObject({ stu_class: null });
  });
});

describe('the privacy preference of a student', () => {
  const transitions = (['public', 'private', 'community'] as const).flatMap((from) =>
    (['public', 'private', 'community'] as const).map((to) => [from, to] as const),
  );

  it.each(transitions)('goes from %s to %s', async (from, to) => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass);
    await sql('update students set privacy_preference = $2 where id = $1', [student.id, from]);
    expect(await setPrivacy(greenfield.teacher, student.id, to)).toMatchObject({
      id: student.id,
      privacy_preference: to,
    });
    const { rows } = await sql('select privacy_preference from students where id = $1', [student.id]);
    expect(rows).toEqual([{ privacy_preference: to }]);
  });

  it('set to what it is already is fine and changes nothing', async () => {
    const before = await fingerprint();
    expect(await setPrivacy(greenfield.teacher, greenfield.student.id, 'private')).toMatchObject({
      privacy_preference: 'private',
    });
    expect(await fingerprint()).toEqual(before);
  });

  it.each(['Public', 'secret', '', 'constructor', '__proto__'])('cannot be %j', async (preference) => {
    const before = await fingerprint();
    expect(await refusedPrivacy(greenfield.teacher, greenfield.student.id, preference)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: { privacy_preference: ['Invalid privacy preference transition.'] },
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('is refused alike for a colleague’s student, the other school’s, staff and none', async () => {
    const before = await fingerprint();
    const strangers = [
      greenfield.otherStudents[0]?.id,
      riverside.students[0]?.id,
      greenfield.studentWithoutClass.id,
      greenfield.teacher.id,
      randomUUID(),
    ];
    for (const id of strangers) {
      expect(await refusedPrivacy(greenfield.teacher, id ?? '', 'public')).toMatchObject(studentNotFound);
    }
    expect(await refusedPrivacy(riverside.schoolAdmin, greenfield.student.id, 'public')).toMatchObject(
      studentNotFound,
    );
    expect(await refusedPrivacy(greenfield.student, greenfield.student.id, 'public')).toMatchObject({
      status: 403,
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('is written down with who changed it, from what to what', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass);
    await setPrivacy(greenfield.schoolAdmin, student.id, 'community');
    const { rows } = await sql('select actor_id, action, details from audit_entries where subject_id = $1', [
      student.id,
    ]);
    expect(rows).toEqual([
      {
        actor_id: greenfield.schoolAdmin.id,
        action: 'students.privacy_changed',
        details: { from: 'private', to: 'community' },
      },
    ]);
  });
});

describe('a student in two classes', () => {
  it('stands in both lists and belongs to both teachers', async () => {
    const student = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Both',
    });
    await sql('insert into enrollments (tenant_id, school_class_id, student_id) values ($1, $2, $3)', [
      greenfield.tenant.id,
      greenfield.otherClass.id,
      student.id,
    ]);
    await setPrivacy(greenfield.teacher, student.id, 'community');
    await setPrivacy(greenfield.otherTeacher, student.id, 'public');
    for (const [who, code] of [
      ['teacher', 'MAPXE247'],
      ['otherTeacher', 'BYRCH926'],
    ] as const) {
      const { results } = await list(greenfield[who], code, { search: 'both' });
      expect(results.students).toMatchObject([
        { id: student.id, privacy_preference: 'public', stu_class: { class_id: code } },
      ]);
    }
  });
});

describe('an Idempotency-Key', () => {
  const send = async (key: string, body: NewStudents, person: Person = greenfield.teacher) =>
    await world.request(
      await world.as(person),
      'POST',
      `/api/class/${greenfield.ownClass.id}/bulk-add-students/`,
      {
        body,
        headers: { 'idempotency-key': key },
      },
    );
  const added = async (first_name: string) =>
    (await list(greenfield.teacher, 'MAPXE247', { search: first_name })).count;

  it('makes a call that is sent again take effect once and answer the same', async () => {
    const key = randomUUID();
    const first = await send(key, [{ first_name: 'Keyed' }]);
    const again = await send(key, [{ first_name: 'Keyed' }]);
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await added('Keyed')).toBe(1);
  });

  it('makes calls that are sent at the same moment take effect once and answer the same', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(key, [{ first_name: 'Atonce' }])));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await added('Atonce')).toBe(1);
  });

  it('is refused for another body, for another call, and changes nothing', async () => {
    const key = randomUUID();
    await send(key, [{ first_name: 'Original' }]);
    const before = await fingerprint();
    const keyReused = {
      status: 409,
      body: { code: 'request.key_reused', error: 'This Idempotency-Key was used for another request.' },
    };
    expect(await send(key, [{ first_name: 'Another' }])).toMatchObject(keyReused);
    const caller = await world.as(greenfield.teacher);
    expect(
      await world.request(caller, 'PUT', `/api/student-privacy-update/${greenfield.student.id}/`, {
        body: { privacy_preference: 'public' },
        headers: { 'idempotency-key': key },
      }),
    ).toMatchObject(keyReused);
    expect(await fingerprint()).toEqual(before);
  });

  it('is a person’s own', async () => {
    const key = randomUUID();
    await send(key, [{ first_name: 'Mine' }]);
    expect((await send(key, [{ first_name: 'Hers' }], greenfield.schoolAdmin)).status).toBe(200);
    expect(await added('Hers')).toBe(1);
  });

  it.each(['', 'a'.repeat(201)])('that is none is refused: %j', async (key) => {
    expect(await send(key, [{ first_name: 'Badkey' }])).toMatchObject({
      status: 400,
      body: { code: 'request.malformed' },
    });
    expect(await added('Badkey')).toBe(0);
  });

  it('tells apart bodies that differ only in their order', async () => {
    const key = randomUUID();
    const [ada, bo] = [{ first_name: 'Orderada' }, { first_name: 'Orderbo' }];
    expect((await send(key, [ada, bo])).status).toBe(200);
    expect((await send(key, [bo, ada])).status).toBe(409);
  });
});
