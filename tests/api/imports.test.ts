import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { makeClass } from '#server/seeds/factories.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { importsOfFile, list, namesOf, rowsOf } from './imports.support.ts';

const { world, greenfield, riverside, fresh, fingerprint, add, pulled } = importsOfFile();

describe('rows of a file', () => {
  it('become students with accounts, in their order, and the import says who and until when it can be undone', async () => {
    const importId = uuidv7();
    const rows = rowsOf('Zoë Fern', 'Łukasz Wójcik', '小明 王');
    const { message, results } = await add(greenfield.teacher, importId, rows);
    expect(message).toBe('Students added successfully!');
    expect(results).toEqual(rows.map(({ id, row }) => ({ id, row, outcome: 'added' })));
    const { imports, students } = await pulled(greenfield.teacher);
    expect(namesOf(students)).toEqual(['Zoë', 'Łukasz', '小明']);
    for (const { username } of students) expect(username).toMatch(/^[a-z]+-[a-z]+-\d\d$/u);
    expect(imports).toEqual([
      {
        id: importId,
        ...list,
        made_by: { first_name: 'teacher', last_name: 'greenfield' },
        made_at: world.clock.now().toISOString(),
        undo_until: new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString(),
        student_ids: rows.map(({ id }) => id),
        refused: [],
        undone_at: null,
        kept: [],
      },
    ]);
  });

  it('that will not do are answered one by one, and take no other down', async () => {
    const importId = uuidv7();
    const [formula, good, nameless] = rowsOf('=cmd|calc Fern', 'Ada Hill', ' Bee');
    const taken = { id: greenfield.students[0]?.id ?? '', row: 5, first_name: 'Max', last_name: 'Oak' };
    if (!formula || !good || !nameless) throw new Error('There are three rows');
    const { message, results } = await add(greenfield.teacher, importId, [formula, good, nameless, taken]);
    expect(message).toBe('1 of 4 rows were added.');
    expect(results.map((result) => (result.outcome === 'added' ? 'added' : result.reason))).toEqual([
      'This looks like a formula, not a name',
      'added',
      'Please enter first name',
      'A student with this id exists already.',
    ]);
    const { imports, students } = await pulled(greenfield.teacher);
    expect(namesOf(students)).toEqual(['Ada']);
    expect(imports[0]?.student_ids).toEqual([good.id]);
    expect(imports[0]?.refused.map(({ row, first_name }) => [row, first_name])).toEqual([
      [2, '=cmd|calc'],
      [4, ''],
      [5, 'Max'],
    ]);
  });

  it('are added once, however often and in whatever parts they come', async () => {
    const importId = uuidv7();
    const rows = rowsOf('Ada Hill', 'Bo Hill', 'Cy Hill');
    await add(greenfield.teacher, importId, rows.slice(0, 2));
    const before = await fingerprint();
    const again = await add(greenfield.teacher, importId, rows.slice(0, 2));
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['added', 'added']);
    expect(await fingerprint()).toEqual(before);
    await add(greenfield.teacher, importId, rows.slice(1));
    const { imports, students } = await pulled(greenfield.teacher);
    expect(namesOf(students)).toEqual(['Ada', 'Bo', 'Cy']);
    expect(imports[0]?.student_ids).toEqual(rows.map(({ id }) => id));
  });

  it('come the same way with a push, part after part', async () => {
    const importId = uuidv7();
    const parts = [rowsOf('Ada Hill', '@SUM Hill'), rowsOf('Bo Hill')];
    const outbox = new TestOutbox();
    const calls = outbox.number(
      ...parts.map((rows) =>
        queue.anything('imports.addRows', {
          params: { classId: fresh.schoolClass.id, importId },
          body: { ...list, rows },
        }),
      ),
      queue.anything('imports.undo', { params: { classId: fresh.schoolClass.id, importId } }),
    );
    const body = { client_id: outbox.client_id, user_id: greenfield.teacher.id, calls };
    const caller = await world.as(greenfield.teacher);
    const first = await world.call(caller, syncEndpoints.push, { body });
    expect(first.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    const before = await fingerprint();
    await world.call(caller, syncEndpoints.push, { body });
    expect(await fingerprint()).toEqual(before);
    expect(
      (await pulled(greenfield.teacher)).students.map(({ archived_at }) => archived_at !== null),
    ).toEqual([true, true]);
  });

  it('are ten thousand of one import at most', async () => {
    const importId = uuidv7();
    await add(greenfield.teacher, importId, rowsOf('Ada Hill'));
    await world.testDatabase.administrator.query(
      `insert into import_rows (tenant_id, import_id, student_id, row_number)
       select $1, $2, gen_random_uuid(), number from generate_series(3, $3::integer + 1) as number`,
      [greenfield.tenant.id, importId, limits.rowsPerImport],
    );
    const refused = await world.refusal(await world.as(greenfield.teacher), importEndpoints.addRows, {
      params: { classId: fresh.schoolClass.id, importId },
      body: { ...list, rows: rowsOf('Bo Hill') },
    });
    expect(refused.code).toBe('imports.too_many_rows');
  });

  it.each([
    ['a teacher of another class', () => greenfield.otherTeacher],
    ['a teacher of another school', () => riverside.teacher],
  ])('are added by nobody else: %s', async (_who, person) => {
    const before = await fingerprint();
    const refused = await world.refusal(await world.as(person()), importEndpoints.addRows, {
      params: { classId: fresh.schoolClass.id, importId: uuidv7() },
      body: { ...list, rows: rowsOf('Ada Hill') },
    });
    expect(refused).toMatchObject({ status: 404, code: 'students.class_not_found' });
    expect(await fingerprint()).toEqual(before);
  });

  it('do not get into an import of another class or of another school', async () => {
    const importId = uuidv7();
    await add(greenfield.teacher, importId, rowsOf('Ada Hill'));
    const elsewhere = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    const refused = await world.refusal(await world.as(greenfield.teacher), importEndpoints.addRows, {
      params: { classId: elsewhere.id, importId },
      body: { ...list, rows: rowsOf('Bo Hill') },
    });
    expect(refused).toMatchObject({ status: 404, code: 'imports.not_found' });
    // The other school may use the same number for an import of its own, and neither sees the other's.
    const own = riverside.ownClass.id;
    await add(riverside.teacher, importId, rowsOf('Cy Hill'), own);
    const { imports } = await pulled(greenfield.teacher);
    expect(imports.map(({ student_ids }) => student_ids.length)).toEqual([1]);
  });
});

describe('names that are sent as JSON', () => {
  it.each([
    ['a bare list', (students: unknown) => students],
    ['an object with the list', (students: unknown) => ({ students })],
  ])('may be %s', async (_form, bodyOf) => {
    const answer = await world.request(
      await world.as(greenfield.teacher),
      'POST',
      `/api/class/${fresh.schoolClass.id}/bulk-add-students/`,
      { body: bodyOf([{ first_name: 'Zoë', last_name: 'Fern' }, { first_name: 'Suharto' }]) },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: fresh.schoolClass.id, class_id: fresh.schoolClass.class_id } },
    });
    expect(namesOf((await pulled(greenfield.teacher)).active)).toEqual(['Zoë', 'Suharto']);
  });
});

describe('a day later', () => {
  it('an import is not undone any more', async () => {
    const importId = uuidv7();
    await add(greenfield.teacher, importId, rowsOf('Ada Hill'));
    world.clock.advance(24 * 3_600_000 + 1000);
    const refused = await world.refusal(await world.as(greenfield.teacher), importEndpoints.undo, {
      params: { classId: fresh.schoolClass.id, importId },
    });
    expect(refused).toMatchObject({ status: 409, code: 'imports.too_late' });
    expect(namesOf((await pulled(greenfield.teacher)).active)).toEqual(['Ada']);
  });
});
