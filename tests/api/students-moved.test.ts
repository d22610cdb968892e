import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { type Cursor, scopeOf } from '#contract/sync/sync.schema.ts';
import { type MadeClass, makeClass, makeStudent, makeStudents } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { studentsAreaOfFile } from './students-area.support.ts';

const { world, greenfield, riverside, sql, found, auditOf } = studentsAreaOfFile();

async function move(person: Person, user_ids: string[], { id }: { id: string }) {
  return await world.call(await world.as(person), studentEndpoints.move, {
    body: { user_ids, school_class_id: id },
  });
}

async function refusedMove(person: Person, user_ids: string[], school_class_id: string) {
  return await world.refusal(await world.as(person), studentEndpoints.move, {
    body: { user_ids, school_class_id },
  });
}

async function twoClasses(): Promise<{ from: MadeClass; to: MadeClass; ids: string[] }> {
  const from = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  const to = await makeClass(world.context, greenfield.tenant, {
    teachers: [greenfield.teacher, greenfield.otherTeacher],
  });
  const students = await makeStudents(
    world.context,
    greenfield.tenant,
    from,
    ['Ada', 'Bo', 'Cy'].map((first_name) => ({ first_name, last_name: 'Fern' })),
  );
  return { from, to, ids: students.map(({ id }) => id) };
}

async function pull(person: Person, cursor: Cursor | null) {
  return await world.call(await world.as(person), syncEndpoints.pull, {
    body: { client_id: randomUUID(), cursor },
  });
}

async function inClass({ id }: { id: string }): Promise<string[]> {
  return await found({ class_id: id });
}

describe('moving students to another class', () => {
  it('takes them out of one list and puts them into the other, with all they made', async () => {
    const { from, to, ids } = await twoClasses();
    const [ada = '', bo = ''] = ids;
    await sql(
      `insert into works (tenant_id, id, kind, author_id, title) values ($1, gen_random_uuid(), 'book', $2, 'Otters')`,
      [greenfield.tenant.id, ada],
    );
    expect(await move(greenfield.schoolAdmin, [bo, ada], to)).toEqual({
      message: 'Students moved successfully!',
      changed: 2,
    });
    expect(await inClass(from)).toEqual(['Cy']);
    const listed = await world.call(await world.as(greenfield.otherTeacher), studentEndpoints.listInClass, {
      params: { classCode: to.class_id },
      query: {},
    });
    expect(listed.results.students).toMatchObject([
      { first_name: 'Bo' },
      { first_name: 'Ada', no_of_books: 1 },
    ]);
    expect(await move(greenfield.schoolAdmin, [bo, ada], to)).toMatchObject({ changed: 0 });
    expect((await auditOf(ada)).at(-1)).toEqual({
      action: 'students.moved',
      details: { from: [from.id], to: to.id },
    });
  });

  it('keeps from when until when they were where, also of those who come back', async () => {
    const { from, to, ids } = await twoClasses();
    const [ada = ''] = ids;
    await move(greenfield.teacher, [ada], to);
    await move(greenfield.teacher, [ada], from);
    const { rows } = await sql<{ school_class_id: string; ended: boolean }>(
      `select school_class_id, ended_at is not null as ended from enrollments where student_id = $1 order by position`,
      [ada],
    );
    expect(rows).toEqual([
      { school_class_id: from.id, ended: true },
      { school_class_id: to.id, ended: true },
      { school_class_id: from.id, ended: false },
    ]);
  });

  it('reaches the devices of both classes, and the tablets that are prepared for them', async () => {
    const { from, to, ids } = await twoClasses();
    const [ada = ''] = ids;
    const before = await pull(greenfield.teacher, null);
    const device_id = uuidv7();
    const teacher = await world.as(greenfield.teacher);
    await world.call(teacher, deviceEndpoints.report, { body: deviceReport({ device_id }) });
    const { token, pack } = await world.call(teacher, deviceEndpoints.prepare, {
      body: { device_id, school_class_ids: [to.id] },
    });
    expect(pack.classes[0]?.students).toEqual([]);
    await move(greenfield.schoolAdmin, [ada], to);

    const { scopes } = await pull(greenfield.teacher, before.cursor);
    const left = scopes.find(({ scope }) => scope === scopeOf.schoolClass(from.id));
    const entered = scopes.find(({ scope }) => scope === scopeOf.schoolClass(to.id));
    expect(left?.tables).toMatchObject({
      students: { rows: [], removed: [ada] },
      classes: { rows: [{ no_of_students: 2 }] },
    });
    expect(entered?.tables).toMatchObject({
      students: { rows: [{ id: ada, stu_class: { id: to.id } }], removed: [] },
      classes: { rows: [{ no_of_students: 1 }] },
    });
    const { pack: asked } = await world.call({ ...teacher, access: null }, deviceEndpoints.readPack, {
      body: { token, version: pack.version },
    });
    expect(asked?.classes[0]?.students).toMatchObject([{ first_name: 'Ada' }]);
  });

  it('brings those of no class into one', async () => {
    const { to } = await twoClasses();
    const nomad = await makeStudent(world.context, greenfield.tenant, null, { first_name: 'Rover' });
    const before = await pull(greenfield.schoolAdmin, null);
    await move(greenfield.schoolAdmin, [nomad.id], to);
    const { scopes } = await pull(greenfield.schoolAdmin, before.cursor);
    const ofSchool = scopes.find(({ scope }) => scope === scopeOf.school(greenfield.tenant.id));
    expect(ofSchool?.tables.students).toEqual({ rows: [], removed: [nomad.id] });
    expect(await inClass(to)).toEqual(['Rover']);
  });

  it('by a teacher ends only stays in classes of their own', async () => {
    const { from, to, ids } = await twoClasses();
    const [ada = ''] = ids;
    await sql('insert into enrollments (tenant_id, school_class_id, student_id) values ($1, $2, $3)', [
      greenfield.tenant.id,
      greenfield.otherClass.id,
      ada,
    ]);
    await move(greenfield.teacher, [ada], to);
    expect(await inClass(from)).not.toContain('Ada');
    expect(await inClass(greenfield.otherClass)).toContain('Ada');
    await move(greenfield.teacherAdmin, [ada], to);
    expect(await inClass(greenfield.otherClass)).not.toContain('Ada');
  });

  it('is refused as a whole where a student or the class is not the mover’s', async () => {
    const { from, to, ids } = await twoClasses();
    const others = [
      greenfield.otherStudents[2]?.id ?? '',
      riverside.students[0]?.id ?? '',
      greenfield.studentWithoutClass.id,
      randomUUID(),
    ];
    for (const other of others) {
      expect(await refusedMove(greenfield.teacher, [...ids, other], to.id)).toMatchObject({
        status: 404,
        code: 'students.not_found',
        errors: { 'user_ids.3': ['Student data not available.'] },
      });
    }
    for (const id of [greenfield.otherClass.id, riverside.ownClass.id, randomUUID()])
      expect(await refusedMove(greenfield.teacher, ids, id)).toMatchObject({
        status: 404,
        code: 'students.class_not_found',
      });
    expect(await inClass(from)).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await inClass(to)).toEqual([]);
  });

  it('by the outbox is refused where somebody else moved one of them meanwhile, and nobody is moved', async () => {
    const { from, to, ids } = await twoClasses();
    const third = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    const [ada = '', bo = ''] = ids;
    await move(greenfield.schoolAdmin, [bo], third);
    const outbox = new TestOutbox();
    const call = queue.anything('students.move', {
      body: { user_ids: [ada, bo], school_class_id: to.id },
    });
    const base = { from: { [ada]: from.id, [bo]: from.id } };
    const { results } = await world.call(await world.as(greenfield.teacher), syncEndpoints.push, {
      body: {
        client_id: outbox.client_id,
        user_id: greenfield.teacher.id,
        calls: outbox.number({ ...call, base }),
      },
    });
    expect(results).toMatchObject([
      {
        outcome: 'refused',
        problem: {
          code: 'students.moved_elsewhere',
          error: 'Somebody else moved Bo Fern in the meantime, so nobody was moved.',
          details: { moved: { [bo]: [third.id] }, theirs: third.name, mine: to.name },
        },
      },
    ]);
    expect(await inClass(from)).toEqual(['Ada', 'Cy']);
  });

  it('by two people at the same moment ends in one class', async () => {
    const { from, to, ids } = await twoClasses();
    const third = await makeClass(world.context, greenfield.tenant);
    await Promise.all([
      move(greenfield.schoolAdmin, ids, to),
      move(greenfield.teacherAdmin, ids.toReversed(), third),
    ]);
    expect(await inClass(from)).toEqual([]);
    const standing = [await inClass(to), await inClass(third)].filter((names) => names.length > 0);
    expect(standing).toEqual([['Ada', 'Bo', 'Cy']]);
  });

  it('takes a hundred at most', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect((await refusedMove(greenfield.schoolAdmin, many, greenfield.ownClass.id)).errors).toEqual({
      user_ids: ['Please choose at most 100 students at a time'],
    });
  });
});
