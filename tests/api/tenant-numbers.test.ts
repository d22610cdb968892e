import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { beginCounting, countTenantsTask } from '#server/modules/numbers/tenant-numbers.task.ts';
import { audienceOf, visibleTo } from '#server/modules/works/reader.ts';
import { createDueWork, type DueWork, type WorkProblem } from '#server/platform/due-work.ts';
import { searchedAs, tenantSearchedAs } from '#server/platform/listed.ts';
import { fillShelf } from '../support/shelf.ts';
import { makeInvitations } from '../support/member-links.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const { world, greenfield, riverside } = worldOfFile();

const problems: WorkProblem[] = [];

function countingWork(): DueWork {
  const { database } = world.context;
  const { clock, testDatabase } = world;
  const work: DueWork = createDueWork({
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
    onProblem: (problem) => problems.push(problem),
  });
  return work;
}

async function numbersOf(tenantId: string) {
  const { rows } = await world.testDatabase.administrator.query<Record<string, unknown>>(
    `select students, staff, classes, books, stories, public_works, active, bytes::int, as_of
     from tenant_numbers where tenant_id = $1`,
    [tenantId],
  );
  return rows[0];
}

async function daysOf(tenantId: string) {
  const { rows } = await world.testDatabase.administrator.query<Record<string, unknown>>(
    `select day::text, students, staff, active, sign_ins, published
     from tenant_days where tenant_id = $1 order by day`,
    [tenantId],
  );
  return rows;
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

describe('the numbers of tenants', () => {
  it('are counted for each school by itself, once one server began to', async () => {
    await fillShelf(world.context, greenfield);
    const work = countingWork();
    expect(await work.runDue()).toBe(0);
    await beginCounting(world.context.database, work.add, world.clock.now());
    // A second server begins nothing of its own.
    await beginCounting(world.context.database, work.add, world.clock.now());
    expect(await work.runDue()).toBe(1);
    const { rows } = await world.testDatabase.administrator.query<Record<string, number>>(
      `select
         (select count(*)::int from users where tenant_id = $1 and role = 'student') as students,
         (select count(*)::int from users where tenant_id = $1 and role not in ('student', 'parent')) as staff,
         (select count(*)::int from works where tenant_id = $1 and kind = 'book' and archived_at is null) as books,
         (select count(*)::int from works where tenant_id = $1 and kind = 'story' and archived_at is null) as stories,
         (select count(*)::int from works as work where tenant_id = $1 and state = 'published' and visibility = 'public'
           and author_id is null) as public_works,
         (select sum(octet_length(content))::int from assets where tenant_id = $1) as bytes`,
      [greenfield.tenant.id],
    );
    expect(await numbersOf(greenfield.tenant.id)).toMatchObject({
      ...rows[0],
      public_works: expect.any(Number) as number,
      classes: 2,
      as_of: world.clock.now(),
    });
    expect(rows[0]?.['books']).toBeGreaterThan(0);
    const theirs = await numbersOf(riverside.tenant.id);
    expect(theirs).toMatchObject({ books: 0, stories: 0, public_works: 0, bytes: 0, classes: 2 });
    expect(await numbersOf(world.platform.id)).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it('of public works are those that a stranger sees', async () => {
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      `select id from works where tenant_id = $1 and state = 'published'`,
      [greenfield.tenant.id],
    );
    const seen = await Promise.all(
      rows.map(({ id }) =>
        world.request({ host: greenfield.host, access: null }, 'GET', `/api/works/${id}/`),
      ),
    );
    const visible = seen.filter(({ status }) => status === 200).length;
    expect(rows.length).toBeGreaterThan(visible);
    expect(await numbersOf(greenfield.tenant.id)).toMatchObject({ public_works: visible });
  });

  it('are counted again a minute after something moved, and of that school alone', async () => {
    const work = countingWork();
    const counted = world.clock.now();
    const before = await numbersOf(riverside.tenant.id);
    await world.call(await world.as(greenfield.teacher), studentEndpoints.addToClass, {
      params: { classId: greenfield.ownClass.id },
      body: { students: [{ id: randomUUID(), first_name: 'Ida', last_name: 'Moss' }] },
    });
    world.clock.advance(minute);
    expect(await work.runDue()).toBe(1);
    expect(await numbersOf(greenfield.tenant.id)).toMatchObject({ as_of: world.clock.now() });
    expect(await numbersOf(riverside.tenant.id)).toEqual({ ...before, as_of: counted });
    const { rows } = await world.testDatabase.administrator.query(
      "select state from tasks where kind = 'panel.count_tenants'",
    );
    expect(rows).toEqual([{ state: 'waiting' }]);
  });

  it('tell what yesterday came to, when the day is over', async () => {
    const work = countingWork();
    const yesterday = dayOf(world.clock.now());
    await world.signIn(riverside.host, riverside.teacher.email);
    await world.signIn(riverside.host, riverside.teacher.email);
    world.clock.advance(24 * hour);
    await work.runDue();
    const { students, staff } = (await numbersOf(riverside.tenant.id)) ?? {};
    expect(await numbersOf(riverside.tenant.id)).toMatchObject({ active: 1, as_of: world.clock.now() });
    const days = await daysOf(riverside.tenant.id);
    expect(days.slice(-2)).toEqual([
      { day: yesterday, students, staff, active: 1, sign_ins: expect.any(Number) as number, published: 0 },
      { day: dayOf(world.clock.now()), students, staff, active: 0, sign_ins: 0, published: 0 },
    ]);
    expect(days.at(-2)?.['sign_ins']).toBeGreaterThanOrEqual(2);
  });
});

describe('what the platform’s lists find', () => {
  it('is folded by the program wherever a name is written', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    const made = await world.call(admin, memberEndpoints.create, {
      body: {
        first_name: 'Żaneta',
        last_name: 'Łęska',
        email: 'zaneta@greenfield.test',
        country: 'PL',
        role: 'teacher',
      },
    });
    await world.call(admin, memberEndpoints.update, {
      params: { userId: made.id },
      body: { last_name: 'O’Hara' },
    });
    const [invited] = await makeInvitations(world, greenfield, 1);
    await world.call({ host: greenfield.host, access: null }, invitationEndpoints.accept, {
      body: {
        token: invited?.token ?? '',
        first_name: 'Jörg',
        last_name: 'Weiß',
        new_password: 'seven herons over the mill',
      },
    });
    await world.call(await world.as(greenfield.teacher), studentEndpoints.rename, {
      params: { id: greenfield.student.id },
      body: { first_name: 'Zoé', last_name: 'Ångström' },
    });
    await world.call(await world.as(world.platformAdmin), tenantDetailsEndpoints.update, {
      params: { tenantId: riverside.tenant.id },
      body: { school_name: 'Szkoła nad Rzeką' },
    });
    const { rows: people } = await world.testDatabase.administrator.query<{
      role: string;
      first_name: string;
      last_name: string;
      listed_search: string;
    }>('select role, first_name, last_name, listed_search from users');
    expect(people.map(({ listed_search }) => listed_search)).toEqual(people.map(searchedAs));
    expect(people.map(({ listed_search }) => listed_search)).toEqual(
      expect.arrayContaining(["zaneta o'hara", 'jorg weiss', 'zoe a']),
    );
    const { rows: tenants } = await world.testDatabase.administrator.query<{
      school_name: string;
      subdomain: string | null;
      domain_url: string | null;
      listed_search: string;
    }>('select school_name, subdomain, domain_url, listed_search from tenants');
    expect(tenants.map(({ listed_search }) => listed_search)).toEqual(tenants.map(tenantSearchedAs));
    expect(tenants.map(({ listed_search }) => listed_search)).toContain('szkola nad rzeka riverside');
  });
});
