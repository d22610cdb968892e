import { describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { makeStudent, makeStudents } from '#server/seeds/factories.ts';
import { asTiles } from '../support/class-rows.ts';
import { namesOf, studentsOfFile } from './students.support.ts';

const { world, greenfield, riverside, list, setPrivacy, newClass, sql } = studentsOfFile();

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
