import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { makeStudents } from '#server/seeds/factories.ts';
import { multipartOf, type Person } from '../support/api-world.ts';
import { csvOfBytes, csvOfRows } from '../support/large-csv.ts';
import { importsOfFile, list, namesOf, rowsOf } from './imports.support.ts';

const { world, greenfield, riverside, fresh, fingerprint, add, pulled } = importsOfFile();

async function undo(person: Person, importId: string, classId = fresh.schoolClass.id) {
  return await world.call(await world.as(person), importEndpoints.undo, { params: { classId, importId } });
}

describe('an import that is undone', () => {
  it('leaves the class as it was before, and adds nothing any more', async () => {
    const [before] = await makeStudents(world.context, greenfield.tenant, fresh.schoolClass, [
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
      params: { classId: fresh.schoolClass.id, importId },
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
      { params: { classId: fresh.schoolClass.id }, body: { student_ids: [ada.id] } },
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
      params: { classId: fresh.schoolClass.id, importId },
    });
    expect(refused).toMatchObject({ status: 404, code });
    expect(await fingerprint()).toEqual(before);
  });
});

describe('a whole file at once', () => {
  const address = () => `/api/add-bulk-student-without-mail-to-class/${fresh.schoolClass.id}/`;
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
      data: { id: fresh.schoolClass.id, class_id: fresh.schoolClass.class_id, count: 2 },
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
