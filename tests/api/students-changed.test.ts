import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import type { PrivacyPreference } from '#contract/students/students.schema.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { type NewStudents, studentsOfFile } from './students.support.ts';

const { world, greenfield, riverside, fingerprint, list, setPrivacy, sql } = studentsOfFile();

async function rename(person: Person, id: string, body: { first_name: string; last_name: string }) {
  return await world.call(await world.as(person), studentEndpoints.rename, { params: { id }, body });
}

async function refusedRename(person: Person, id: string, body: { first_name: string; last_name: string }) {
  return await world.refusal(await world.as(person), studentEndpoints.rename, { params: { id }, body });
}

async function refusedPrivacy(person: Person, id: string, privacy_preference: string) {
  const body = { privacy_preference: privacy_preference as PrivacyPreference };
  return await world.refusal(await world.as(person), studentEndpoints.updatePrivacy, {
    params: { id },
    body,
  });
}

const studentNotFound = { status: 404, code: 'students.not_found', error: 'Student data not available.' };

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
