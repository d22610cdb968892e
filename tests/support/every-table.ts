import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';
import { deviceReport } from './device-reports.ts';
import { SigningTablet } from './grants.ts';
import { makeEmailLinks, makeInvitations } from './member-links.ts';
import { queue, TestOutbox } from './queued-calls.ts';
import { makeRequests } from './requests.ts';
import { fillShelf } from './shelf.ts';
import { makeVisitLinks } from './visits.ts';

/** Rows in the tables that the making of a school leaves empty. */
export async function fillEveryTable(world: ApiWorld, school: TestSchool): Promise<void> {
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
    `insert into review_voices (tenant_id, work_id, sha256, made_by, made_at)
     select tenant_id, $2, sha256, $3, now() from assets where tenant_id = $1 limit 1`,
    [id, story.id, school.teacher.id],
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
      ), offer as (
        insert into resource_offers (tenant_id, resource_id, state, offered_at)
        select tenant_id, id, 'open', now() from resource
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
    "insert into removed_media (tenant_id, sha256, removed_at) values ($1, sha256('gone'), now())",
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
      ), film as (
        insert into content_films (tenant_id, id, page_id, bytes, first_part, made_by, created_at)
        select tenant_id, gen_random_uuid(), id, 1, sha256('x'), $2, now() from page returning *
      ), part as (
        insert into content_film_parts (tenant_id, film_id, n, sha256, content, bytes)
        select tenant_id, id, 0, sha256('x'), 'x', 1 from film
      ), joined as (
        insert into live_joins (tenant_id, page_id, shared, sealed_link, set_by, set_at)
        select tenant_id, id, false, 'sealed', $2, now() from page
      )
     insert into content_choices (tenant_id, page_id, choice) values ($1, gen_random_uuid(), 'hidden')`,
    [id, school.teacher.id],
  );
  const [request] = await makeRequests(world, school, { count: 1 });
  await administrator.query(
    `with picture as (
        insert into request_pictures (tenant_id, request_id, media_type, content, created_at)
        values ($1, $2, 'image/jpeg', 'picture', now())
      )
     insert into enrolment_invitations (tenant_id, request_id, email, invited_by, invited_at)
     values ($1, $2, 'office@school.test', $3, now())`,
    [id, request?.id, school.schoolAdmin.id],
  );
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
  await administrator.query(
    `insert into learning_steps (tenant_id, user_id, page_id, step_id) values ($1, $2, gen_random_uuid(), 'finished')`,
    [id, school.teacher.id],
  );
  await administrator.query(
    'insert into live_reminders (tenant_id, user_id, page_id, set_at) values ($1, $2, gen_random_uuid(), now())',
    [id, school.teacher.id],
  );
  await administrator.query(
    'insert into class_assignments (tenant_id, school_class_id, page_id) values ($1, $2, gen_random_uuid())',
    [id, school.ownClass.id],
  );
  await administrator.query('insert into organization_schools (tenant_id, school_id) values ($1, $2)', [
    id,
    world.platform.id,
  ]);
  await fillBooksOfMoney(world, school);
  await administrator.query(
    `with ask as (
        insert into closing_asks (tenant_id, asked_by, is_by_platform, reason, asked_at)
        values ($1, $2, false, 'We move', now())
      ), write_off as (
        insert into write_off_asks (tenant_id, asked_by, reason, asked_at) values ($1, $2, 'No bank account', now())
      ), written_off as (
        insert into written_off_shares (tenant_id, line_id, party, amount, reason, written_off_at)
        select tenant_id, line_id, party, amount, 'No bank account', now() from order_shares
        where tenant_id = $1 and party = 'school' limit 1
      ), kept as (
        insert into closings (tenant_id, id, is_by_platform, reason, begun_at, due_at, kept_at)
        values ($1, gen_random_uuid(), false, 'We move', now(), now() + interval '30 days', now()) returning *
      )
     insert into closing_counts (tenant_id, closing_id, table_name, before) select tenant_id, id, 'users', 1 from kept`,
    [id, school.schoolAdmin.id],
  );
  await administrator.query(
    `with made as (
        insert into exports (tenant_id, id, asked_by, is_by_platform, asked_at, ready_at, expires_at)
        values ($1, gen_random_uuid(), $2, false, now(), now(), now() + interval '7 days') returning *
      ), part as (
        insert into export_parts (tenant_id, export_id, part, bytes, sha256)
        select tenant_id, id, 1, 1, sha256('x') from made returning *
      ), chunk as (
        insert into export_chunks (tenant_id, export_id, part, place, content) select tenant_id, id, 1, 0, 'x' from made
      )
     insert into export_links (tenant_id, token_hash, export_id, part, made_at, expires_at)
     select tenant_id, sha256('x'), export_id, part, now(), now() from part`,
    [id, school.schoolAdmin.id],
  );
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
      ), used as (
        insert into tenant_usage (tenant_id, day, bytes) values ($1, current_date, 1)
      ), ceilings as (
        insert into tenant_ceilings (tenant_id, mails_a_day, updated_at) values ($1, 900, now())
      )
     insert into tenant_days (tenant_id, day, students, staff, active, sign_ins, published)
     values ($1, current_date, 1, 1, 1, 1, 0)`,
    [id],
  );
  await administrator.query(
    `insert into student_media_weeks (tenant_id, student_id, week)
     select tenant_id, id, current_date from students where tenant_id = $1 limit 1`,
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
    `with days as (
        insert into tenant_work_days (tenant_id, day, kind, made, handed_in, published)
        values ($1, current_date, 'book', 1, 1, 1)
      )
     insert into tenant_work_numbers (tenant_id, kind, part, value, works) values ($1, 'book', 'language', 'en', 1)`,
    [id],
  );
  await administrator.query(
    `insert into message_picks (tenant_id, school_id, work_id, year, picked_at) values ($1, $1, $2, 2026, now())`,
    [id, story.id],
  );
  await administrator.query(
    `insert into saved_views (tenant_id, user_id, id, name, path, query, created_at)
     select $1, $2, gen_random_uuid(), 'Parents', '/admin-panel/all-users', 'role=parent', now()`,
    [id, school.teacher.id],
  );
  await administrator.query(
    'insert into work_picks (tenant_id, school_id, work_id, picked_at) values ($1, $1, $2, now())',
    [id, story.id],
  );
  await administrator.query(
    `with champion as (
        insert into champions (tenant_id, user_id, kind, why, ends_at, granted_by, granted_at, updated_at)
        values ($1, $3, 'teacher', 'Helps', now(), $3, now(), now())
      )
     insert into pick_suggestions (tenant_id, school_id, work_id, suggested_by, why, suggested_at, state)
     values ($1, $1, $2, $3, 'Good to read', now(), 'open')`,
    [id, story.id, school.schoolAdmin.id],
  );
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
async function fillBooksOfMoney(world: ApiWorld, { tenant, schoolAdmin }: TestSchool): Promise<void> {
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
