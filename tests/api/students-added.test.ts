import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { foldForSearch } from '#contract/kit/fold.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { parseNames } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { createStudentAccounts } from '#server/modules/students/student-accounts.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Person } from '../support/api-world.ts';
import { pastedClassList, pastedNames } from '../support/class-list.ts';
import { namesOf, type NewStudents, studentsOfFile } from './students.support.ts';

const { world, greenfield, riverside, fingerprint, list, newClass, sql } = studentsOfFile();

async function add(person: Person, classId: string, body: NewStudents | { students: NewStudents }) {
  return await world.call(await world.as(person), studentEndpoints.addToClass, { params: { classId }, body });
}

async function refusedAdd(person: Person, classId: string, body: NewStudents | { students: NewStudents }) {
  return await world.refusal(await world.as(person), studentEndpoints.addToClass, {
    params: { classId },
    body,
  });
}
const classNotFound = { status: 404, code: 'students.class_not_found', error: 'Class not found' };

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
