import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import {
  elsewhere,
  inWorkScope,
  inPlatformScope,
  inTenant,
  type TenantTransaction,
} from '#server/platform/database.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { makeRequests } from '../support/requests.ts';
import { SigningTablet } from '../support/grants.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { makeEmailLinks, makeInvitations } from '../support/member-links.ts';
import { makeVisitLinks } from '../support/visits.ts';
import { fillShelf } from '../support/shelf.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';

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
  chapters: ['select', 'insert', 'update', 'delete'],
  class_teachers: ['select', 'insert', 'update', 'delete'],
  community_passwords: ['select', 'insert', 'update'],
  content_choices: ['select', 'insert', 'update', 'delete'],
  content_drafts: ['select', 'insert', 'update', 'delete'],
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
  failed_guesses: ['select', 'insert', 'update', 'delete'],
  findings: ['select', 'insert', 'update'],
  guardian_permissions: ['select', 'insert', 'update'],
  idempotency_keys: ['select', 'insert', 'update', 'delete'],
  import_jobs: ['select', 'insert', 'update'],
  import_rows: ['select', 'insert', 'update'],
  invitations: ['select', 'insert', 'update', 'delete'],
  login_cards: ['select', 'insert', 'update'],
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
  platform_days: ['select', 'insert', 'update', 'delete'],
  push_grants: ['select', 'insert', 'update', 'delete'],
  reactions: ['select', 'insert', 'update', 'delete'],
  reader_settings: ['select', 'insert', 'update'],
  readings: ['select', 'insert', 'update'],
  refresh_tokens: ['select', 'insert', 'update', 'delete'],
  refund_lines: ['select', 'insert'],
  refunds: ['select', 'insert', 'update'],
  registrations: ['select', 'insert', 'update', 'delete'],
  requests: ['select', 'insert', 'update', 'delete'],
  resource_categories: ['select', 'insert', 'delete'],
  resource_files: ['select', 'insert', 'update', 'delete'],
  resources: ['select', 'insert', 'update', 'delete'],
  review_comments: ['select', 'insert'],
  school_classes: ['select', 'insert', 'update'],
  school_invitations: ['select', 'insert', 'update', 'delete'],
  scope_changes: ['select', 'insert', 'update'],
  scope_versions: ['select', 'insert', 'update'],
  sent_pictures: ['select', 'insert'],
  sessions: ['select', 'insert', 'update'],
  shops: ['select', 'insert', 'update'],
  stored_files: ['select', 'insert', 'delete'],
  students: ['select', 'insert', 'update'],
  subscription_orders: ['select', 'insert', 'update'],
  subscriptions: ['select', 'insert', 'update'],
  sync_calls: ['select', 'insert', 'delete'],
  sync_clients: ['select', 'insert', 'update'],
  tasks: ['select', 'insert', 'update', 'delete'],
  tenant_days: ['select', 'insert', 'update'],
  tenant_keys: ['select', 'insert', 'delete'],
  tenant_logos: ['select', 'insert', 'update', 'delete'],
  tenant_numbers: ['select', 'insert', 'update'],
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
  work_reports: ['select', 'insert', 'update'],
  work_reviews: ['select', 'insert'],
  work_revisions: ['select', 'insert', 'delete'],
  work_texts: ['select', 'insert', 'update', 'delete'],
  work_watch: ['select', 'insert', 'update'],
  works: ['select', 'insert', 'update'],
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
];
const tables = Object.keys(rights);
const cases = tables.map((table) => [table] as const);

beforeAll(async () => {
  world = await openApiWorld();
  const { greenfield, riverside } = world;
  ours = greenfield.tenant.id;
  theirs = riverside.tenant.id;
  for (const school of [greenfield, riverside]) await fillEveryTable(school);
  fingerprint = await fingerprinter(world.testDatabase.administrator);
  atFirst = await fingerprint();
});

afterAll(() => world.close());

/** Rows in the tables that the making of a school leaves empty. */
async function fillEveryTable(school: typeof world.greenfield): Promise<void> {
  const { administrator } = world.testDatabase;
  const { id } = school.tenant;
  const { story } = await fillShelf(world.context, school);
  await administrator.query(
    `with chapter as (select * from chapters where tenant_id = $1 and work_id = $2),
      version as (
        insert into work_revisions (tenant_id, id, work_id, part, part_id, revision, content, made_at)
        select tenant_id, gen_random_uuid(), work_id, 'chapter', id, 2, '{}', now() from chapter returning *
      ), beside as (
        insert into diverged_versions (tenant_id, chapter_id, version) select tenant_id, part_id, id from version
      ), review as (
        insert into work_reviews (tenant_id, id, work_id, action, made_by, made_at)
        values ($1, gen_random_uuid(), $2, 'approved', $3, now()) returning *
      )
     insert into review_comments (tenant_id, id, review_id, chapter_id, text)
     select $1, gen_random_uuid(), review.id, chapter.id, 'Well done' from review, chapter`,
    [id, story.id, school.teacher.id],
  );
  await administrator.query(
    `insert into sent_pictures (tenant_id, work_id, sha256, sent_at)
     select tenant_id, $2, sha256, now() from assets where tenant_id = $1 limit 1`,
    [id, story.id],
  );
  await administrator.query(
    `insert into work_reports (tenant_id, id, work_id, reason, reported_at)
     values ($1, gen_random_uuid(), $2, 'other', now())`,
    [id, story.id],
  );
  await administrator.query(
    `with copy as (
        insert into work_copies (tenant_id, client_id, work_id) values ($1, gen_random_uuid(), $2)
      )
     insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since)
     values ($1, $2, 'story', 'waiting', '{other}', 1, 10, now())`,
    [id, story.id],
  );
  await administrator.query(
    `with resource as (
        insert into resources (tenant_id, id, title, audience, licence, search_text, created_by, created_at, updated_at)
        values ($1, gen_random_uuid(), 'Fractions', 'staff', 'own', 'fractions', $2, now(), now()) returning *
      ), file as (
        insert into resource_files (tenant_id, resource_id, media_type, sha256, content)
        select tenant_id, id, 'application/pdf', sha256('x'), 'x' from resource
      )
     insert into resource_categories (tenant_id, resource_id, category_id)
     select $1, resource.id, category.id from resource, categories as category
     where category.tenant_id = $1 limit 1`,
    [id, school.teacher.id],
  );
  await administrator.query(
    `with offer as (
        insert into book_offers (tenant_id, id, name, email, ticket_hash, token_hash, asked_at, ends_at)
        values ($1, gen_random_uuid(), 'Ada', 'ada@example.org', sha256('x'), sha256('y'), now(), now()) returning *
      )
     insert into book_offer_pages (tenant_id, offer_id, sha256, media_type, width, height, content)
     select $1, id, sha256('x'), 'image/png', 1, 1, 'x' from offer`,
    [id],
  );
  await administrator.query(
    `with page as (
        insert into content_pages (tenant_id, id, kind, slug, shared, created_at)
        values ($1, gen_random_uuid(), 'page', 'about', false, now()) returning *
      ), version as (
        insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
        select tenant_id, id, 'en', 1, false, '{}', '[]', '', now(), now() from page
      ), draft as (
        insert into content_drafts (tenant_id, page_id, language, head, blocks, updated_by, updated_at)
        select tenant_id, id, 'en', '{}', '[]', $2, now() from page
      )
     insert into content_choices (tenant_id, page_id, choice) values ($1, gen_random_uuid(), 'hidden')`,
    [id, school.teacher.id],
  );
  await makeRequests(world, school, { count: 1 });
  const reader = await world.as(school.student);
  await world.call(reader, readingEndpoints.reach, {
    params: { workId: story.id },
    body: { round: 1, reached: 1 },
  });
  await world.call(reader, readingEndpoints.choose, { body: usualSettings });
  await administrator.query(
    'insert into cart_lines (tenant_id, user_id, work_id, added_at) values ($1, $2, $3, now())',
    [id, school.teacher.id, story.id],
  );
  await administrator.query('insert into organization_schools (tenant_id, school_id) values ($1, $2)', [
    id,
    world.platform.id,
  ]);
  await fillBooksOfMoney(school);
  await administrator.query(
    "insert into tenant_logos (tenant_id, sha256, content) values ($1, sha256('x'), 'x')",
    [id],
  );
  await administrator.query(
    `with numbers as (
        insert into tenant_numbers (
          tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of
        ) values ($1, 1, 1, 1, 1, 1, 0, 1, 1, 1, now())
      ), platform as (
        insert into platform_days (tenant_id, metric, day, value) values ($1, 'sign_ins', current_date, 1)
      )
     insert into tenant_days (tenant_id, day, students, staff, active, sign_ins, published)
     values ($1, current_date, 1, 1, 1, 1, 0)`,
    [id],
  );
  await administrator.query(
    'insert into mode_locks (tenant_id, mode_id, locked_at) select $1, id, now() from modes limit 1',
    [id],
  );
  await administrator.query('insert into tutorials_seen (tenant_id, user_id, key) values ($1, $2, $3)', [
    id,
    school.teacher.id,
    'stories',
  ]);
  await world.refusal({ host: school.host, access: null }, identityEndpoints.signIn, {
    body: { username: 'nobody', password: 'nothing' },
  });
  const teacher = await world.as(school.teacher);
  const imported = await world.request(
    teacher,
    'POST',
    `/api/class/${school.ownClass.id}/imports/${randomUUID()}/rows/`,
    {
      body: {
        file_name: 'list.csv',
        row_count: 1,
        rows: [{ id: randomUUID(), row: 2, first_name: 'Ada', last_name: 'Hill' }],
      },
    },
  );
  const outbox = new TestOutbox();
  const { status } = await world.request(teacher, 'POST', '/api/sync/push/', {
    body: {
      client_id: outbox.client_id,
      user_id: school.teacher.id,
      calls: outbox.number(queue.updatePrivacy(school.student.id, 'community')),
    },
  });
  const keyed = await world.request(teacher, 'PUT', `/api/student-privacy-update/${school.student.id}/`, {
    body: { privacy_preference: 'public' },
    headers: { 'idempotency-key': randomUUID() },
  });
  const report = deviceReport();
  const reported = await world.request(teacher, 'POST', '/api/sync/device-report/', { body: report });
  const prepared = await world.request(teacher, 'POST', '/api/devices/prepare/', {
    body: { device_id: report.device_id, school_class_ids: [school.ownClass.id] },
  });
  expect([imported.status, status, keyed.status, reported.status, prepared.status]).toEqual([
    200, 200, 200, 200, 200,
  ]);
  const card = await world.request(teacher, 'POST', `/api/student/${school.student.id}/login-cards/`);
  const shown = await world.request(
    teacher,
    'GET',
    `/api/v1/teacher/student-login-info/${school.ownClass.id}/`,
  );
  expect([card.status, shown.status]).toEqual([200, 200]);
  await world.call({ host: school.host, access: null }, passwordEndpoints.askReset, {
    body: { email: school.teacher.email },
  });
  await administrator.query(
    `insert into email_events (tenant_id, message_id, id, at, kind)
     select tenant_id, id, gen_random_uuid(), now(), 'deferred' from email_messages where tenant_id = $1 limit 1`,
    [id],
  );
  await new SigningTablet().grantFor(world, school.student);
  await makeVisitLinks(world, school, 1);
  await administrator.query(
    `insert into visit_overrides (tenant_id, id, school_id, asked_by, wants, reason, asked_at)
     values ($1, gen_random_uuid(), $1, $2, 'look', 'To look', now())`,
    [id, school.schoolAdmin.id],
  );
  await administrator.query(
    `insert into visit_requests (tenant_id, id, guest_id, wants, reason, asked_at)
     select tenant_id, gen_random_uuid(), id, 'look', 'To look', now() from users
     where tenant_id = $1 and home_user_id is not null limit 1`,
    [id],
  );
  await makeInvitations(world, school, 1);
  await makeEmailLinks(world, school, 1);
  await administrator.query(
    `insert into registrations (tenant_id, id, email, asked_from, registered_id, created_at)
     values ($1, gen_random_uuid(), 'office@school.test', 'network', gen_random_uuid(), now())`,
    [id],
  );
  await administrator.query(
    `insert into school_invitations (tenant_id, id, email, token_hash, invited_by, created_at, sent_at, expires_at)
     values ($1, gen_random_uuid(), 'office@school.test', sha256('x'), $2, now(), now(), now())`,
    [id, school.schoolAdmin.id],
  );
  await administrator.query(
    `insert into stored_files (tenant_id, sha256, media_type, content)
     values ($1, decode(repeat('ab', 32), 'hex'), 'image/webp', 'picture')`,
    [id],
  );
  await administrator.query(
    `insert into parked_calls (tenant_id, id, user_id, device_id, mutation_id, seq, name, call, reason)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), 1, 'students.rename', '{}', 'archived')`,
    [id, school.student.id],
  );
}

/** An order that was paid, and part of it given back. */
async function fillBooksOfMoney({ tenant, schoolAdmin }: typeof world.greenfield): Promise<void> {
  await world.testDatabase.administrator.query(
    `with shop as (
        insert into shops (tenant_id, currency, digital_price, code, updated_at)
        values ($1, 'EUR', 400, 'GRN', now())
      ), made as (
        insert into orders (tenant_id, id, token, number, kind, currency, total, is_test, fingerprint, terms_version, origin, placed_at, lapses_at)
        values ($1, gen_random_uuid(), repeat('a', 22), 'GRN-1', 'shop', 'EUR', 400, true, sha256('x'), '1', 'http://x', now(), now()) returning *
      ), line as (
        insert into order_lines (tenant_id, id, order_id, place, kind, title, quantity, unit_price, amount, tax_rate_bp)
        select tenant_id, gen_random_uuid(), id, 0, 'digital', 'The hen', 1, 400, 400, 0 from made returning *
      ), certificate as (
        insert into certificates (tenant_id, id, public_id, kind, name, facts, order_id, line_id, issued_at)
        select tenant_id, gen_random_uuid(), repeat('a', 22), 'giving', 'A giver', '{}', order_id, id, now() from line
      ), share as (
        insert into order_shares (tenant_id, line_id, party, amount) select tenant_id, id, 'school', 400 from line
      ), code as (
        insert into order_codes (tenant_id, order_id, code_hash, ends_at) select tenant_id, id, sha256('x'), now() from made
      ), series as (
        insert into document_series (tenant_id, type, year, is_test, last) values ($1, 'order', 2026, true, 1)
      ), document as (
        insert into documents (tenant_id, id, token, type, year, is_test, serial, number, order_id, body, sha256, issued_at)
        select tenant_id, gen_random_uuid(), repeat('a', 22), 'order', 2026, true, 1, 'GRN-O26-00001', id, '{}', sha256('x'), now()
        from made
      ), event as (
        insert into track_events (tenant_id, id, order_id, kind, happened_at)
        select tenant_id, gen_random_uuid(), id, 'placed', now() from made
      ), payment as (
        insert into payments (tenant_id, id, order_id, provider, attempt, currency, amount, begun_at)
        select tenant_id, gen_random_uuid(), id, 'stripe', 1, 'EUR', 400, now() from made returning *
      ), received as (
        insert into payment_events (tenant_id, provider, event_id, kind, payment_id, received_at)
        select tenant_id, 'stripe', 'evt_1', 'checkout.session.completed', id, now() from payment
      ), refund as (
        insert into refunds (tenant_id, id, payment_id, amount, origin, state, asked_by, asked_at)
        select tenant_id, gen_random_uuid(), id, 100, 'staff', 'asked', $2, now() from payment returning *
      ), refunded as (
        insert into refund_lines (tenant_id, refund_id, line_id, amount)
        select line.tenant_id, refund.id, line.id, 100 from refund, line
      ), recorded as (
        insert into bank_transfers (tenant_id, id, payment_id, direction, amount, happened_on, bank_reference, recorded_at)
        select tenant_id, gen_random_uuid(), id, 'in', 400, '2026-11-26', 'B1', now() from payment
      ), transfer as (
        insert into transfers (tenant_id, key, debit, credit, currency, amount, is_test, made_at)
        values ($1, 'capture', 'clearing.stripe', 'school', 'EUR', 400, true, now())
      )
     insert into findings (tenant_id, id, kind, subject, found_at) values ($1, gen_random_uuid(), 'other_amount', 'x', now())`,
    [tenant.id, schoolAdmin.id],
  );
  await world.testDatabase.administrator.query(
    `with plan as (
        insert into subscription_plans (id, name, created_at, updated_at)
        values (gen_random_uuid(), $1::text, now(), now()) returning *
      ), variant as (
        insert into subscription_variants (id, plan_id, period, currency, seat_price, seat_minimum, trial_days, is_offered, created_at, updated_at)
        select gen_random_uuid(), id, 'year', 'EUR', 300, 1, 0, true, now(), now() from plan returning *
      ), held as (
        insert into subscriptions (tenant_id, id, variant_id, seats, state, anchor_day, period_start, period_end, billing, origin, fingerprint, created_at)
        select $1::uuid, gen_random_uuid(), id, 30, 'active', 1, '2026-01-01', '2026-12-31', '{}', 'http://x', sha256('x'), now()
        from variant returning *
      )
     insert into subscription_orders (tenant_id, order_id, subscription_id, purpose, variant_id, seats, period_start, period_end)
     select held.tenant_id, made.id, held.id, 'period', held.variant_id, 30, '2026-01-01', '2026-12-31'
     from held join orders as made on made.tenant_id = $1::uuid`,
    [tenant.id],
  );
  await world.testDatabase.administrator.query(
    `with cause as (
        insert into causes (id, owner_id, state, name, slug, search_text, opened_at)
        select gen_random_uuid(), $1, state, 'One', gen_random_uuid()::text, 'one', case state when 'open' then now() end
        from unnest(array['draft', 'open']) as state returning *
      )
     insert into cause_sums (school_id, cause_id, currency, is_test, raised, copies)
     select owner_id, id, 'EUR', true, 400, 1 from cause where state = 'open'`,
    [tenant.id],
  );
  await world.testDatabase.administrator.query(
    `with payout as (
        insert into payouts (id, cause_id, school_id, up_to, currency, is_test, state, sent_on, made_by, made_at)
        select gen_random_uuid(), case each.to_cause when true then cause.id end, case each.to_cause when false then $1::uuid end,
          '2026-11-26', 'EUR', true, each.state, case each.state when 'sent' then '2026-11-26'::date end, 'Ada', now()
        from causes as cause, (values (true, 'prepared'), (true, 'sent'), (false, 'sent')) as each (to_cause, state)
        where cause.owner_id = $1 and cause.state = 'open' returning *
      )
     insert into payout_parts (tenant_id, payout_id, cause_id, currency, is_test, made_at)
     select $1, id, cause_id, 'EUR', true, now() from payout where cause_id is not null`,
    [tenant.id],
  );
}

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
  rights[table]?.includes(right) ? 0 : expect.stringMatching(denied);

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
      ...Object.fromEntries(Object.entries(rights).map(([name, list]) => [name, list.toSorted()])),
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
    // A row that stands there already is refused for that reason alone: the wall lets it through.
    const row = await rowOf(table, ours);
    expect(await attempt(touch(insertAgain(table, row)))).toMatch(/duplicate key/u);
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

  it('shows the organization the school’s own row, for reading, once both sides said so', async () => {
    const asTheOrganization: typeof asUs = (work) =>
      inTenant(world.context.database, world.organization.tenant.id, work);
    const school = async (transaction: TenantTransaction) =>
      (await transaction.selectFrom('tenants').select('id').where('id', '=', ours).execute()).length;
    const rename = touch(sql`update tenants set school_name = 'Renamed' where id = ${ours}`);
    const doubt = sql`update organization_schools set confirmed_at = null`;
    expect(await attempt(school, asTheOrganization)).toBe(1);
    expect(await attempt(rename, asTheOrganization)).toBe(0);
    expect(await attempt(count('users', ours), asTheOrganization)).toBe(0);
    expect(
      await attempt(async (transaction) => {
        await doubt.execute(transaction);
        return await school(transaction);
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
