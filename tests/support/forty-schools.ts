import pg from 'pg';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import type { ServerProcess } from './server-process.ts';

/** What each of the schools has: enough of all of them together for a second page of every long list. */
const each = { students: 6, staff: 3, works: 4, letters: 3, audit: 4 } as const;
const schools = 40;

/** What no stranger may see stands in these words alone: last names, usernames, addresses, private titles and texts, details. */
export const schoolSecrets = ['zyzzowitz', 'canary'] as const;

/** An id of its own for each kind, school and number. */
const idOf = (kind: string, number = '0') => `md5('${kind}-' || school || '-' || ${number})::uuid`;
const tenant = idOf('tenant');
const counted = (count: number) =>
  `generate_series(1, ${schools}) as school, generate_series(1, ${count}) as n`;
const { students, staff, works, letters, audit } = each;
const adults = `${students} + 1 + n % ${staff}`;
const colors = Object.entries(defaultColors);

const statements = [
  `insert into tenants (id, school_name, subdomain, listed_search, country, created_at,
     ${colors.map(([name]) => name).join(', ')})
   select ${tenant}, 'Hillside ' || school, 'hillside-' || school, 'hillside ' || school || ' hillside-' || school, 'DE',
     now() - make_interval(days => school), ${colors.map(([, color]) => `'${color}'`).join(', ')}
   from generate_series(1, ${schools}) as school`,
  `insert into users (tenant_id, id, role, first_name, last_name, email, username, country, search_text, listed_search,
     date_joined, last_login)
   select ${tenant}, ${idOf('user', 'n')}, role, first_name, last_name,
     case when role <> 'student' then 'staff-' || n || '@hillside-' || school || '.test' end,
     case when role = 'student' then 'canary-' || school || '-' || n end, 'DE',
     lower(first_name || ' ' || last_name),
     lower(first_name || ' ' || case when role = 'student' then left(last_name, 1) else last_name end),
     now() - make_interval(mins => school * 37 + n), case when n % 3 > 0 then now() - make_interval(mins => school + n) end
   from (
     select school, n,
       case when n <= ${students} then 'student' when n = ${students + staff} then 'school_admin' else 'teacher' end as role,
       case when n <= ${students} then 'Milo' else 'Anna' end as first_name,
       case when n <= ${students} then 'Zyzzowitz' else 'Hill ' || school end as last_name
     from ${counted(students + staff)}
   ) as person`,
  `insert into students (tenant_id, id, privacy_preference)
   select ${tenant}, ${idOf('user', 'n')}, case when n % 2 = 0 then 'public' else 'private' end from ${counted(students)}`,
  `insert into guardian_permissions (tenant_id, id, student_id, purpose, recorded_at)
   select ${tenant}, ${idOf('permission', 'n')}, ${idOf('user', 'n')}, 'public', now()
   from ${counted(students)} where n % 2 = 0`,
  // The even ones stand on the shelf for strangers.
  `insert into works (tenant_id, id, kind, title, author_id, state, visibility, published_at, search_text, sdgs, level)
   select ${tenant}, ${idOf('work', 'n')}, 'story', title, ${idOf('user', `2 * (1 + n % ${students / 2})`)},
     'published', case when n % 2 = 0 then 'public' else 'private' end, now() - make_interval(mins => school * 53 + n),
     lower(title), array[1 + n % 17]::smallint[], 'early'
   from (
     select school, n, case when n % 2 = 0 then 'The garden ' else 'The canary ' end || school as title
     from ${counted(works)}
   ) as work`,
  `insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since)
   select ${tenant}, ${idOf('work', '2')}, 'story', 'waiting', '{first_public}', 0, 10, now() - make_interval(mins => school)
   from generate_series(1, ${schools}) as school`,
  `insert into email_messages (tenant_id, id, kind, to_address, to_name, subject, state, created_at, finished_at)
   select ${tenant}, ${idOf('letter', 'n')}, case when n = 1 then 'members.invitation' else 'passwords.link' end,
     'canary-' || n || '@hillside-' || school || '.test', 'Canary ' || n, 'A letter',
     case when n = 1 then 'failed' else 'sent' end, now() - make_interval(mins => school * 29 + n), now()
   from ${counted(letters)}`,
  `insert into audit_entries (tenant_id, id, actor_id, action, subject_id, details, created_at)
   select ${tenant}, ${idOf('audit', 'n')}, ${idOf('user', adults)}, 'works.published', ${idOf('work', 'n')},
     '{"name": "The canary nobody has seen"}', now() - make_interval(mins => school * 41 + n)
   from ${counted(audit)}`,
  `insert into categories (tenant_id, id, name, folded_name, slug)
   select ${tenant}, ${idOf('category')}, 'Gardens', 'gardens', 'gardens' from generate_series(1, ${schools}) as school`,
  `insert into tenant_numbers (tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of)
   select ${tenant}, ${students}, ${staff}, 0, 0, ${works}, ${works / 2}, school, 0, 0, now()
   from generate_series(1, ${schools}) as school
   -- The server's own task may have counted some of them already.
   on conflict (tenant_id) do update set active = excluded.active`,
];

/** Makes forty schools in the running server's database, each with children, works and letters of which strangers see a part. */
export async function makeFortySchools(server: Pick<ServerProcess, 'databaseUrl'>): Promise<void> {
  const owner = new pg.Client({ connectionString: await server.databaseUrl() });
  await owner.connect();
  try {
    // References are not looked up for each of the rows: they hold by the way ids are made.
    await owner.query('set session_replication_role = replica');
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
  }
}
