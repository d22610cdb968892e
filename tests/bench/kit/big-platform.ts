import pg from 'pg';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { writeAfter } from '#server/modules/panel/after.ts';
import type { BenchServer } from './big-school.ts';

/** Schools, and what each has: a million people, letters, works and audit entries of all together. */
export const bigPlatform = {
  schools: 10_000,
  students: 97,
  staff: 3,
  /** Half of them on the shelf for strangers. */
  works: 100,
  letters: 100,
  audit: 100,
} as const;

/** Words that find one row, one in a hundred and every fifth. */
export const searches = {
  tenants: { rare: 'quokka', middling: 'greenfield', common: 'school' },
  people: { rare: 'xanthippe', middling: 'milo', common: 'anna' },
  works: { rare: 'quokka', middling: 'dragon', common: 'garden' },
} as const;

/** An id of its own for each kind, school and number. */
const idOf = (kind: string, school: string, number = '0') =>
  `md5('${kind}-' || ${school} || '-' || ${number})::uuid`;

const { schools, students, staff, works, letters, audit } = bigPlatform;
const people = students + staff;

/** What is counted up of every school, as `school` and `n`. */
const each = (count: number, from: number, to: number) =>
  `generate_series(${from}, ${to}) as school, generate_series(1, ${count}) as n`;

/** A name by its place: every fifth is common, one in a hundred middling, and one of all is rare. */
const named = (
  { rare, middling, common }: Record<'rare' | 'middling' | 'common', string>,
  rareAt: string,
) => `
  case when ${rareAt} then '${rare}' when (school * 7 + n * 13) % 5 = 1 then '${common}' when (school * 7 + n * 13) % 100 = 50 then '${middling}'
    else 'name' || chr(97 + n % 26) || chr(97 + (school + n) % 26) end`;

const statements = (from: number, to: number): string[] => [
  `insert into users (tenant_id, id, role, first_name, last_name, email, username, country, search_text, listed_search,
     date_joined, last_login)
   select ${idOf('school', 'school')}, ${idOf('user', 'school', 'n')}, role, first_name, last_name,
     case when role <> 'student' then 'person-' || n || '@school-' || school || '.test' end,
     case when role = 'student' then 'child-' || n end, 'DE', lower(first_name || ' ' || last_name),
     lower(first_name || ' ' || case when role = 'student' then left(last_name, 1) else last_name end),
     now() - make_interval(mins => (school * 37 + n * 11) % 500000),
     case when n % 3 > 0 then now() - make_interval(mins => (school + n * 101) % 50000) end
   from (
     select school, n, case when n <= ${students} then 'student' when n = ${people} then 'school_admin' else 'teacher' end as role,
       initcap(${named(searches.people, `school = ${Math.ceil(schools / 2)} and n in (3, ${people - 1})`)}) as first_name,
       initcap('family' || chr(97 + (school * 7 + n) % 26) || chr(97 + school % 26)) as last_name
     from ${each(people, from, to)}
   ) as person`,
  `insert into students (tenant_id, id, privacy_preference)
   select ${idOf('school', 'school')}, ${idOf('user', 'school', 'n')}, case when n % 2 = 0 then 'public' else 'private' end
   from ${each(students, from, to)}`,
  `insert into guardian_permissions (tenant_id, id, student_id, purpose, recorded_at)
   select ${idOf('school', 'school')}, ${idOf('permission', 'school', 'n')}, ${idOf('user', 'school', 'n')}, 'public', now()
   from ${each(students, from, to)} where n % 2 = 0`,
  `insert into works (tenant_id, id, kind, title, author_id, state, visibility, published_at, search_text, sdgs, level)
   select ${idOf('school', 'school')}, ${idOf('work', 'school', 'n')}, case when n % 4 = 0 then 'book' else 'story' end,
     'The ' || word || ' ' || n, ${idOf('user', 'school', `2 + 2 * (n % ${Math.floor(students / 2)})`)},
     case when n % 10 = 9 then 'draft' else 'published' end, case when n % 2 = 0 then 'public' else 'private' end,
     case when n % 10 <> 9 then now() - make_interval(mins => (school * 53 + n * 17) % 500000) end,
     'the ' || word || ' ' || n, array[1 + n % 17]::smallint[], case when n % 3 = 0 then 'early' else 'growing' end
   from (
     select school, n, ${named(searches.works, `school = ${Math.ceil(schools / 2)} and n = 2`)} as word
     from ${each(works, from, to)}
   ) as work`,
  `insert into email_messages (tenant_id, id, kind, to_address, to_name, subject, state, created_at, finished_at)
   select ${idOf('school', 'school')}, ${idOf('letter', 'school', 'n')},
     case when n % 4 = 0 then 'members.invitation' else 'passwords.link' end, 'person-' || n || '@school-' || school || '.test',
     'Ada Hill', 'A letter',
     case when n % 50 = 0 then 'bounced' when n % 51 = 0 then 'failed' else 'sent' end,
     now() - make_interval(mins => (school * 29 + n * 1301) % 129600), now()
   from ${each(letters, from, to)}`,
  `insert into audit_entries (tenant_id, id, actor_id, action, subject_id, created_at)
   select ${idOf('school', 'school')}, ${idOf('audit', 'school', 'n')}, ${idOf('user', 'school', `${students} + 1 + n % ${staff}`)},
     case when n % 20 = 0 then 'members.invited' else 'works.published' end, ${idOf('work', 'school', 'n')},
     now() - make_interval(mins => (school * 41 + n * 997) % 500000)
   from ${each(audit, from, to)}`,
  `insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since, decided_at, decision)
   select ${idOf('school', 'school')}, ${idOf('work', 'school', '2')}, 'story',
     case when school % 4 = 0 then 'done' else 'waiting' end, '{first_public}', school % 3, 10 + school % 60,
     now() - make_interval(mins => school), case when school % 4 = 0 then now() end, case when school % 4 = 0 then 'kept' end
   from generate_series(${from}, ${to}) as school`,
  `insert into tenant_numbers (tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of)
   select ${idOf('school', 'school')}, ${students}, ${staff}, 0, ${works / 4}, ${works - works / 4}, ${works / 2},
     school % ${people}, 0, 0, now()
   from generate_series(${from}, ${to}) as school
   -- The server's own task may have counted some of them already.
   on conflict (tenant_id) do update set students = excluded.students, staff = excluded.staff, classes = excluded.classes,
     books = excluded.books, stories = excluded.stories, public_works = excluded.public_works, active = excluded.active,
     bytes = excluded.bytes, scope_version = excluded.scope_version, as_of = excluded.as_of`,
];

/** Categories of the platform, of which each school has half. */
const categories = 20;
const shelves = (from: number, to: number): string[] => [
  `insert into categories (tenant_id, id, name, folded_name, slug)
   select ${idOf('school', 'school')}, ${idOf('category', 'school', 'n')}, 'Shelf ' || n, 'shelf ' || n, 'shelf-' || n
   from ${each(categories, from, to)} where (school + n) % 2 = 0`,
  `insert into tenant_work_numbers (tenant_id, kind, part, value, works)
   select ${idOf('school', 'school')}, 'story', 'shelf', 'shelf ' || n, 5
   from ${each(categories, from, to)} where (school + n) % 2 = 0`,
];
const ofPlatform = `
  insert into categories (tenant_id, id, name, folded_name, slug, is_offered)
  select id, ${idOf('category', "'platform'", 'n')}, 'Shelf ' || n, 'shelf ' || n, 'shelf-' || n, true
  from tenants, generate_series(1, ${categories}) as n where is_platform`;

const colors = Object.entries(defaultColors);
const tenants = (from: number, to: number) => `
  insert into tenants (id, school_name, subdomain, listed_search, country, created_at, ${colors.map(([name]) => name).join(', ')})
  select ${idOf('school', 'school')}, name, 'school-' || school, lower(name) || ' school-' || school, 'DE',
    now() - make_interval(mins => school * 7), ${colors.map(([, color]) => `'${color}'`).join(', ')}
  from (
    select school, case when school = ${Math.ceil(schools / 2)} then 'Quokka hill' when school % 100 = 50 then 'Greenfield ' || school
      else 'School ' || school end as name
    from generate_series(${from}, ${to}) as school
  ) as named`;

/** Schools that are filled in one transaction. */
const atOnce = 500;

/** Fills the running server's database, past all rules: what it holds is as the program would have written it. */
export async function fillPlatform({ process }: Pick<BenchServer, 'process'>): Promise<void> {
  const owner = new pg.Client({ connectionString: await process.databaseUrl() });
  await owner.connect();
  try {
    // References are not looked up for each of the rows: they hold by the way ids are made.
    await owner.query('set session_replication_role = replica');
    await owner.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'");
    for (let from = 1; from <= schools; from += atOnce) {
      const to = Math.min(schools, from + atOnce - 1);
      for (const statement of [tenants(from, to), ...statements(from, to), ...shelves(from, to)])
        await owner.query(statement);
      if (to % (atOnce * 4) === 0) console.log(`${to} of ${schools} schools are made`);
    }
    await owner.query(ofPlatform);
    await owner.query('vacuum (analyze)');
  } finally {
    await owner.end();
  }
}

/** Reads the running server's database as its superuser does. */
export async function askOwner<Row extends object>(
  { process }: Pick<BenchServer, 'process'>,
  statement: string,
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: await process.databaseUrl() });
  await owner.connect();
  try {
    const { rows } = await owner.query<Row>(statement);
    return rows;
  } finally {
    await owner.end();
  }
}

/** A list in its order: where its rows come from, and what stands in the key of a page. */
export interface Ordered {
  from: string;
  /** As the list orders; text of it is the first part of a key. */
  value: string;
  isMoment?: true;
  descending?: true;
  tenant: string;
  id: string;
  limit: number;
}

/** Ends of a page so far into a list: `after` of the page that follows, or of the last one where the list is shorter. */
export async function afterPage(
  server: Pick<BenchServer, 'process'>,
  page: number,
  { from, value, isMoment, descending, tenant, id, limit }: Ordered,
): Promise<{ after: string; page: number }> {
  const [counted] = await askOwner<{ count: string }>(server, `select count(*) as count from ${from}`);
  const last = Math.floor((Number(counted?.count) - 1) / limit);
  const reached = Math.min(page - 1, last);
  const direction = descending ? 'desc' : 'asc';
  const text = isMoment
    ? `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : `(${value})::text`;
  const [key] = await askOwner<{ value: string; tenant: string; id: string }>(
    server,
    `select ${text} as value, ${tenant} as tenant, ${id} as id from ${from}
     order by ${value} ${direction}, ${tenant} ${direction}, ${id} ${direction} offset ${reached * limit - 1} limit 1`,
  );
  if (!key) throw new Error(`No page ${reached} of ${from}`);
  return { after: writeAfter([key.value, key.tenant, key.id]), page: reached + 1 };
}
