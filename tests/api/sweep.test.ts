import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it, vi } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { usualRetention } from '#server/platform/retention.ts';
import { createSweeper, type OldRows } from '#server/platform/sweep.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { retentionRules } from '#server/wiring/upkeep.ts';
import { patience } from '../support/patience.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { day, sweepOfFile, timedId, type Values } from './sweep.support.ts';

const { world, made, insert, kinds } = sweepOfFile();

async function read(what: string): Promise<Values[]> {
  return (await world.testDatabase.administrator.query<Values>(what)).rows;
}

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
    for (const school of made.schools) {
      for (const age of [keptFor - 1, keptFor, keptFor + 7 * day])
        await insert(table, { tenant_id: school.tenant.id, ...(await row(school, new Date(now - age))) });
    }
    await sweeperOf(world).sweep();
    expect((await read(`select * from ${table}`)).length).toBe(before + made.schools.length);
    world.clock.advance(1);
    await sweeperOf(world).sweep();
    expect((await read(`select * from ${table}`)).length).toBe(before);
  });

  it('clears what both schools used on days that are long over', async () => {
    const now = world.clock.now().getTime();
    for (const { tenant } of made.schools)
      for (const age of [399 * day, 402 * day])
        await insert('tenant_usage', { tenant_id: tenant.id, day: dayOf(new Date(now - age)), calls: 1 });
    await sweeperOf(world).sweep();
    const left = await read(
      `select tenant_id, day::text from tenant_usage where calls = 1 and day < now() - interval '30 days'`,
    );
    expect(left).toHaveLength(made.schools.length);
    expect(new Set(left.map((row) => row['day']))).toEqual(new Set([dayOf(new Date(now - 399 * day))]));
  });

  it('clears how much students of both schools sent in weeks that are long over', async () => {
    const now = world.clock.now().getTime();
    for (const { tenant, student } of made.schools)
      for (const age of [59 * day, 62 * day])
        await insert('student_media_weeks', {
          tenant_id: tenant.id,
          student_id: student.id,
          week: dayOf(new Date(now - age)),
        });
    await sweeperOf(world).sweep();
    const left = await read('select week::text from student_media_weeks');
    expect(left.map(({ week }) => week)).toEqual(made.schools.map(() => dayOf(new Date(now - 59 * day))));
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

  it('takes what is more than one transaction holds, and lets waiting email wait', async () => {
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
