import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { retentionRules } from '#server/wiring/upkeep.ts';
import { usualRetention } from '#server/platform/retention.ts';
import { createSweeper, type OldRows } from '#server/platform/sweep.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { makeLivePage } from '../support/content-pages.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { patience } from '../support/patience.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

let world: ApiWorld;
let schools: TestSchool[];

beforeAll(async () => {
  world = await openApiWorld();
  schools = [world.greenfield, world.riverside];
  for (const { tenant, student } of schools) {
    const [work] = await makeWorks(world.context, tenant, [{ author_id: student.id }]);
    const part = { work_id: work?.id ?? '', part_id: uuidv7() };
    stories.set(tenant.id, part);
    const last = { id: uuidv7(), part: 'chapter', revision: 9, content: '{}', made_at: new Date() };
    await insert('work_revisions', { tenant_id: tenant.id, ...part, ...last });
  }
});

/** By school, a chapter that has a later version than those that tests add. */
const stories = new Map<string, { work_id: string; part_id: string }>();

/** A UUIDv7 of that moment, as a device makes it. */
function timedId(moment: Date): { id: string } {
  const digits = moment.getTime().toString(16).padStart(12, '0');
  return { id: `${digits.slice(0, 8)}-${digits.slice(8)}${uuidv7().slice(13)}` };
}

afterAll(() => world.close());

type Values = Record<string, unknown>;

async function insert(table: string, values: Values): Promise<void> {
  const names = Object.keys(values);
  await world.testDatabase.administrator.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(values),
  );
}

async function read(what: string): Promise<Values[]> {
  return (await world.testDatabase.administrator.query<Values>(what)).rows;
}

/** What is kept, how long, and from which moment on. */
const kinds: {
  table: string;
  keptFor: number;
  row: (school: TestSchool, moment: Date) => Promise<Values>;
}[] = [
  {
    table: 'failed_guesses',
    keptFor: 0,
    row: async (_, forgotten_at) => ({
      kind: 'network',
      subject: randomBytes(32),
      failures: 1,
      since: forgotten_at,
      forgotten_at,
    }),
  },
  {
    table: 'idempotency_keys',
    keptFor: 400 * day,
    row: async ({ teacher }, created_at) => ({
      user_id: teacher.id,
      key: uuidv7(),
      fingerprint: randomBytes(32),
      created_at,
    }),
  },
  {
    table: 'email_messages',
    keptFor: 90 * day,
    row: async (_, created_at) => ({
      id: uuidv7(),
      kind: 'passwords.changed',
      to_address: 'sam@school.test',
      to_name: 'Sam',
      subject: 'Your password was changed',
      state: 'sent',
      created_at,
      finished_at: created_at,
    }),
  },
  {
    table: 'tasks',
    keptFor: 90 * day,
    row: async (_, created_at) => ({
      id: uuidv7(),
      kind: 'tests.count_sheep',
      state: 'done',
      due_at: created_at,
      dated_at: created_at,
      created_at,
      finished_at: created_at,
    }),
  },
  {
    table: 'password_resets',
    keptFor: day,
    row: async (_, asked_at) => ({
      id: uuidv7(),
      email: 'nobody@school.test',
      token_hash: randomBytes(32),
      asked_from: randomBytes(32),
      asked_at,
      expires_at: asked_at,
    }),
  },
  {
    table: 'visit_links',
    keptFor: day,
    row: async ({ schoolAdmin }, expires_at) => ({
      id: uuidv7(),
      token_hash: randomBytes(32),
      purpose: 'visit',
      user_id: schoolAdmin.id,
      home_session_id: uuidv7(),
      created_at: expires_at,
      expires_at,
    }),
  },
  {
    table: 'visit_overrides',
    keptFor: 90 * day,
    row: async ({ tenant, schoolAdmin }, asked_at) => ({
      id: uuidv7(),
      school_id: tenant.id,
      asked_by: schoolAdmin.id,
      wants: 'look',
      reason: 'To look around',
      asked_at,
    }),
  },
  {
    table: 'visit_requests',
    keptFor: 90 * day,
    row: async ({ schoolAdmin }, asked_at) => ({
      id: uuidv7(),
      guest_id: schoolAdmin.id,
      wants: 'look',
      reason: 'To look around',
      asked_at,
      ended_at: asked_at,
    }),
  },
  {
    table: 'refresh_tokens',
    keptFor: 0,
    row: async ({ tenant, teacher }, expires_at) => {
      const session_id = uuidv7();
      await insert('sessions', { tenant_id: tenant.id, id: session_id, user_id: teacher.id });
      return { token_hash: randomBytes(32), session_id, expires_at };
    },
  },
  {
    table: 'password_reveals',
    keptFor: day,
    row: async ({ teacher }, hour) => ({ actor_id: teacher.id, hour, pupils: 3 }),
  },
  {
    table: 'work_copies',
    keptFor: 400 * day,
    row: async ({ tenant, student }, gone_at) => {
      const [work] = await makeWorks(world.context, tenant, [{ author_id: student.id }]);
      return { tenant_id: tenant.id, client_id: uuidv7(), work_id: work?.id, gone_at };
    },
  },
  {
    table: 'requests',
    keptFor: 0,
    row: async (_school, ends_at) => ({
      id: uuidv7(),
      kind: 'contact',
      reference: randomBytes(4).toString('hex'),
      secret_hash: randomBytes(32),
      ticket_hash: randomBytes(32),
      words_hash: randomBytes(32),
      state: 'closed',
      name: 'Ada',
      fields: '{}',
      created_at: ends_at,
      updated_at: ends_at,
      ends_at,
    }),
  },
  {
    table: 'book_offers',
    keptFor: 0,
    row: async ({ tenant }, ends_at) => {
      const offer = { id: uuidv7(), ticket_hash: randomBytes(32), token_hash: randomBytes(32) };
      return {
        ...offer,
        tenant_id: tenant.id,
        name: 'Ada',
        email: 'ada@example.org',
        asked_at: ends_at,
        ends_at,
      };
    },
  },
  {
    table: 'content_films',
    keptFor: 7 * day,
    row: async ({ tenant, schoolAdmin }, created_at) => ({
      id: uuidv7(),
      page_id: await makeLivePage(world, tenant.id),
      bytes: 1,
      first_part: randomBytes(32),
      made_by: schoolAdmin.id,
      created_at,
    }),
  },
  {
    table: 'push_grants',
    keptFor: 0,
    row: async ({ student }, expires_at) => ({
      id: uuidv7(),
      user_id: student.id,
      device_id: uuidv7(),
      public_key: '{}',
      created_at: expires_at,
      expires_at,
    }),
  },
  {
    table: 'invitations',
    keptFor: 90 * day,
    row: async ({ schoolAdmin }, expires_at) => {
      const id = uuidv7();
      return {
        id,
        kind: 'join',
        email: `${id}@school.test`,
        role: 'teacher',
        token_hash: randomBytes(32),
        invited_by: schoolAdmin.id,
        created_at: expires_at,
        sent_at: expires_at,
        expires_at,
      };
    },
  },
  {
    table: 'registrations',
    keptFor: day,
    row: async (_, created_at) => ({
      id: uuidv7(),
      email: 'office@school.test',
      asked_from: randomBytes(32),
      registered_id: uuidv7(),
      created_at,
    }),
  },
  {
    table: 'school_invitations',
    keptFor: 90 * day,
    row: async ({ schoolAdmin }, expires_at) => {
      const id = uuidv7();
      return {
        id,
        email: `${id}@school.test`,
        token_hash: randomBytes(32),
        invited_by: schoolAdmin.id,
        created_at: expires_at,
        sent_at: expires_at,
        expires_at,
      };
    },
  },
  {
    table: 'exports',
    keptFor: 0,
    row: async ({ schoolAdmin }, expires_at) => ({
      id: uuidv7(),
      asked_by: schoolAdmin.id,
      is_by_platform: false,
      asked_at: expires_at,
      expires_at,
    }),
  },
  {
    table: 'sync_calls',
    keptFor: 400 * day,
    row: async ({ tenant, student }, decided_at) => {
      const client_id = uuidv7();
      await insert('sync_clients', { tenant_id: tenant.id, user_id: student.id, client_id });
      return { user_id: student.id, client_id, seq: 1, mutation_id: uuidv7(), name: 'a.call', decided_at };
    },
  },
  {
    table: 'audit_entries',
    keptFor: 1095 * day,
    row: async ({ schoolAdmin }, created_at) => ({
      id: uuidv7(),
      actor_id: schoolAdmin.id,
      action: 'students.added',
      created_at,
    }),
  },
  {
    table: 'sessions',
    keptFor: 400 * day,
    row: async ({ student }, expires_at) => ({ ...timedId(expires_at), user_id: student.id, expires_at }),
  },
  {
    table: 'work_revisions',
    keptFor: 1095 * day,
    row: async ({ tenant }, made_at) => {
      const part = stories.get(tenant.id);
      return { ...part, ...timedId(made_at), part: 'chapter', revision: 1, content: '{}', made_at };
    },
  },
  {
    table: 'email_changes',
    keptFor: 0,
    row: async ({ schoolAdmin, teacher }, expires_at) => ({
      id: uuidv7(),
      user_id: teacher.id,
      email: 'new@school.test',
      token_hash: randomBytes(32),
      asked_by: schoolAdmin.id,
      asked_at: expires_at,
      expires_at,
      ended_at: expires_at,
    }),
  },
];

describe('the daily sweep', () => {
  it('is about these tables', () => {
    // Tenants that nobody set up, and days instead of moments, have tests of their own.
    const tables = [...kinds.map(({ table }) => table), 'student_media_weeks', 'tenants', 'tenant_usage'];
    expect(new Set(retentionRules(world.modules, usualRetention).map(({ table }) => table))).toEqual(
      new Set(tables),
    );
  });

  it.each(kinds)('clears $table of both schools, and keeps what is not old enough', async (kind) => {
    const { table, keptFor, row } = kind;
    const now = world.clock.now().getTime();
    const before = (await read(`select * from ${table}`)).length;
    for (const school of schools) {
      for (const age of [keptFor - 1, keptFor, keptFor + 7 * day])
        await insert(table, { tenant_id: school.tenant.id, ...(await row(school, new Date(now - age))) });
    }
    await sweeperOf(world).sweep();
    expect((await read(`select * from ${table}`)).length).toBe(before + schools.length);
    world.clock.advance(1);
    await sweeperOf(world).sweep();
    expect((await read(`select * from ${table}`)).length).toBe(before);
  });

  it('clears what both schools used on days that are long over', async () => {
    const now = world.clock.now().getTime();
    for (const { tenant } of schools)
      for (const age of [399 * day, 402 * day])
        await insert('tenant_usage', { tenant_id: tenant.id, day: dayOf(new Date(now - age)), calls: 1 });
    await sweeperOf(world).sweep();
    const left = await read(
      `select tenant_id, day::text from tenant_usage where calls = 1 and day < now() - interval '30 days'`,
    );
    expect(left).toHaveLength(schools.length);
    expect(new Set(left.map((row) => row['day']))).toEqual(new Set([dayOf(new Date(now - 399 * day))]));
  });

  it('clears how much students of both schools sent in weeks that are long over', async () => {
    const now = world.clock.now().getTime();
    for (const { tenant, student } of schools)
      for (const age of [59 * day, 62 * day])
        await insert('student_media_weeks', {
          tenant_id: tenant.id,
          student_id: student.id,
          week: dayOf(new Date(now - age)),
        });
    await sweeperOf(world).sweep();
    const left = await read('select week::text from student_media_weeks');
    expect(left.map(({ week }) => week)).toEqual(schools.map(() => dayOf(new Date(now - 59 * day))));
  });

  it('keeps each version that somebody can still go back to, however old', async () => {
    const { tenant, student } = world.greenfield;
    const made_at = new Date(world.clock.now().getTime() - 5000 * day);
    const [work] = await makeWorks(world.context, tenant, [{ author_id: student.id }]);
    const work_id = work?.id ?? '';
    const [chapter] = await read(`select id from chapters where work_id = '${work_id}'`);
    const part_id = String(chapter?.id);
    const add = async (revision: number, of = part_id) => {
      const version = { ...timedId(made_at), work_id, part: 'chapter', part_id: of, revision };
      await insert('work_revisions', { tenant_id: tenant.id, ...version, content: '{}', made_at });
      return version.id;
    };
    const [passed, standing, beside, last] = [await add(11), await add(12), await add(13), await add(14)];
    const lastOfAnother = await add(11, uuidv7());
    await world.testDatabase.administrator.query('update chapters set version = $1 where id = $2', [
      standing,
      part_id,
    ]);
    await insert('diverged_versions', { tenant_id: tenant.id, chapter_id: part_id, version: beside });
    await sweeperOf(world).sweep();
    const left = (await read(`select id from work_revisions where work_id = '${work_id}'`)).map(
      ({ id }) => id,
    );
    expect(left).not.toContain(passed);
    expect(left).toEqual(expect.arrayContaining([standing, beside, last, lastOfAnother]));
  });

  it('keeps a session as long as a token leads to it', async () => {
    const { tenant, student } = world.riverside;
    const expires_at = new Date(world.clock.now().getTime() - 1000 * day);
    const { id } = timedId(expires_at);
    await insert('sessions', { tenant_id: tenant.id, id, user_id: student.id, expires_at });
    const later = new Date(world.clock.now().getTime() + day);
    const token = { tenant_id: tenant.id, token_hash: randomBytes(32), session_id: id, expires_at: later };
    await insert('refresh_tokens', token);
    await sweeperOf(world).sweep();
    expect(await read(`select id from sessions where id = '${id}'`)).toHaveLength(1);
    await read(`delete from refresh_tokens where session_id = '${id}'`);
    await sweeperOf(world).sweep();
    expect(await read(`select id from sessions where id = '${id}'`)).toHaveLength(0);
  });

  it('lets nothing of the audit and of sessions go before its time, whatever the settings say', async () => {
    const { tenant, schoolAdmin } = world.greenfield;
    const yesterday = new Date(world.clock.now().getTime() - day);
    const own = { tenant_id: tenant.id, ...timedId(yesterday) };
    await insert('audit_entries', { ...own, action: 'students.added', created_at: yesterday });
    await insert('sessions', { ...own, user_id: schoolAdmin.id, expires_at: yesterday });
    const nothing = { calls: 0, audit: 0, sessions: 0, versions: 5000 };
    await createSweeper({
      database: world.testDatabase.database,
      clock: world.clock,
      rows: retentionRules(world.modules, nothing).filter(
        ({ table }) => table === 'audit_entries' || table === 'sessions',
      ),
      onFailure: (error) => {
        throw error;
      },
    }).sweep();
    for (const table of ['audit_entries', 'sessions'])
      expect(await read(`select id from ${table} where id = '${own.id}'`)).toHaveLength(1);
  });

  it('asks each school in one statement what it has, and sweeps that alone', async () => {
    const { tenant, teacher } = world.greenfield;
    const hour = new Date(world.clock.now().getTime() - 3 * day);
    await insert('password_reveals', { tenant_id: tenant.id, actor_id: teacher.id, hour, pupils: 1 });
    const swept: string[] = [];
    const rows = retentionRules(world.modules, usualRetention)
      .filter(({ table }) => table !== 'tenants')
      .map((each): OldRows => ({
        ...each,
        sweep: (transaction, tenantId, now, most) => {
          swept.push(`${each.table} of ${tenantId}`);
          return each.sweep(transaction, tenantId, now, most);
        },
      }));
    const onFailure = (error: unknown) => {
      throw error;
    };
    const { database } = world.testDatabase;
    expect(await createSweeper({ database, clock: world.clock, rows, onFailure }).sweep()).toBe(1);
    expect(swept).toEqual([`password_reveals of ${tenant.id}`]);
  });

  it('takes what is more than one transaction holds, and lets waiting e-mail wait', async () => {
    const { administrator } = world.testDatabase;
    const { tenant } = world.greenfield;
    await administrator.query(
      `insert into failed_guesses (tenant_id, kind, subject, failures, since, forgotten_at)
       select $1, 'account', decode(md5(n::text), 'hex'), 1, $2, $2 from generate_series(1, 2500) as n`,
      [tenant.id, new Date(world.clock.now().getTime() - day)],
    );
    await administrator.query(
      `insert into email_messages (tenant_id, id, kind, to_address, to_name, subject, sealed_content, created_at)
       values ($1, $2, 'a', 'b', 'c', 'd', 'e', now() - interval '1 year')`,
      [tenant.id, uuidv7()],
    );
    expect(await sweeperOf(world).sweep()).toBe(2500);
    expect(await read('select state from email_messages')).toEqual([{ state: 'waiting' }]);
  });

  it('waits for nobody who is using a row, and takes it the next time', async () => {
    const { administrator } = world.testDatabase;
    const { tenant } = world.riverside;
    await insert('failed_guesses', {
      tenant_id: tenant.id,
      kind: 'network',
      subject: randomBytes(32),
      failures: 1,
      since: new Date(world.clock.now().getTime() - day),
      forgotten_at: new Date(world.clock.now().getTime() - day),
    });
    await administrator.query('begin');
    await administrator.query('select from failed_guesses for update');
    expect(await sweeperOf(world).sweep()).toBe(0);
    await administrator.query('rollback');
    expect(await sweeperOf(world).sweep()).toBe(1);
  });

  it('is left to another server that is at it', async () => {
    const { administrator } = world.testDatabase;
    const { tenant, teacher } = world.greenfield;
    const hour = new Date(world.clock.now().getTime() - 3 * day);
    await insert('password_reveals', { tenant_id: tenant.id, actor_id: teacher.id, hour, pupils: 1 });
    await administrator.query("select pg_advisory_lock(hashtextextended('sweep', 0))");
    expect(await sweeperOf(world).sweep()).toBe(0);
    await administrator.query("select pg_advisory_unlock(hashtextextended('sweep', 0))");
    const both = await Promise.all([sweeperOf(world).sweep(), sweeperOf(world).sweep()]);
    expect(both.toSorted((one, other) => one - other)).toEqual([0, 1]);
  });

  it('goes on by itself until its server stops, after a failure as well', async () => {
    const failures: unknown[] = [];
    let rounds = 0;
    const rows: OldRows = {
      table: 'visit_links',
      async sweep() {
        rounds += 1;
        if (rounds === 1) throw new Error('The database is away');
        return 0;
      },
    };
    const sweeper = createSweeper({
      database: world.testDatabase.database,
      clock: world.clock,
      rows: [rows],
      onFailure: (error) => failures.push(error),
      pauses: { first: 1, between: 1, afterFailure: 1 },
    });
    sweeper.start();
    sweeper.start();
    await vi.waitUntil(() => rounds > 12, { timeout: patience });
    await sweeper.close();
    expect(failures).toEqual([new Error('The database is away')]);
    const atTheEnd = rounds;
    await sweeperOf(world).sweep();
    expect(rounds).toBe(atTheEnd);
  });
});

describe('the answer to a call with a key', () => {
  const markSeen = async (key: string) => {
    const { greenfield } = world;
    return await world.request(await world.as(greenfield.teacher), 'PUT', '/api/user/tutorials/books/', {
      headers: { 'idempotency-key': key },
    });
  };

  it('is said again for a month; then the same call hears that it was made, and makes nothing', async () => {
    const key = uuidv7();
    const first = await markSeen(key);
    expect(first.status).toBe(200);
    world.clock.advance(29 * day);
    await world.testDatabase.administrator.query('update idempotency_keys set created_at = $1', [
      new Date(world.clock.now().getTime() - 29 * day),
    ]);
    await sweeperOf(world).sweep();
    expect(await markSeen(key)).toMatchObject({ status: 200, body: first.body });
    world.clock.advance(2 * day);
    await sweeperOf(world).sweep();
    expect(await markSeen(key)).toMatchObject({ status: 409, body: { code: 'request.already_applied' } });
  });
});
