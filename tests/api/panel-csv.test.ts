import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { makeMember, makeStudents, makeTenant, makeWorks, setPrivacy } from '#server/seeds/factories.ts';
import { urlOf, type Caller } from '../support/api-world.ts';
import { fillShelf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let platform: Caller;
/** What no file may say of riverside. */
let canaries: string[];

type Name = keyof typeof listFileEndpoints;
const names = Object.keys(listFileEndpoints) as Name[];

const fetchFile = (name: Name, query: Record<string, string> = {}) =>
  world.request(platform, 'GET', urlOf(listFileEndpoints[name], { query }));

async function textOf(name: Name, query: Record<string, string> = {}): Promise<string> {
  const { status, body } = await fetchFile(name, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as string;
}

/** Rows of a file by the heads of its columns. */
async function rowsOf(name: Name, query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const text = await textOf(name, query);
  return Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data;
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

const audited = () =>
  query<{ tenant_id: string; actor_id: string; details: Record<string, unknown> }>(
    `select tenant_id, actor_id, details from audit_entries where action = 'panel.list_exported' order by created_at, id`,
  );

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  const { context } = world;
  await fillShelf(context, greenfield);
  await query(`update works set visibility = 'public' where tenant_id = $1`, [greenfield.tenant.id]);
  await setPrivacy(context, greenfield.tenant, [greenfield.student.id], 'public');
  const [child] = await makeStudents(context, riverside.tenant, riverside.ownClass, [
    {
      first_name: 'Quibbleton',
      last_name: 'Zyzzowitz',
      username: 'canary-heron-77',
      password: 'canary-door-key',
    },
  ]);
  if (!child) throw new Error('No child was made');
  await makeWorks(context, riverside.tenant, [
    {
      kind: 'story',
      author_id: child.id,
      state: 'published',
      visibility: 'public',
      title: 'The canary that was private',
      pen_name: 'canary-pen',
      blurb: 'A sentence of the canary.',
    },
  ]);
  await query(
    `insert into audit_entries (tenant_id, id, actor_id, action, subject_id, details, created_at)
     values ($1, gen_random_uuid(), $2, 'works.handed_in', $2, '{"name": "canary details"}', now())`,
    [riverside.tenant.id, child.id],
  );
  canaries = [
    'Quibbleton',
    'Zyzzowitz',
    'zyzzowitz',
    'canary',
    child.id,
    ...riverside.students.flatMap(({ id, last_name, username, password }) => [
      id,
      last_name,
      username,
      password,
    ]),
  ].filter((text): text is string => typeof text === 'string' && text.length > 3);
});

describe('lists of all schools as CSV', () => {
  it('say of a child neither name, username, address nor a title that strangers may not see', async () => {
    expect(canaries.length).toBeGreaterThan(8);
    const tenant_id = riverside.tenant.id;
    const files = [
      ...(await Promise.all(names.map((name) => textOf(name)))),
      await textOf('exportPeople', { tenant_id }),
      await textOf('exportPeople', { tenant_id, search: 'Quibbleton' }),
      await textOf('exportWorks', { tenant_id }),
      await textOf('exportWorks', { search: 'canary' }),
      await textOf('exportAudit', { tenant_id }),
      await textOf('exportAudit', { tenant_id, who: 'Quibbleton' }),
      await textOf('exportLetters', { tenant_id }),
    ];
    const said = files.join('\n');
    expect(canaries.filter((canary) => said.includes(canary))).toEqual([]);
    const ofChild = await rowsOf('exportAudit', { tenant_id, action: 'works.handed_in' });
    expect(ofChild).toContainEqual(expect.objectContaining({ Role: 'student', Who: '' }));
    // A search does not tell either that there is such a child.
    expect(await rowsOf('exportAudit', { tenant_id, who: 'Quibbleton' })).toEqual([]);
  });

  it('are never of students, also with one school chosen', async () => {
    const tenant_id = riverside.tenant.id;
    for (const asked of [{ roles: 'student' }, { roles: 'teacher,student', tenant_id }])
      expect(await fetchFile('exportPeople', asked)).toMatchObject({
        status: 403,
        body: { code: 'panel.no_students' },
      });
    const roles = (await rowsOf('exportPeople', { tenant_id })).map(({ Role }) => Role);
    expect(roles).toContain('teacher');
    expect(roles).not.toContain('student');
  });

  it('have all that the list finds with the same filters, in its order', async () => {
    const { results } = await world.call(platform, panelEndpoints.listPeople, {
      query: { roles: 'teacher,teacher_admin', limit: 100 },
    });
    const rows = await rowsOf('exportPeople', { roles: 'teacher,teacher_admin' });
    expect(rows.map((row) => [row['Name'], row['Email'], row['School']])).toEqual(
      results.map(({ name, email, tenant }) => [name, email, tenant.school_name]),
    );
    const schools = await rowsOf('exportTenants', { kind: 'school' });
    expect(schools.map((row) => row['Address'])).toEqual(['greenfield.localhost', 'riverside.localhost']);
    expect(await rowsOf('exportTenants', { search: 'bright fut' })).toMatchObject([{ Kind: 'organization' }]);
    const works = await rowsOf('exportWorks', { kind: 'book' });
    expect(works.length).toBeGreaterThan(0);
    expect(works.filter(({ Title }) => !Title)).toEqual([]);
    expect(await rowsOf('exportWorks', { search: 'no such title' })).toEqual([]);
    const letters = await rowsOf('exportLetters', { state: 'sent' });
    expect(letters.filter(({ State }) => State !== 'sent')).toEqual([]);
    expect(await fetchFile('exportTenants', { kind: 'planet' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: { kind: [expect.any(String)] } },
    });
  });

  it('go beyond the 200 rows that a list counts, page by page, each row once', async () => {
    const many = await makeTenant(world.context, { school_name: 'Many', subdomain: 'many' });
    await query(
      `insert into users (tenant_id, id, role, first_name, last_name, email, listed_search)
       select $1, gen_random_uuid(), 'teacher', 'Ottoline', 'Number ' || n, n || '@many.test', 'ottoline number ' || n
       from generate_series(1, 1203) as n`,
      [many.id],
    );
    for (const asked of [{ tenant_id: many.id }, { search: 'ottoline' }]) {
      const rows = await rowsOf('exportPeople', asked);
      expect(rows).toHaveLength(1203);
      expect(new Set(rows.map((row) => row['Email'])).size).toBe(1203);
    }
  });

  it('run nothing in a spreadsheet', async () => {
    await makeMember(world.context, riverside.tenant, {
      role: 'teacher',
      first_name: '=cmd|"/c calc"!A1',
      last_name: 'Formula, "quoted"',
      email: 'formula@riverside.test',
    });
    const text = await textOf('exportPeople', { search: 'formula@riverside.test' });
    expect(text).toContain(`"'=cmd|""/c calc""!A1 Formula, ""quoted"""`);
  });

  it('are files of their own name, kept by no cache, in UTF-8 as Excel knows it', async () => {
    const { headers, rawPayload } = await world.app.inject({
      url: urlOf(listFileEndpoints.exportTenants, {}),
      headers: { host: platform.host, authorization: `Bearer ${platform.access}` },
    });
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const day = world.clock.now().toISOString().slice(0, 10);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="tenants_${day}.csv"`,
      'cache-control': 'no-store',
    });
  });

  it('are in the audit of the platform with the filters, before a row leaves', async () => {
    const before = (await audited()).length;
    await textOf('exportPeople', { search: '@riverside.test', state: 'active' });
    expect((await audited()).slice(before)).toEqual([
      {
        tenant_id: world.platform.id,
        actor_id: world.platformAdmin.id,
        details: {
          list: 'people',
          rows: expect.any(Number) as number,
          search: '@riverside.test',
          state: 'active',
          sort: 'name',
        },
      },
    ]);
    await fetchFile('exportPeople', { roles: 'student' });
    expect(await audited()).toHaveLength(before + 1);
  });

  it('are refused in words beyond 50,000 rows, and are not in the audit then', async () => {
    const before = (await audited()).length;
    await query(
      `insert into audit_entries (tenant_id, id, action, details, created_at)
       select $1, gen_random_uuid(), 'sign_ins.failed', '{}', now() - make_interval(secs => n)
       from generate_series(1, 50001) as n`,
      [riverside.tenant.id],
    );
    expect(await fetchFile('exportAudit', { action: 'sign_ins.failed' })).toMatchObject({
      status: 409,
      body: {
        code: 'panel.too_many_rows',
        error: 'This list has more than 50,000 rows. Choose a filter or search for a word.',
      },
    });
    expect(await audited()).toHaveLength(before);
    expect(
      (await rowsOf('exportAudit', { action: 'sign_ins.failed', tenant_id: greenfield.tenant.id })).length,
    ).toBeLessThan(50);
  });

  it('are made for the platform on its own site alone', async () => {
    for (const name of names) {
      const endpoint = listFileEndpoints[name];
      const here = await world.as(world.platformAdmin, greenfield.host);
      expect(await world.refusal(here, endpoint, { query: {} })).toMatchObject({ status: 404 });
      for (const person of [riverside.schoolAdmin, world.organization.admin]) {
        const caller = await world.as(person, 'localhost');
        expect(await world.refusal(caller, endpoint, { query: {} })).toMatchObject({ status: 401 });
      }
    }
  });
});
