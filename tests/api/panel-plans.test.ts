import { CompiledQuery, Kysely, PostgresDialect, type LogEvent } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PanelPersonQuery, PanelStudentQuery, PanelTenantQuery } from '#contract/panel/panel.schema.ts';
import { PanelWorkQuery } from '#contract/panel/works.schema.ts';
import * as v from 'valibot';
import { listPeople } from '#server/modules/panel/people.list.ts';
import { listStudents } from '#server/modules/panel/students.list.ts';
import { listTenants } from '#server/modules/panel/tenants.list.ts';
import { listWorks } from '#server/modules/panel-works/works.list.ts';
import { openPool } from '#server/platform/connections.ts';
import type { PanelTables } from '#server/platform/panel-columns.ts';
import { openPanel, type Panel } from '#server/platform/panel.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield } = worldOfFile();
const now = new Date();

let panel: Panel;
let asked: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  const { administrator, panelUrl } = world.testDatabase;
  // Enough for an index to be worth its while: 12,000 people, of 3,000 names.
  await administrator.query(
    `insert into users (tenant_id, id, role, first_name, last_name, email, username, search_text, listed_search, date_joined)
     select $1, gen_random_uuid(), case when n % 2 = 0 then 'student' else 'teacher' end, 'Name' || n % 3000, 'Family' || n,
       case when n % 2 = 1 then n || '@people.test' end, case when n % 2 = 0 then 'name-' || n end,
       'name' || n, 'name' || n % 3000 || ' family' || n, now() - make_interval(mins => n)
     from generate_series(1, 12000) as n`,
    [greenfield.tenant.id],
  );
  await administrator.query(
    "insert into students (tenant_id, id) select tenant_id, id from users where role = 'student' on conflict do nothing",
  );
  await administrator.query(
    `insert into tenants (id, school_name, listed_search, primary_color, primary_color_light, primary_color_dark,
       bg_primary_color, bg_secondary_color, announcement_color, button_color, book_button_color, text_primary_color,
       text_secondary_color, text_muted_color, border_primary_color, border_muted_color)
     select gen_random_uuid(), 'School ' || n, 'school ' || n, c, c, c, c, c, c, c, c, c, c, c, c, c
     from generate_series(1, 3000) as n, (values ('#000000')) as color (c)`,
  );
  await administrator.query(
    `with shown as (update students set privacy_preference = 'public' returning tenant_id, id)
     insert into guardian_permissions (tenant_id, id, student_id, purpose, recorded_at)
     select tenant_id, gen_random_uuid(), id, 'public', now() from shown
     on conflict do nothing`,
  );
  await administrator.query(
    `insert into works (tenant_id, id, kind, title, author_id, state, visibility, published_at, search_text)
     select tenant_id, gen_random_uuid(), 'story', 'Tale ' || n, id, 'published',
       case when n % 3 = 0 then 'public' else 'private' end, now() - make_interval(mins => n::int), 'tale ' || n
     from (select tenant_id, id, row_number() over (order by id) as n from users where role = 'student') as child`,
  );
  await administrator.query('analyze');
  panel = new Kysely<PanelTables>({
    dialect: new PostgresDialect({ pool: openPool(panelUrl, { connections: 1 }) }),
    log: ({ query }: LogEvent) => {
      asked.push({ sql: query.sql, parameters: query.parameters });
    },
  });
});

afterAll(() => panel.destroy());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The steps of the plans of all that a list asks. */
async function plansOf(list: () => Promise<unknown>): Promise<Node[]> {
  asked = [];
  await list();
  const statements = [...asked];
  const found: Node[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await panel.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
      CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
    );
    found.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan))));
  }
  return found;
}

const after = (value: string) =>
  Buffer.from(
    JSON.stringify([value, '01900000-0000-7000-8000-000000000000', '01900000-0000-7000-8000-000000000000']),
  ).toString('base64url');
const moment = '2026-01-01T00:00:00.000000Z';

const tenants = (query: v.InferInput<typeof PanelTenantQuery>) => () =>
  listTenants(panel, v.parse(PanelTenantQuery, query), 'localhost');
const people = (query: v.InferInput<typeof PanelPersonQuery>) => () =>
  listPeople(panel, v.parse(PanelPersonQuery, query));
const students = (query: v.InferInput<typeof PanelStudentQuery>) => () =>
  listStudents(panel, v.parse(PanelStudentQuery, query), { isNamed: true, now });

const works = (query: v.InferInput<typeof PanelWorkQuery>) => () =>
  listWorks(panel, v.parse(PanelWorkQuery, query), now);

const lists: [string, () => Promise<unknown>, string][] = [
  ['tenants by name', tenants({}), 'tenants_listed'],
  ['tenants by name, further on', tenants({ after: after('school 2') }), 'tenants_listed'],
  ['the newest tenants', tenants({ sort: '-created' }), 'tenants_newest'],
  ['the most active tenants', tenants({ sort: '-active' }), 'tenant_numbers_pkey'],
  ['tenants that a search finds', tenants({ search: 'school 777' }), 'tenants_found'],
  ['people by name', people({}), 'users_staff_listed'],
  ['people by name, further on', people({ after: after('name2') }), 'users_staff_listed'],
  ['people of a role', people({ roles: 'parent' }), 'users_staff_by_role'],
  ['the newest people', people({ sort: '-joined', after: after(moment) }), 'users_staff_newest'],
  ['people that a rare word finds', people({ search: 'family7777' }), 'users_found'],
  ['people that a short word finds', people({ search: 'zz' }), 'users_words'],
  ['people that an address finds', people({ search: '77@people.test' }), 'users_listed_email'],
  ['people that a domain finds', people({ search: '@nowhere.test' }), 'users_listed_domain'],
  ['the newest students', students({}), 'users_students_newest'],
  ['students that a rare word finds', students({ search: 'family7778' }), 'users_found'],
  ['the newest works', works({ kind: 'story' }), 'works_public_newest'],
  ['the newest works, further on', works({ kind: 'story', after: after(moment) }), 'works_public_newest'],
  ['works that a rare word finds', works({ search: 'tale 777' }), 'works_public_found'],
  ['works that a short word finds', works({ search: 'zz' }), 'works_public_words'],
];

describe('a list of the panel', () => {
  it.each(lists)('reads no table from end to end: %s', async (_what, list, index) => {
    const nodes = await plansOf(list);
    expect(nodes.length).toBeGreaterThan(2);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
  });

  it('reads the students of a school by their index, in order', async () => {
    const nodes = await plansOf(students({ tenant_id: greenfield.tenant.id }));
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(nodes.map((node) => node['Index Name'])).toContain('users_listed_of_tenant');
  });

  it('gives up after its time, and asks for another word', async () => {
    const { administrator, panelUrl, name } = world.testDatabase;
    const role = administrator.escapeIdentifier(new URL(panelUrl).username);
    await administrator.query(`alter role ${role} in database ${name} set statement_timeout = '1s'`);
    const waiting = openPanel(panelUrl);
    // Whoever waits for a lock waits no longer than for a table.
    await administrator.query('begin');
    await administrator.query('lock table tenant_numbers in access exclusive mode');
    const query = v.parse(PanelTenantQuery, {});
    const outcome: unknown = await listTenants(waiting, query, 'localhost').catch((error: unknown) => error);
    await administrator.query('rollback');
    await waiting.destroy();
    expect(outcome).toMatchObject({
      code: 'panel.too_wide',
      definition: { status: 503 },
      message: 'Please add a word.',
    });
  });
});
