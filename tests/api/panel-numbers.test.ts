import { beforeAll, describe, expect, it } from 'vitest';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import { countTenantsTask, beginCounting } from '#server/modules/numbers/tenant-numbers.task.ts';
import { audienceOf, visibleTo } from '#server/modules/works/reader.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import { makeMember, makeWorks, react } from '#server/seeds/factories.ts';
import { makeLetters } from '../support/member-links.ts';
import { makeRequests } from '../support/requests.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const day = 24 * 60 * 60 * 1000;
const today = () => world.clock.now().toISOString().slice(0, 10);
let work: DueWork;

const numbers = async (days: '30' | '90' = '30') =>
  world.call(await world.as(world.platformAdmin), numberEndpoints.readNumbers, { query: { days } });
const people = async () =>
  world.call(await world.as(world.platformAdmin), numberEndpoints.readPeopleNumbers, { query: {} });
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

async function count(): Promise<void> {
  world.clock.advance(61_000);
  expect(await work.runDue()).toBe(1);
}

beforeAll(async () => {
  const { context, clock, testDatabase } = world;
  const { database } = context;
  work = createDueWork({
    database,
    clock,
    kinds: [
      countTenantsTask({
        database,
        panel: testDatabase.panel,
        clock,
        addTask: (...task) => work.add(...task),
        isForStrangers: (tenantId) => visibleTo({ kind: 'visitor' }, tenantId),
        audienceOf,
      }),
    ],
    onProblem: ({ error }) => {
      throw error;
    },
  });
  await beginCounting(database, work.add, clock.now());
  for (const [place, { tenant }] of [
    greenfield,
    riverside,
    riverside,
    riverside,
    riverside,
    greenfield,
  ].entries())
    await makeMember(context, tenant, { role: 'teacher', email: `counted${place}@example.org` });
  await rows(`update users set country = case email when 'counted0@example.org' then 'IS' else 'PT' end
    where email like 'counted%'`);
  await count();
});

describe('the numbers of the platform', () => {
  it('are those of both schools together', async () => {
    const [counted] = await rows<{ students: number; staff: number }>(
      `select count(*) filter (where role = 'student')::int as students,
         count(*) filter (where role not in ('student', 'parent'))::int as staff
       from users where archived_at is null and home_user_id is null and tenant_id <> $1`,
      [world.platform.id],
    );
    expect((await numbers()).now).toMatchObject({ ...counted, schools: 2, organizations: 1, suspended: 0 });
    expect(counted?.students).toBeGreaterThan(4);
  });

  it('say of each day who signed in, and follow letters from one state to the next', async () => {
    const before = (await numbers()).days.find((each) => each.day === today());
    await world.signIn(greenfield.host, greenfield.schoolAdmin.email);
    await world.signIn(riverside.host, riverside.schoolAdmin.email);
    await makeLetters(world, greenfield, 2);
    await rows(`update email_messages set created_at = $1, state = 'failed'`, [world.clock.now()]);
    await rows('update tenant_numbers set scope_version = -1');
    await count();
    const { now, days } = await numbers();
    expect(now.failed_letters).toBe(2);
    const after = days.find((each) => each.day === today());
    expect(after).toMatchObject({
      sign_ins: (before?.sign_ins ?? 0) + 2,
      letters_failed: 2,
      letters_sent: 0,
    });
    await rows(`update email_messages set state = 'sent'`);
    await count();
    expect((await numbers()).days.at(-1)).toMatchObject({ letters_failed: 0, letters_sent: 2 });
  });

  it('are kept for days that are over, and asked for as far back as one likes', async () => {
    await rows(`insert into platform_days values ($1, 'sign_ins', $2::date - 60, 41)`, [
      world.platform.id,
      today(),
    ]);
    expect((await numbers()).days.map(({ sign_ins }) => sign_ins)).not.toContain(41);
    expect((await numbers('90')).days[0]).toMatchObject({ sign_ins: 41 });
    const yesterday = today();
    world.clock.advance(2 * day);
    await count();
    const { days } = await people();
    expect(days.find((each) => each.day === yesterday)).toMatchObject({
      students: days.at(-1)?.students,
      teachers: days.at(-1)?.teachers,
    });
  });
});

describe('the numbers of people', () => {
  it('count roles, who never came, and countries of at least 5', async () => {
    const counted = await people();
    const [expected] = await rows<Record<string, number>>(
      `select count(*) filter (where role = 'student')::int as students,
         count(*) filter (where role in ('teacher', 'teacher_admin'))::int as teachers,
         count(*) filter (where role in ('school_admin', 'organization_admin', 'quillshelf_admin'))::int as administrators
       from users where archived_at is null and home_user_id is null`,
    );
    expect(counted.days.at(-1)).toMatchObject(expected ?? {});
    expect(counted.countries).toContainEqual({ country: 'PT', people: 5 });
    expect(JSON.stringify(counted)).not.toContain('IS');
    expect(counted.other_countries).toBeGreaterThan(0);
    const { week, month, longer } = counted.never_came;
    expect(week + month + longer).toBeGreaterThan(5);
    await rows('update users set last_login = now()');
    await count();
    expect((await people()).never_came).toEqual({ week: 0, month: 0, longer: 0 });
  });
});

describe('the numbers of works', () => {
  const works = async (query: { days?: '30' | '90'; kind?: 'book' | 'story' } = {}) =>
    world.call(await world.as(world.platformAdmin), numberEndpoints.readWorkNumbers, { query });

  it('add up both schools, by kind where one is chosen, and say no word of any', async () => {
    const now = world.clock.now();
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);
    await rows('update works set archived_at = now(), state = $1', ['archived']);
    const shared = { author_id: null, created_at: now, published_at: now };
    await makeWorks(world.context, greenfield.tenant, [
      { ...shared, kind: 'book', visibility: 'public', language: 'pt', level: 'early', sdgs: [6, 14] },
      { ...shared, kind: 'story', visibility: 'community', sdgs: [6] },
      {
        kind: 'story',
        author_id: greenfield.student.id,
        created_at: now,
        state: 'submitted',
        submitted_at: hoursAgo(2),
      },
    ]);
    await makeWorks(world.context, riverside.tenant, [
      { ...shared, kind: 'story', visibility: 'public', title: 'A canary title' },
      {
        kind: 'story',
        author_id: riverside.student.id,
        created_at: hoursAgo(24 * 40),
        state: 'submitted',
        submitted_at: hoursAgo(24 * 20),
      },
    ]);
    await rows('update tenant_numbers set scope_version = -1');
    await count();
    const all = await works();
    expect(all.weeks.at(-1)).toMatchObject({ made: 4, published: 3 });
    expect(all.audiences).toEqual({ public: 2, community: 1, private: 0, unpublished: 2 });
    expect(all.languages).toEqual([
      { language: 'en', works: 2 },
      { language: 'pt', works: 1 },
    ]);
    expect(all.levels.filter((each) => each.works > 0)).toEqual([
      { level: 'early', works: 1 },
      { level: 'none', works: 2 },
    ]);
    expect(all.goals.filter((each) => each.works > 0)).toEqual([
      { goal: 6, works: 2 },
      { goal: 14, works: 1 },
    ]);
    expect(all.waiting).toEqual({ day: 1, week: 0, longer: 1 });
    expect(JSON.stringify(all)).not.toContain('canary');
    const books = await works({ kind: 'book' });
    expect(books.audiences).toEqual({ public: 1, community: 0, private: 0, unpublished: 0 });
    expect(books.weeks.at(-1)).toMatchObject({ made: 1, handed_in: 0, published: 1 });
  });

  it('keep what was handed in that day though it was sent back since', async () => {
    const before = (await works()).weeks.at(-1)?.handed_in ?? 0;
    await rows(`update works set state = 'returned', submitted_at = null where state = 'submitted'`);
    await rows('update tenant_numbers set scope_version = -1');
    await count();
    const after = await works();
    expect(after.weeks.at(-1)?.handed_in).toBe(before);
    expect(after.waiting).toEqual({ day: 0, week: 0, longer: 0 });
  });
});

describe('what waits for the platform', () => {
  it('is told of book monitoring in both schools, of messages, and of email that fails', async () => {
    const waiting = (await numbers()).now;
    expect(waiting).toMatchObject({
      is_mail_failing: false,
      monitoring: { overdue: 0, appeals: 0, oldest: null },
      requests: { open: 0, oldest: null },
    });
    const old = new Date(world.clock.now().getTime() - 4 * day).toISOString();
    const young = new Date(world.clock.now().getTime() - 3_600_000).toISOString();
    for (const [school, since, reasons] of [
      [greenfield, old, ['unkind']],
      [riverside, young, ['appeal']],
    ] as const) {
      const [watched] = await makeWorks(world.context, school.tenant, [
        { kind: 'story', author_id: school.student.id, state: 'published' },
      ]);
      await rows(
        `insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since)
         values ($1, $2, 'story', 'waiting', $3, 1, 40, $4)`,
        [school.tenant.id, watched?.id, reasons, since],
      );
    }
    await makeRequests(world, { tenant: world.platform }, { count: 1 });
    await rows(`update requests set state = 'open', created_at = $1 where tenant_id = $2`, [
      old,
      world.platform.id,
    ]);
    await makeLetters(world, riverside, 6);
    await rows(`update email_messages set state = 'failed', created_at = $1`, [world.clock.now()]);
    expect((await numbers()).now).toMatchObject({
      is_mail_failing: true,
      monitoring: { overdue: 1, appeals: 1, oldest: old },
      requests: { open: 1, oldest: old },
    });
    await rows(`update work_watch set state = 'done', decided_at = now()`);
    await rows(`update requests set state = 'closed'`);
    await rows(`update email_messages set state = 'sent'`);
    expect((await numbers()).now).toMatchObject(waiting);
  });
});

describe('a school past the date of its closing', () => {
  it('that has a share left is among what waits, with why; others are not', async () => {
    const { id } = greenfield.tenant;
    await rows(
      `with paid as (
         insert into orders (tenant_id, id, token, number, kind, state, currency, total, is_test, fingerprint, terms_version,
           origin, placed_at, lapses_at, paid_at)
         values ($1, gen_random_uuid(), repeat('s', 22), 'SMALL-1', 'shop', 'paid', 'EUR', 40, false, sha256('x'), '2026-11',
           'http://localhost', '2026-01-01', '2026-01-02', '2026-01-01') returning *
       ), line as (
         insert into order_lines (tenant_id, id, order_id, place, kind, title, quantity, unit_price, amount, tax_rate_bp)
         select tenant_id, gen_random_uuid(), id, 0, 'digital', 'The hen', 1, 40, 40, 0 from paid returning *
       )
       insert into order_shares (tenant_id, line_id, party, amount, payable_on)
       select tenant_id, id, 'school', 40, '2026-01-16' from line`,
      [id],
    );
    const now = world.clock.now().getTime();
    const close = (tenantId: string, at: number) =>
      rows('update tenants set closes_at = $2 where id = $1', [tenantId, new Date(at)]);
    const unsettled = async () => (await numbers()).now.unsettled;
    await close(id, now + day);
    await close(riverside.tenant.id, now - day);
    expect(await unsettled()).toEqual([]);
    await close(id, now - day);
    expect(await unsettled()).toEqual([
      { tenant: { id, school_name: 'greenfield school' }, waits_for: [{ what: 'shares', count: 1 }] },
    ]);
    await rows('update order_shares set refunded = amount where tenant_id = $1', [id]);
    expect(await unsettled()).toEqual([]);
    await rows('update tenants set closes_at = null');
  });
});

describe('the numbers of a tenant', () => {
  it('have the kind words of each school, under works that everybody may read', async () => {
    for (const { tenant, teacher, otherTeacher } of [greenfield, riverside]) {
      const isOwn = tenant.id === greenfield.tenant.id;
      const [shown, hidden] = await makeWorks(world.context, tenant, [
        { author_id: teacher.id, visibility: 'public' },
        { author_id: teacher.id, visibility: 'community' },
      ]);
      if (!shown || !hidden) throw new Error('No works');
      const loved = (work_id: string, user_id: string) => ({ work_id, user_id, reaction: 'love' as const });
      await react(world.context, tenant, [
        loved(shown.id, otherTeacher.id),
        ...(isOwn ? [loved(shown.id, teacher.id)] : []),
        loved(hidden.id, otherTeacher.id),
      ]);
    }
    await rows('update tenant_numbers set scope_version = -1');
    await count();
    const counted = await rows<{ tenant_id: string; kind_words: number }>(
      'select tenant_id, kind_words from tenant_numbers where kind_words > 0',
    );
    expect(new Map(counted.map(({ tenant_id, kind_words }) => [tenant_id, kind_words]))).toEqual(
      new Map([
        [greenfield.tenant.id, 2],
        [riverside.tenant.id, 1],
      ]),
    );
  });
});
