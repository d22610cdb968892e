import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type SnapshotRow } from '#contract/sync/sync.schema.ts';
import { makeClass, makeStudents, type MadeClass } from '#server/seeds/factories.ts';
import {
  multipartOf,
  openApiWorld,
  type ApiWorld,
  type Person,
  type TestSchool,
} from '../support/api-world.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { csvOfBytes, csvOfRows } from '../support/large-csv.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;
let schoolClass: MadeClass;
let fingerprint: () => Promise<Fingerprint>;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
  // Whoever signs in here for the first time does so before the fingerprints are compared.
  for (const school of [greenfield, riverside])
    for (const who of ['teacher', 'otherTeacher', 'schoolAdmin', 'student'] as const)
      await world.as(school[who]);
  fingerprint = await fingerprinter(world.testDatabase.administrator);
});

beforeEach(async () => {
  schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
});

afterAll(() => world.close());

interface Row {
  id: string;
  row: number;
  first_name: string;
  last_name: string;
}

function rowsOf(...names: readonly string[]): Row[] {
  return names.map((name, place) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { id: uuidv7(), row: place + 2, first_name, last_name };
  });
}

const list = { file_name: 'Maple 2026.csv', row_count: 3 };

async function add(person: Person, importId: string, rows: Row[], classId = schoolClass.id) {
  return await world.call(await world.as(person), importEndpoints.addRows, {
    params: { classId, importId },
    body: { ...list, rows },
  });
}

async function undo(person: Person, importId: string, classId = schoolClass.id) {
  return await world.call(await world.as(person), importEndpoints.undo, { params: { classId, importId } });
}

/** What a new device of the person is told of the class. */
async function pulled(person: Person) {
  const answer = await world.call(await world.as(person), syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  const scope = answer.scopes.find((each) => each.scope === scopeOf.schoolClass(schoolClass.id));
  const imports: readonly ImportJob[] = scope?.tables.imports?.rows ?? [];
  const students: readonly SnapshotRow<'students'>[] = scope?.tables.students?.rows ?? [];
  return { imports, students, active: students.filter(({ archived_at }) => archived_at === null) };
}

const namesOf = (students: readonly { first_name: string }[]) => students.map(({ first_name }) => first_name);

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
          params: { classId: schoolClass.id, importId },
          body: { ...list, rows },
        }),
      ),
      queue.anything('imports.undo', { params: { classId: schoolClass.id, importId } }),
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
      params: { classId: schoolClass.id, importId },
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
      params: { classId: schoolClass.id, importId: uuidv7() },
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

describe('an import that is undone', () => {
  it('leaves the class as it was before, and adds nothing any more', async () => {
    const [before] = await makeStudents(world.context, greenfield.tenant, schoolClass, [
      { first_name: 'Old', last_name: 'Oak' },
    ]);
    const importId = uuidv7();
    const rows = rowsOf('Ada Hill', 'Bo Hill');
    await add(greenfield.teacher, importId, rows);
    expect(await undo(greenfield.teacher, importId)).toEqual({
      message: 'The import is undone.',
      archived: 2,
      kept: [],
    });
    const { imports, active } = await pulled(greenfield.teacher);
    expect(active.map(({ id }) => id)).toEqual([before?.id]);
    expect(imports[0]?.undone_at).toBe(world.clock.now().toISOString());
    const state = await fingerprint();
    await undo(greenfield.teacher, importId);
    expect(await fingerprint()).toEqual(state);
    const refused = await world.refusal(await world.as(greenfield.teacher), importEndpoints.addRows, {
      params: { classId: schoolClass.id, importId },
      body: { ...list, rows: rowsOf('Cy Hill') },
    });
    expect(refused.code).toBe('imports.undone');
  });

  it('keeps those who have signed in or have works since, and says which', async () => {
    const importId = uuidv7();
    const rows = rowsOf('Ada Hill', 'Bo Hill', 'Cy Hill', 'Dee Hill');
    const [ada, bo, , dee] = rows;
    if (!ada || !bo || !dee) throw new Error('There are four rows');
    await add(greenfield.teacher, importId, rows);
    const { results: cards } = await world.call(
      await world.as(greenfield.teacher),
      cardEndpoints.issueForClass,
      { params: { classId: schoolClass.id }, body: { student_ids: [ada.id] } },
    );
    expect(namesOf(cards)).toEqual(['Ada']);
    await world.signIn(greenfield.host, cards[0]?.username ?? '', cards[0]?.badge);
    await world.testDatabase.administrator.query(
      `insert into works (tenant_id, id, kind, author_id, title) values ($1, gen_random_uuid(), 'story', $2, 'Otters')`,
      [greenfield.tenant.id, bo.id],
    );
    await world.call(await world.as(greenfield.teacher), studentEndpoints.archive, {
      body: { user_ids: [dee.id] },
    });
    expect(await undo(greenfield.schoolAdmin, importId)).toEqual({
      message: 'The import is undone; 2 stayed.',
      archived: 1,
      kept: [
        { id: ada.id, reason: 'signed_in' },
        { id: bo.id, reason: 'made_something' },
      ],
    });
    const { imports, active } = await pulled(greenfield.teacher);
    expect(namesOf(active)).toEqual(['Ada', 'Bo']);
    expect(imports[0]?.kept).toEqual([
      { id: ada.id, reason: 'signed_in' },
      { id: bo.id, reason: 'made_something' },
    ]);
  });

  it('can be brought back child by child, as all who are archived', async () => {
    const importId = uuidv7();
    const rows = rowsOf('Ada Hill', 'Bo Hill');
    await add(greenfield.teacher, importId, rows);
    await undo(greenfield.teacher, importId);
    await world.call(await world.as(greenfield.teacher), studentEndpoints.restore, {
      body: { user_ids: rows.map(({ id }) => id) },
    });
    expect(namesOf((await pulled(greenfield.teacher)).active)).toEqual(['Ada', 'Bo']);
  });

  it.each([
    ['a teacher of another class', () => greenfield.otherTeacher, 'students.class_not_found'],
    ['another school', () => riverside.schoolAdmin, 'students.class_not_found'],
  ])('is not undone by %s', async (_who, person, code) => {
    const importId = uuidv7();
    await add(greenfield.teacher, importId, rowsOf('Ada Hill'));
    const before = await fingerprint();
    const refused = await world.refusal(await world.as(person()), importEndpoints.undo, {
      params: { classId: schoolClass.id, importId },
    });
    expect(refused).toMatchObject({ status: 404, code });
    expect(await fingerprint()).toEqual(before);
  });
});

describe('a whole file at once', () => {
  const address = () => `/api/add-bulk-student-without-mail-to-class/${schoolClass.id}/`;
  const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'list.csv', type = 'text/csv') =>
    new File([text], name, { type });

  async function upload(person: Person, file: File) {
    const { payload, type } = await multipartOf({ file });
    const { host, access } = await world.as(person);
    const answer = await world.app.inject({
      method: 'POST',
      url: address(),
      payload,
      headers: { host, 'content-type': type, authorization: `Bearer ${access}` },
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  }

  it('adds all of its students, and can be undone as an import', async () => {
    const { status, body } = await upload(
      greenfield.teacher,
      csv('\uFEFFLast Name;First Name\r\nFern;Zoë\r\nGarcía López;Mateo\r\n;\r\n'),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'CSV file uploaded successfully! All student accounts have been registered.',
      data: { id: schoolClass.id, class_id: schoolClass.class_id, count: 2 },
    });
    const { imports, active } = await pulled(greenfield.teacher);
    expect(active.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).toEqual([
      'Zoë Fern',
      'Mateo García López',
    ]);
    await undo(greenfield.teacher, imports[0]?.id ?? '');
    expect((await pulled(greenfield.teacher)).active).toEqual([]);
  });

  it.each([
    ['a PDF', csv('%PDF-1.7 hello'), 400, 'imports.not_csv', 'Please upload a valid CSV file.'],
    [
      'a file of another name and type',
      csv('A,B', 'list.txt', 'text/plain'),
      400,
      'imports.not_csv',
      undefined,
    ],
    ['a picture', csv('A,B', 'list.csv', 'image/png'), 400, 'request.invalid', undefined],
    ['a file without names', csv('First Name,Last Name\n'), 400, 'imports.empty', undefined],
    ['one row too many', csv(csvOfRows(limits.rowsPerImport + 1)), 400, 'imports.too_many_rows', undefined],
    [
      'one byte too many',
      csv(csvOfBytes(limits.csvBytes + 1)),
      413,
      'request.too_large',
      'File size exceeds 5MB limit.',
    ],
  ])('is refused where it is %s, and changes nothing', async (_what, file, status, code, error) => {
    const before = await fingerprint();
    const answer = await upload(greenfield.teacher, file);
    expect(answer).toMatchObject({ status, body: { code, ...(error !== undefined && { error }) } });
    expect(await fingerprint()).toEqual(before);
  });

  it('makes no child of a title, and says what is left out', async () => {
    const titled = await upload(
      greenfield.teacher,
      csv('Hill Street Primary\n\nForename,Surname,UPN\nNoor,Haddad,B1\nTheo,Marsh,B2\n'),
    );
    expect(titled).toMatchObject({
      status: 200,
      body: { data: { count: 2, left_out: [{ row: 1, text: 'Hill Street Primary' }] } },
    });
  });

  it.each([
    [
      'First Name,Last Name\nAda,Oak\nTotal,\n',
      'rows.3',
      '“Total” looks like a total or a note, not like a child',
    ],
    [
      'First Name,Last Name,Role\nAda,Oak,student\nGina,Oak,guardian\n',
      'rows.3',
      'The role in this row is “guardian”. Is it a student?',
    ],
    [
      'First Name,Last Name,Status\nAda,Oak,tobedeleted\nBo,Rye,active\n',
      'rows.2',
      '“Status” says “tobedeleted”. Is this student still here?',
    ],
  ])('is refused where a row may be no child: %j', async (text, row, reason) => {
    const before = await fingerprint();
    const answer = await upload(greenfield.teacher, csv(text));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'imports.rows_refused', errors: { [row]: [reason] } },
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('is refused where nobody can say which name comes first', async () => {
    const before = await fingerprint();
    const answer = await upload(greenfield.teacher, csv('Haddad, Noor\nMarsh, Theo\n'));
    expect(answer).toMatchObject({ status: 400, body: { code: 'imports.order_unclear' } });
    expect(await fingerprint()).toEqual(before);
  });

  it('is refused as a whole where one of its rows will not do, with the reason at the row', async () => {
    const before = await fingerprint();
    const answer = await upload(greenfield.teacher, csv('Zoë,Fern\n=cmd|x,Hill\nAda,Oak\n'));
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'imports.rows_refused',
        errors: { 'rows.2': ['This looks like a formula, not a name'] },
      },
    });
    expect(await fingerprint()).toEqual(before);
  });

  it.each([
    ['a teacher of another class', () => greenfield.otherTeacher],
    ['another school', () => riverside.schoolAdmin],
  ])('is taken from nobody else: %s', async (_who, person) => {
    const before = await fingerprint();
    expect(await upload(person(), csv('Zoë,Fern\n'))).toMatchObject({
      status: 404,
      body: { code: 'students.class_not_found' },
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('of 5 MB is read to its last row', async () => {
    const { body } = await upload(greenfield.teacher, csv(csvOfBytes(limits.csvBytes)));
    expect(body).toMatchObject({ data: { count: 400 } });
    expect((await pulled(greenfield.teacher)).imports[0]?.student_ids).toHaveLength(400);
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
      `/api/class/${schoolClass.id}/bulk-add-students/`,
      { body: bodyOf([{ first_name: 'Zoë', last_name: 'Fern' }, { first_name: 'Suharto' }]) },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: schoolClass.id, class_id: schoolClass.class_id } },
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
      params: { classId: schoolClass.id, importId },
    });
    expect(refused).toMatchObject({ status: 409, code: 'imports.too_late' });
    expect(namesOf((await pulled(greenfield.teacher)).active)).toEqual(['Ada']);
  });
});
