import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listLinked } from '#server/modules/visits/visits.repository.ts';
import {
  elsewhere,
  inWorkScope,
  inPlatformScope,
  inTenant,
  type TenantTransaction,
} from '#server/platform/database.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';

let world: ApiWorld;
let ours: string;
let theirs: string;
let fingerprint: () => Promise<Fingerprint>;
let atFirst: Fingerprint;

type Right = 'select' | 'insert' | 'update' | 'delete';

/** What the program may do with its own tenant's rows. A table that is not here, or a right too many, fails. */
const rights: Readonly<Record<string, readonly Right[]>> = {
  assets: ['select', 'insert'],
  audit_entries: ['select', 'insert'],
  bank_transfers: ['select', 'insert'],
  book_offer_pages: ['select', 'insert', 'update', 'delete'],
  book_offers: ['select', 'insert', 'update', 'delete'],
  cart_lines: ['select', 'insert', 'delete'],
  categories: ['select', 'insert', 'update'],
  certificates: ['select', 'insert'],
  champions: ['select', 'insert', 'update'],
  chapters: ['select', 'insert', 'update', 'delete'],
  class_assignments: ['select', 'insert', 'update', 'delete'],
  class_teachers: ['select', 'insert', 'update', 'delete'],
  closing_asks: ['select', 'insert', 'update', 'delete'],
  closing_counts: ['select', 'insert'],
  closings: ['select'],
  community_passwords: ['select', 'insert', 'update'],
  content_choices: ['select', 'insert', 'update', 'delete'],
  content_drafts: ['select', 'insert', 'update', 'delete'],
  content_film_parts: ['select', 'insert', 'update', 'delete'],
  content_films: ['select', 'insert', 'update', 'delete'],
  content_pages: ['select', 'insert', 'update'],
  content_versions: ['select', 'insert'],
  credentials: ['select', 'insert', 'update'],
  device_preparation_classes: ['select', 'insert'],
  device_preparations: ['select', 'insert', 'update'],
  devices: ['select', 'insert', 'update', 'delete'],
  diverged_versions: ['select', 'insert', 'delete'],
  document_series: ['select', 'insert', 'update'],
  documents: ['select', 'insert'],
  email_changes: ['select', 'insert', 'update', 'delete'],
  email_events: ['select', 'insert'],
  email_messages: ['select', 'insert', 'update', 'delete'],
  enrollments: ['select', 'insert', 'update'],
  enrolment_invitations: ['select', 'insert'],
  export_chunks: ['select', 'insert', 'delete'],
  export_links: ['select', 'insert', 'update', 'delete'],
  export_parts: ['select', 'insert', 'delete'],
  exports: ['select', 'insert', 'update', 'delete'],
  failed_guesses: ['select', 'insert', 'update', 'delete'],
  findings: ['select', 'insert', 'update'],
  guardian_permissions: ['select', 'insert', 'update'],
  idempotency_keys: ['select', 'insert', 'update', 'delete'],
  import_jobs: ['select', 'insert', 'update'],
  import_rows: ['select', 'insert', 'update'],
  invitations: ['select', 'insert', 'update', 'delete'],
  learning_steps: ['select', 'insert', 'update'],
  live_joins: ['select', 'insert', 'update', 'delete'],
  live_reminders: ['select', 'insert', 'update', 'delete'],
  login_cards: ['select', 'insert', 'update'],
  message_picks: ['select', 'insert', 'update', 'delete'],
  mode_locks: ['select', 'insert', 'delete'],
  order_codes: ['select', 'insert', 'update', 'delete'],
  order_lines: ['select', 'insert', 'update'],
  order_shares: ['select', 'insert', 'update'],
  orders: ['select', 'insert', 'update'],
  organization_schools: ['select', 'insert', 'update', 'delete'],
  pages: ['select', 'insert', 'update', 'delete'],
  parked_calls: ['select', 'insert', 'delete'],
  password_resets: ['select', 'insert', 'update', 'delete'],
  password_reveals: ['select', 'insert', 'update', 'delete'],
  payment_events: ['select', 'insert', 'delete'],
  payments: ['select', 'insert', 'update'],
  payout_parts: ['select', 'insert', 'update'],
  pick_suggestions: ['select', 'insert', 'update'],
  platform_days: ['select', 'insert', 'update', 'delete'],
  push_grants: ['select', 'insert', 'update', 'delete'],
  reactions: ['select', 'insert', 'update', 'delete'],
  reader_settings: ['select', 'insert', 'update'],
  readings: ['select', 'insert', 'update'],
  refresh_tokens: ['select', 'insert', 'update', 'delete'],
  refund_lines: ['select', 'insert'],
  refunds: ['select', 'insert', 'update'],
  registrations: ['select', 'insert', 'update', 'delete'],
  removed_media: ['select', 'insert', 'update', 'delete'],
  request_pictures: ['select', 'insert'],
  requests: ['select', 'insert', 'update', 'delete'],
  resource_categories: ['select', 'insert', 'delete'],
  resource_files: ['select', 'insert', 'update', 'delete'],
  resource_offers: ['select', 'insert', 'update'],
  resources: ['select', 'insert', 'update', 'delete'],
  review_comments: ['select', 'insert'],
  review_voices: ['select', 'insert'],
  saved_views: ['select', 'insert', 'update', 'delete'],
  school_classes: ['select', 'insert', 'update'],
  school_invitations: ['select', 'insert', 'update', 'delete'],
  scope_changes: ['select', 'insert', 'update'],
  scope_versions: ['select', 'insert', 'update'],
  sent_pictures: ['select', 'insert'],
  sessions: ['select', 'insert', 'update'],
  shops: ['select', 'insert', 'update'],
  stored_files: ['select', 'insert', 'delete'],
  student_media_weeks: ['select', 'insert', 'update', 'delete'],
  students: ['select', 'insert', 'update'],
  subscription_orders: ['select', 'insert', 'update'],
  subscriptions: ['select', 'insert', 'update'],
  sync_calls: ['select', 'insert', 'delete'],
  sync_clients: ['select', 'insert', 'update'],
  tasks: ['select', 'insert', 'update', 'delete'],
  tenant_ceilings: ['select', 'insert', 'update', 'delete'],
  tenant_days: ['select', 'insert', 'update'],
  tenant_keys: ['select', 'insert', 'delete'],
  tenant_logos: ['select', 'insert', 'update', 'delete'],
  tenant_numbers: ['select', 'insert', 'update'],
  tenant_usage: ['select', 'insert', 'update', 'delete'],
  tenant_work_days: ['select', 'insert', 'update'],
  tenant_work_numbers: ['select', 'insert', 'delete'],
  track_events: ['select', 'insert'],
  transfers: ['select', 'insert'],
  tutorials_seen: ['select', 'insert'],
  users: ['select', 'insert', 'update', 'delete'],
  visit_links: ['select', 'insert', 'update', 'delete'],
  visit_overrides: ['select', 'insert', 'update', 'delete'],
  visit_requests: ['select', 'insert', 'update', 'delete'],
  work_assets: ['select', 'insert', 'update', 'delete'],
  work_categories: ['select', 'insert', 'delete'],
  work_copies: ['select', 'insert', 'update', 'delete'],
  work_picks: ['select', 'insert', 'delete'],
  work_reports: ['select', 'insert', 'update'],
  work_reviews: ['select', 'insert'],
  work_revisions: ['select', 'insert', 'delete'],
  work_texts: ['select', 'insert', 'update', 'delete'],
  work_watch: ['select', 'insert', 'update'],
  works: ['select', 'insert', 'update'],
  write_off_asks: ['select', 'insert', 'update', 'delete'],
  written_off_shares: ['select', 'insert'],
};
/** Books of all schools that the platform reads, as it sells for them; it writes none of them in its own scope. */
const readByPlatform = [
  'certificates',
  'findings',
  'order_lines',
  'order_shares',
  'orders',
  'payments',
  'subscription_orders',
  'subscriptions',
  'tenant_numbers',
];
/** Of these nothing ever goes: the receipt, and the books of the platform, which sells for all. */
const keptForGood = [
  'bank_transfers',
  'closing_counts',
  'closings',
  'document_series',
  'documents',
  'findings',
  'order_lines',
  'order_shares',
  'orders',
  'payments',
  'payout_parts',
  'refund_lines',
  'refunds',
  'subscription_orders',
  'subscriptions',
  'transfers',
  'written_off_shares',
];
/** Rows go at the end of their school, and in no other way (closings.test.ts). */
const goesAtEnd = (table: string) =>
  rights[table]?.includes('delete') !== true && !keptForGood.includes(table);
const tables = Object.keys(rights);
const cases = tables.map((table) => [table] as const);

beforeAll(async () => {
  world = await openApiWorld();
  const { greenfield, riverside } = world;
  ours = greenfield.tenant.id;
  theirs = riverside.tenant.id;
  for (const school of [greenfield, riverside]) await fillEveryTable(world, school);
  fingerprint = await fingerprinter(world.testDatabase.administrator);
  atFirst = await fingerprint();
});

afterAll(() => world.close());

class RollBack extends Error {}

/** What a statement of ours does, taken back afterwards: the rows it answered or touched, or PostgreSQL's refusal. */
async function attempt(
  work: (transaction: TenantTransaction) => Promise<number>,
  within: typeof asUs = asUs,
): Promise<number | string> {
  let touched = -1;
  try {
    await within(async (transaction) => {
      touched = await work(transaction);
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) return error instanceof Error ? error.message : String(error);
  }
  return touched;
}

function asUs(work: (transaction: TenantTransaction) => Promise<void>): Promise<void> {
  return inTenant(world.context.database, ours, work);
}

function asThePlatform(work: (transaction: TenantTransaction) => Promise<void>): Promise<void> {
  return inPlatformScope(world.context.database, work);
}

function asAHost(work: (transaction: TenantTransaction) => Promise<void>): Promise<void> {
  return world.context.database.transaction().execute(async (transaction) => {
    await sql`select set_config('app.host_subdomain', 'riverside', true)`.execute(transaction);
    await work(transaction);
  });
}

const count = (table: string, tenantId: string) => async (transaction: TenantTransaction) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(transaction);
  return rows[0]?.count ?? -1;
};

const touch = (statement: ReturnType<typeof sql>) => async (transaction: TenantTransaction) =>
  Number((await statement.execute(transaction)).numAffectedRows ?? -1n);

/** One of a tenant's rows as the superuser sees it, to be written again by the program. */
async function rowOf(table: string, tenantId: string): Promise<{ columns: string[]; json: string }> {
  const { administrator } = world.testDatabase;
  const { rows: columns } = await administrator.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [table],
  );
  const { rows } = await administrator.query<{ json: string }>(
    `select to_jsonb(t)::text as json from ${administrator.escapeIdentifier(table)} t where tenant_id = $1 limit 1`,
    [tenantId],
  );
  const json = rows[0]?.json;
  if (json === undefined) throw new Error(`${table} has no row of this tenant; the test needs one`);
  return { columns: columns.map(({ name }) => name), json };
}

function insertAgain(table: string, { columns, json }: { columns: string[]; json: string }) {
  const list = sql.join(columns.map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${list})
    select ${list} from jsonb_populate_record(null::${sql.table(table)}, ${json}::jsonb)`;
}

const denied = /permission denied|violates row-level security/u;
const refusedHere = (right: Right, table: string): unknown =>
  rights[table]?.includes(right) || (right === 'delete' && goesAtEnd(table))
    ? 0
    : expect.stringMatching(denied);

describe('the tables', () => {
  it('with a tenant are those that are tested here', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'tenant_id' order by relname`,
    );
    expect(rows.map((row) => row.name)).toEqual(tables);
  });

  it('have the tenant first in every key and in every reference between them', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ constraint: string; first: string }>(
      `select conrelid::regclass || '.' || conname as constraint, attname as first
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where connamespace = 'public'::regnamespace and conrelid::regclass::text = any($1)
         and (contype in ('p', 'u')
           or (contype = 'f' and confrelid <> all(array['tenants', 'modes', 'causes', 'payouts', 'subscription_variants']::regclass[])))`,
      [tables],
    );
    expect(rows.length).toBeGreaterThan(tables.length);
    expect(rows.filter((row) => row.first !== 'tenant_id')).toEqual([]);
  });

  it('let the program do what is listed here and no more', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ name: string; granted: string[] }>(
      `select table_name as name, array_agg(lower(privilege_type)) as granted
       from information_schema.role_table_grants where grantee = 'quillshelf_app' group by table_name`,
    );
    const granted = Object.fromEntries(rows.map((row) => [row.name, row.granted.toSorted()]));
    expect(granted).toEqual({
      ...Object.fromEntries(
        Object.entries(rights).map(([name, list]) => [
          name,
          [...list, ...(goesAtEnd(name) ? ['delete'] : [])].toSorted(),
        ]),
      ),
      tenants: ['delete', 'insert', 'select', 'update'],
      installation: ['select'],
      modes: ['insert', 'select', 'update'],
      mode_pictures: ['insert', 'select'],
      bank_accounts: ['delete', 'insert', 'select', 'update'],
      causes: ['insert', 'select', 'update'],
      cause_pictures: ['insert', 'select'],
      cause_updates: ['insert', 'select'],
      cause_sums: ['insert', 'select', 'update'],
      cause_totals: ['insert', 'select', 'update'],
      mail_suppressions: ['delete', 'insert', 'select', 'update'],
      payout_proofs: ['insert', 'select'],
      payouts: ['insert', 'select', 'update'],
      seller: ['insert', 'select', 'update'],
      shop_codes: ['insert', 'select'],
      subscription_plans: ['delete', 'insert', 'select', 'update'],
      subscription_rules: ['insert', 'select', 'update'],
      subscription_variants: ['delete', 'insert', 'select', 'update'],
      tax_rates: ['delete', 'insert', 'select', 'update'],
      watched_words: ['delete', 'insert', 'select'],
    });
  });

  it('are all that there is: the program makes none, and empties none', async () => {
    const { database } = world.context;
    await expect(sql`create table public.mine (id int)`.execute(database)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`truncate users`.execute(database)).rejects.toThrow('permission denied');
    await expect(sql`alter table users disable row level security`.execute(database)).rejects.toThrow(
      'must be owner',
    );
    await expect(sql`set role postgres`.execute(database)).rejects.toThrow(
      /permission denied|does not exist/u,
    );
    await expect(sql`select * from migrations`.execute(database)).rejects.toThrow('permission denied');
  });
});

describe.each(cases)('%s', (table) => {
  it('shows the own rows and none of the other school’s', async () => {
    expect(await attempt(count(table, ours))).toBeGreaterThan(0);
    expect(await attempt(count(table, theirs))).toBe(0);
  });

  it('shows nothing where no tenant is set, nor to the platform’s scope but the books that it reads, nor while a host is looked up', async () => {
    const open = (work: (transaction: TenantTransaction) => Promise<void>) =>
      world.context.database.transaction().execute(work);
    for (const within of [open, asThePlatform, asAHost]) {
      const isRead = within === asThePlatform && readByPlatform.includes(table);
      const most = isRead ? expect.toSatisfy((rows) => Number(rows) > 0) : 0;
      expect(await attempt(count(table, ours), within)).toEqual(most);
      expect(await attempt(count(table, theirs), within)).toEqual(most);
    }
  });

  it('is changed by no scope of the platform', async () => {
    const statement = sql`update ${sql.table(table)} set tenant_id = tenant_id where tenant_id = ${theirs}`;
    expect(await attempt(touch(statement), asThePlatform)).toEqual(refusedHere('update', table));
  });

  it('takes no row for the other school', async () => {
    const row = await rowOf(table, theirs);
    expect(await attempt(touch(insertAgain(table, row)))).toMatch(denied);
    expect(await attempt(touch(insertAgain(table, row)), asThePlatform)).toMatch(denied);
  });

  it('changes no row of the other school, and gives none away to it', async () => {
    const change = (tenantId: string, to: string) =>
      touch(sql`update ${sql.table(table)} set tenant_id = ${to} where tenant_id = ${tenantId}`);
    expect(await attempt(change(theirs, theirs))).toEqual(refusedHere('update', table));
    expect(await attempt(change(theirs, ours))).toEqual(refusedHere('update', table));
    expect(await attempt(change(ours, theirs))).toMatch(denied);
  });

  it('loses no row of the other school', async () => {
    const statement = sql`delete from ${sql.table(table)} where tenant_id = ${theirs}`;
    expect(await attempt(touch(statement))).toEqual(refusedHere('delete', table));
  });

  it('does with the own rows what it has to', async () => {
    if (rights[table]?.includes('update')) {
      const change = sql`update ${sql.table(table)} set tenant_id = tenant_id where tenant_id = ${ours}`;
      expect(await attempt(touch(change))).toBeGreaterThan(0);
    }
    if (rights[table]?.includes('delete')) {
      const own = sql`delete from ${sql.table(table)} where tenant_id = ${ours}`;
      // They go with a tenant that nobody set up (registration.test.ts), and in no other way.
      if (table === 'users' || table === 'tenant_keys') expect(await attempt(touch(own))).toBe(0);
      else expect(await attempt(touch(own))).toBeGreaterThan(0);
    }
    if (goesAtEnd(table)) {
      const own = sql`delete from ${sql.table(table)} where tenant_id = ${ours}`;
      expect(await attempt(touch(own))).toBe(0);
    }
    // A row that stands there already is refused for that reason alone: the wall lets it through.
    const row = await rowOf(table, ours);
    // Of a closing the program writes named columns.
    const refusal = rights[table]?.includes('insert') === true ? /duplicate key/u : denied;
    expect(await attempt(touch(insertAgain(table, row)))).toMatch(refusal);
  });
});

describe('the rows of tenants', () => {
  const names = async (within: typeof asUs) => {
    let found: (string | null)[] = [];
    await within(async (transaction) => {
      found = (await transaction.selectFrom('tenants').select('subdomain').execute()).map(
        (row) => row.subdomain,
      );
    });
    return found;
  };

  it('are shown one at a time: the own, or the one whose host was asked for', async () => {
    expect(await names(asUs)).toEqual(['greenfield']);
    expect(await names(asAHost)).toEqual(['riverside']);
    expect((await names(asThePlatform)).length).toBeGreaterThan(3);
    const open = (work: (transaction: TenantTransaction) => Promise<void>) =>
      world.context.database.transaction().execute(work);
    expect(await names(open)).toEqual([]);
  });

  it('can be changed by their own school alone, and not through a host', async () => {
    const rename = (id: string) => touch(sql`update tenants set school_name = 'Renamed' where id = ${id}`);
    expect(await attempt(rename(ours))).toBe(1);
    expect(await attempt(rename(theirs))).toBe(0);
    expect(await attempt(rename(theirs), asAHost)).toBe(0);
    for (const within of [asUs, asThePlatform])
      expect(await attempt(touch(sql`delete from tenants`), within)).toBe(0);
  });
});

describe('a letter that came back', () => {
  it('says whose it is, and nothing more of another school is seen', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      'select id from email_messages where tenant_id = $1 limit 1',
      [theirs],
    );
    const letter = rows[0]?.id ?? '';
    for (const within of [asUs, asThePlatform])
      await within(async (transaction) => {
        const { rows: found } = await sql<{ tenant: string }>`
          select tenant_of_letter(${letter}::uuid) as tenant`.execute(transaction);
        expect(found).toEqual([{ tenant: theirs }]);
        const seen = await sql`select 1 from email_messages where id = ${letter}::uuid`.execute(transaction);
        expect(seen.rows).toEqual([]);
      });
  });
});

describe('an address that is not written to', () => {
  it('is remembered by every school, and lifted by the platform alone', async () => {
    const values = "(address_mac, reason, since) values (sha256('x'), 'returned', now())";
    const add = touch(sql`insert into mail_suppressions ${sql.raw(values)}`);
    expect(await attempt(add)).toBe(1);
    await world.testDatabase.administrator.query(`insert into mail_suppressions ${values}`);
    const lift = touch(sql`delete from mail_suppressions where address_mac = sha256('x')`);
    expect(await attempt(lift)).toBe(0);
    expect(await attempt(lift, asThePlatform)).toBe(1);
    await world.testDatabase.administrator.query(
      "delete from mail_suppressions where address_mac = sha256('x')",
    );
  });
});

describe('what the platform offers to all schools', () => {
  const some = (table: string) => async (transaction: TenantTransaction) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      transaction,
    );
    return rows[0]?.count ?? -1;
  };

  it('is read by every school, and written by none', async () => {
    expect(await attempt(some('modes'))).toBeGreaterThan(3);
    expect(await attempt(touch(sql`update modes set name = 'Ours'`))).toBe(0);
    expect(
      await attempt(
        touch(sql`insert into modes (id, position, name, image)
          values (gen_random_uuid(), 900, 'Ours', '/ours.svg')`),
      ),
    ).toMatch(denied);
    expect(
      await attempt(
        touch(sql`insert into mode_pictures (sha256, content, created_at) values ('x', 'x', now())`),
      ),
    ).toMatch(denied);
    for (const change of [sql`delete from modes`, sql`delete from mode_pictures`, sql`delete from causes`])
      for (const within of [asUs, asThePlatform])
        expect(await attempt(touch(change), within)).toMatch(denied);
  });
});

describe('a cause', () => {
  const insert = (owner: string | null, state: string) =>
    touch(sql`insert into causes (id, owner_id, state, name, slug, search_text)
      values (gen_random_uuid(), ${owner}, ${state}, 'Ours', gen_random_uuid()::text, 'ours')`);
  const put = (set: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
    touch(sql`update causes set ${set} where ${where}`);

  it('is named by a school as its own draft, and opened by the platform alone', async () => {
    const { id: us } = world.greenfield.tenant;
    const { id: them } = world.riverside.tenant;
    for (const [owner, state] of [
      [null, 'open'],
      [null, 'draft'],
      [them, 'draft'],
      [us, 'open'],
    ] as const)
      expect(await attempt(insert(owner, state))).toMatch(denied);
    expect(await attempt(insert(us, 'draft'))).toBe(1);
    expect(await attempt(insert(them, 'draft'), asThePlatform)).toBe(1);
    expect(await attempt(put(sql`summary = 'x'`, sql`owner_id = ${them}`))).toBe(0);
    expect(await attempt(put(sql`state = 'open'`, sql`owner_id = ${us} and state = 'draft'`))).toMatch(
      denied,
    );
    expect(await attempt(put(sql`owner_id = ${them}`, sql`owner_id = ${us}`))).toMatch(denied);
    expect(await attempt(put(sql`state = 'paused'`, sql`owner_id = ${us} and state = 'open'`))).toBe(1);
    const drafts = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from causes where state = 'draft'`.execute(transaction);
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(drafts)).toBe(1);
    expect(await attempt(drafts, asThePlatform)).toBe(2);
    const sums = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from cause_sums`.execute(
        transaction,
      );
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(sums)).toBe(1);
    expect(await attempt(sums, asThePlatform)).toBe(2);
    const change = touch(sql`update cause_sums set raised = 0`);
    expect(await attempt(change)).toBe(1);
    expect(await attempt(change, asThePlatform)).toBe(0);
    const totals = touch(
      sql`insert into cause_totals (cause_id, currency, is_test, raised, copies)
        select id, 'EUR', true, 1, 1 from causes limit 1`,
    );
    expect(await attempt(totals)).toMatch(denied);
    expect(await attempt(totals, asThePlatform)).toBe(1);
  });
});

describe('a plan', () => {
  it('is read by every school, and made, changed and required by the platform alone', async () => {
    const plans = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from subscription_variants join subscription_plans as plan on plan.id = plan_id`.execute(
        transaction,
      );
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(plans)).toBe(2);
    const cheaper = touch(sql`update subscription_variants set seat_price = 0`);
    const renamed = touch(sql`update subscription_plans set description = 'x'`);
    const required = touch(
      sql`insert into subscription_rules (required_since, updated_at) values (null, now())`,
    );
    const made = touch(
      sql`insert into subscription_plans (id, name, created_at, updated_at) values (gen_random_uuid(), 'x', now(), now())`,
    );
    for (const change of [cheaper, renamed]) {
      expect(await attempt(change)).toBe(0);
      expect(await attempt(change, asThePlatform)).toBe(2);
    }
    for (const change of [required, made]) {
      expect(await attempt(change)).toMatch(denied);
      expect(await attempt(change, asThePlatform)).toBe(1);
    }
  });
});

describe('a payout', () => {
  it('is the platform’s: all read those that were sent to causes, a school those to itself, and none writes', async () => {
    const read = async (transaction: TenantTransaction) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from payouts`.execute(
        transaction,
      );
      return rows[0]?.count ?? -1;
    };
    expect(await attempt(read)).toBe(3);
    expect(await attempt(read, asThePlatform)).toBe(6);
    const change = touch(sql`update payouts set amount = 1`);
    expect(await attempt(change)).toBe(0);
    expect(await attempt(change, asThePlatform)).toBe(6);
    const make = touch(sql`insert into payouts (id, school_id, up_to, currency, is_test, made_by, made_at)
      values (gen_random_uuid(), ${ours}, '2026-11-26', 'INR', true, 'Ada', now())`);
    expect(await attempt(make)).toMatch(denied);
    expect(await attempt(make, asThePlatform)).toBe(1);
    const prove = touch(sql`insert into payout_proofs (payout_id, sha256, content, created_at)
      select id, sha256('x'), 'x', now() from payouts limit 1`);
    expect(await attempt(prove)).toMatch(denied);
    expect(await attempt(prove, asThePlatform)).toBe(1);
  });
});

describe('a link between a school and an organization', () => {
  it('is read by both sides and changed by the organization alone', async () => {
    const organization = world.organization.tenant.id;
    expect(await attempt(count('organization_schools', organization))).toBe(1);
    const cut = touch(sql`delete from organization_schools where tenant_id = ${organization}`);
    const confirm = touch(
      sql`update organization_schools set confirmed_at = now() where tenant_id = ${organization}`,
    );
    expect(await attempt(cut)).toBe(0);
    expect(await attempt(confirm)).toBe(0);
    const asTheOrganization: typeof asUs = (work) => inTenant(world.context.database, organization, work);
    expect(await attempt(confirm, asTheOrganization)).toBe(1);
  });

  it('shows the organization no row of the school, and its name once both sides said so', async () => {
    const organization = world.organization.tenant.id;
    const asTheOrganization: typeof asUs = (work) => inTenant(world.context.database, organization, work);
    const school = async (transaction: TenantTransaction) =>
      (await transaction.selectFrom('tenants').select('id').where('id', '=', ours).execute()).length;
    const names = async (transaction: TenantTransaction) =>
      (await listLinked(transaction, organization)).filter(({ id }) => id === ours).length;
    const doubt = sql`update organization_schools set confirmed_at = null`;
    expect(await attempt(school, asTheOrganization)).toBe(0);
    expect(await attempt(count('users', ours), asTheOrganization)).toBe(0);
    expect(await attempt(names, asTheOrganization)).toBe(1);
    expect(
      await attempt(async (transaction) => {
        await doubt.execute(transaction);
        return await names(transaction);
      }, asTheOrganization),
    ).toBe(0);
  });
});

describe('going to another tenant in the middle of a transaction', () => {
  const schools = async (transaction: TenantTransaction) =>
    (await transaction.selectFrom('users').select('tenant_id').distinct().execute()).map(
      (row) => row.tenant_id,
    );

  it('shows the other one alone while there, and the own one alone again afterwards', async () => {
    await asUs(async (transaction) => {
      expect(await schools(transaction)).toEqual([ours]);
      expect(await elsewhere(transaction, theirs, () => schools(transaction))).toEqual([theirs]);
      expect(await schools(transaction)).toEqual([ours]);
      expect(await elsewhere(transaction, null, () => schools(transaction))).toEqual([]);
      expect(await schools(transaction)).toEqual([ours]);
    });
  });

  it('comes back where something went wrong there', async () => {
    await asUs(async (transaction) => {
      const failing = elsewhere(transaction, theirs, async () => {
        throw new RollBack('on the way');
      });
      await expect(failing).rejects.toThrow('on the way');
      expect(await schools(transaction)).toEqual([ours]);
    });
  });

  it('is what counting in several does, for those that are named', async () => {
    await asUs(async (transaction) => {
      const { rows } = await sql<{ tenant_id: string; classes: number }>`
        select * from count_in_tenants(${[theirs, ours]}::uuid[], now())`.execute(transaction);
      expect(rows.map(({ tenant_id, classes }) => [tenant_id, classes])).toEqual([
        [theirs, 2],
        [ours, 2],
      ]);
      expect(await schools(transaction)).toEqual([ours]);
    });
  });
});

describe('a guest', () => {
  it('has no name to sign in with, and others have one', async () => {
    const insert = (values: string) =>
      touch(
        sql`insert into users (tenant_id, id, role, first_name, last_name, email, username, home_tenant_id, home_user_id)
            values (${ours}, gen_random_uuid(), 'school_admin', 'A', 'Guest', ${sql.raw(values)})`,
      );
    const home = `'${world.organization.tenant.id}', '${world.organization.admin.id}'`;
    expect(await attempt(insert(`null, null, ${home}`))).toBe(1);
    for (const values of [
      `'a@b.test', null, ${home}`,
      `null, 'a-name', ${home}`,
      'null, null, null, null',
      `'a@b.test', null, '${world.organization.tenant.id}', null`,
    ]) {
      expect(await attempt(insert(values)), values).toMatch(/violates check constraint/u);
    }
  });
});

describe('the work scope', () => {
  const asWork = (work: (transaction: TenantTransaction) => Promise<void>) =>
    inWorkScope(world.context.database, work);

  it('reads tasks that wait in any school, and not those that ended', async () => {
    expect(await attempt(count('tasks', ours), asWork)).toBe(1);
    expect(await attempt(count('tasks', theirs), asWork)).toBe(1);
    const done = sql`update tasks set state = 'done', finished_at = now()`;
    expect(
      await attempt(async (transaction) => {
        await done.execute(transaction);
        await sql`select set_config('app.scope', 'work', true), set_config('app.tenant_id', '', true)`.execute(
          transaction,
        );
        return await count('tasks', ours)(transaction);
      }),
    ).toBe(0);
  });

  it('changes nothing and sees nothing else', async () => {
    const change = touch(sql`update tasks set attempts = 9`);
    const loss = touch(sql`delete from tasks`);
    expect(await attempt(change, asWork)).toBe(0);
    expect(await attempt(loss, asWork)).toBe(0);
    for (const table of tables.filter((name) => name !== 'tasks')) {
      expect(await attempt(count(table, ours), asWork), table).toBe(0);
    }
    const tenants = async (transaction: TenantTransaction) =>
      (await transaction.selectFrom('tenants').select('id').execute()).length;
    expect(await attempt(tenants, asWork)).toBe(0);
  });
});

describe('a reference to the other school’s row', () => {
  it('is refused although the row is there: a class’s teacher, a place in a class, a work’s author', async () => {
    const { greenfield, riverside } = world;
    const references = [
      sql`insert into class_teachers (tenant_id, school_class_id, teacher_id)
          values (${ours}, ${greenfield.ownClass.id}, ${riverside.teacher.id})`,
      sql`insert into class_teachers (tenant_id, school_class_id, teacher_id)
          values (${ours}, ${riverside.ownClass.id}, ${greenfield.teacher.id})`,
      sql`insert into enrollments (tenant_id, school_class_id, student_id)
          values (${ours}, ${greenfield.ownClass.id}, ${riverside.students[0]?.id})`,
      sql`insert into works (tenant_id, id, kind, author_id, title)
          values (${ours}, ${randomUUID()}, 'book', ${riverside.student.id}, 'Stolen')`,
      sql`insert into sessions (tenant_id, id, user_id) values (${ours}, ${randomUUID()}, ${riverside.teacher.id})`,
    ];
    for (const reference of references) {
      expect(await attempt(touch(reference))).toMatch(/violates foreign key constraint/u);
    }
  });
});

describe('a connection that was used', () => {
  it('remembers no tenant', async () => {
    const { database } = world.context;
    await Promise.all(Array.from({ length: 20 }, () => inTenant(database, ours, count('users', ours))));
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => database.selectFrom('users').select('id').execute()),
    );
    expect(seen.flat()).toEqual([]);
  });
});

describe('after all this', () => {
  it('nothing in the database is different', async () => {
    expect(await fingerprint()).toEqual(atFirst);
  });
});
