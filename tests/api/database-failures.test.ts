import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { inTenant, openDatabase, tenantAt } from '#server/platform/database.ts';
import { DatabaseUnavailableError } from '#server/platform/database-errors.ts';
import { urlOf, type RawAnswer, type TestSchool } from '../support/api-world.ts';
import { underLoad } from '../support/load.ts';
import { worldOfFile } from '../support/world-of-file.ts';

let log = '';
const { world, greenfield, riverside } = worldOfFile({
  connections: 4,
  log: { write: (line) => (log += line) },
});

const unavailable = {
  status: 503,
  body: {
    code: 'request.unavailable',
    error: requestProblems.unavailable.error,
    errors: {},
    request_id: expect.any(String) as string,
  },
};
const statusesOf = (answers: readonly RawAnswer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);

/** Adds one student to the teacher's own class. */
async function addStudent(school: TestSchool, first_name: string): Promise<RawAnswer> {
  const caller = await world.as(school.teacher);
  const url = urlOf(studentEndpoints.addToClass, { params: { classId: school.ownClass.id } });
  const students = [{ id: uuidv7(), first_name, last_name: 'Quillworth' }];
  return await world.request(caller, 'POST', url, { body: { students } });
}

async function namesOf(school: TestSchool): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ first_name: string }>(
    "select first_name from users where tenant_id = $1 and last_name = 'Quillworth' order by first_name",
    [school.tenant.id],
  );
  return rows.map(({ first_name }) => first_name);
}

afterEach(() => {
  log = '';
});

describe('a connection that ends while it is used', () => {
  const terminate = () =>
    world.testDatabase.administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename <> current_user and application_name = ''`,
    );

  it('ends its call with 503 and Retry-After, and calls are answered again once its end was heard', async () => {
    for (const { host, teacher } of [greenfield, riverside]) {
      const caller = await world.as(teacher);
      const { administrator } = world.testDatabase;
      await administrator.query('begin');
      await administrator.query('lock table users in access exclusive mode');
      const answer = world.request(caller, 'GET', '/api/user/profile/');
      await expect
        .poll(async () => {
          const { rows } = await administrator.query(
            "select from pg_locks where not granted and relation = 'users'::regclass",
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
      await terminate();
      expect(await answer).toMatchObject({ ...unavailable, headers: { 'retry-after': '2' } });
      await administrator.query('rollback');
      await expect
        .poll(async () => (await world.request({ ...caller, host }, 'GET', '/api/user/profile/')).status)
        .toBe(200);
    }
    expect(log).toContain('a call found the database unavailable');
    expect(log).not.toContain('a call failed');
  });

  it('under load ends no other call but with 503, loses no student and adds none twice', async () => {
    const schools = [greenfield, riverside];
    const before = await Promise.all(schools.map(namesOf));
    const added: { school: TestSchool; name: string; status: number }[] = [];
    const answers = await underLoad({
      callers: 8,
      calls: 12,
      call: async (place) => {
        const school = schools[place % 2] ?? greenfield;
        const name = `Ada-${place}`;
        const answer = await addStudent(school, name);
        added.push({ school, name, status: answer.status });
        return answer;
      },
      meanwhile: terminate,
    });
    expect(statusesOf(answers).filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(statusesOf(answers)).toContain(200);
    for (const [place, school] of schools.entries()) {
      const names = await namesOf(school);
      expect(new Set(names).size).toBe(names.length);
      // A commit whose answer was lost stands, although the call was told to try again.
      for (const { name } of added.filter((each) => each.school === school && each.status === 200))
        expect(names).toContain(name);
      expect(names.length).toBeGreaterThan(before[place]?.length ?? 0);
    }
    expect(await world.call({ host: greenfield.host, access: null }, healthEndpoints.check, {})).toEqual({
      status: 'ok',
    });
  });

  it('in a transaction that was idle for too long ends that transaction alone', async () => {
    const database = openDatabase(world.testDatabase.url, { connections: 1 });
    const idle = inTenant(database, greenfield.tenant.id, async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await world.testDatabase.administrator.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await sql`select 1`.execute(transaction);
    });
    await expect(idle).rejects.toThrow(/The database is not available|terminating connection/u);
    expect((await tenantAt(database, { subdomain: 'riverside' }))?.id).toBe(riverside.tenant.id);
    await database.destroy();
  });
});

describe('a database that does not answer', () => {
  it('within the time ends the call, and its connection is not used again', async () => {
    const database = openDatabase(world.testDatabase.url, { connections: 1, answerWithin: 300 });
    await expect(sql`select pg_sleep(5)`.execute(database)).rejects.toThrow(DatabaseUnavailableError);
    expect((await sql<{ one: number }>`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    await database.destroy();
  });

  it('has no free connection: the waiting call ends, and the one that has it goes on', async () => {
    const database = openDatabase(world.testDatabase.url, { connections: 1, connectWithin: 200 });
    await inTenant(database, greenfield.tenant.id, async (transaction) => {
      await expect(tenantAt(database, { subdomain: 'riverside' })).rejects.toThrow(DatabaseUnavailableError);
      expect((await sql<{ one: number }>`select 1 as one`.execute(transaction)).rows).toEqual([{ one: 1 }]);
    });
    expect((await tenantAt(database, { subdomain: 'riverside' }))?.id).toBe(riverside.tenant.id);
    await database.destroy();
  });

  it('cannot be reached: every call ends', async () => {
    const url = new URL(world.testDatabase.url);
    url.password = 'of-another-key';
    const database = openDatabase(url.href, { connections: 1 });
    const failure = await tenantAt(database, { subdomain: 'riverside' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'DatabaseUnavailableError', code: '28P01' });
    await database.destroy();
  });
});

describe('a database that cannot go on', () => {
  it.each([
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['too many connections', '53300'],
    ['an input or output error', '58030'],
    ['a shutdown', '57P01'],
    ['a lost connection', '08006'],
    ['a statement that took too long', '57014'],
    ['a server that became a standby', '25006'],
  ])('with %s (%s) answers 503 with Retry-After, and nothing of the call is kept', async (_what, code) => {
    const { administrator } = world.testDatabase;
    // At the end of the call, when everything else of it is written.
    await administrator.query(`
      create function fail_late() returns trigger language plpgsql as $$
      begin raise exception 'planted' using errcode = '${code}'; end $$;
      create constraint trigger fail_late after insert on users deferrable initially deferred
        for each row execute function fail_late()`);
    const outcomes = [];
    for (const school of [greenfield, riverside]) {
      const before = await namesOf(school);
      const answer = await addStudent(school, 'Late');
      outcomes.push({ answer, before, after: await namesOf(school) });
    }
    await administrator.query('drop trigger fail_late on users; drop function fail_late()');
    for (const { answer, before, after } of outcomes) {
      expect(answer).toMatchObject({ ...unavailable, headers: { 'retry-after': '2' } });
      expect(after).toEqual(before);
    }
    expect(log).not.toContain('a call failed');
    for (const school of [greenfield, riverside]) {
      const caller = await world.as(school.teacher);
      expect((await world.request(caller, 'GET', '/api/user/profile/')).status).toBe(200);
    }
  });
});

describe('a schema that changes below a running server', () => {
  const profiles = async (place: number) => {
    const school = place % 2 === 0 ? greenfield : riverside;
    return await world.request(await world.as(school.teacher), 'GET', '/api/user/profile/');
  };

  it('by a column that is added or dropped costs no call', async () => {
    const { administrator } = world.testDatabase;
    let isThere = false;
    const answers = await underLoad({
      callers: 6,
      calls: 25,
      call: profiles,
      async meanwhile() {
        const change = isThere ? 'drop column later' : "add column later text not null default 'x'";
        for (const table of ['tenants', 'users', 'sessions'])
          await administrator.query(`alter table ${table} ${change}`);
        isThere = !isThere;
      },
    });
    if (isThere)
      for (const table of ['tenants', 'users', 'sessions'])
        await administrator.query(`alter table ${table} drop column later`);
    expect(statusesOf(answers)).toEqual([200]);
    expect(log).not.toContain('a call failed');
  });

  it('by a column of another type is met by a transaction that runs again on a new connection', async () => {
    const { administrator } = world.testDatabase;
    const database = openDatabase(world.testDatabase.url, { connections: 3 });
    const read = () =>
      inTenant(database, greenfield.tenant.id, async (transaction) => {
        const rows = await transaction.selectFrom('users').select('about_me').limit(1).execute();
        const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
        return { count: rows.length, pid: own[0]?.pid };
      });
    const before = await Promise.all([read(), read(), read()]);
    await administrator.query('alter table users alter column about_me type varchar(200)');
    const after = await Promise.all([read(), read(), read()]);
    await administrator.query('alter table users alter column about_me type text');
    expect(after.map(({ count }) => count)).toEqual([1, 1, 1]);
    const pids = new Set(before.map(({ pid }) => pid));
    expect(after.filter(({ pid }) => pids.has(pid))).toEqual([]);
    await database.destroy();
  });

  it('runs a transaction again once, and a statement that never fitted not at all', async () => {
    const { administrator } = world.testDatabase;
    const database = openDatabase(world.testDatabase.url, { connections: 1 });
    let runs = 0;
    const read = () =>
      inTenant(database, greenfield.tenant.id, async (transaction) => {
        runs += 1;
        await sql`select fitting from fits_once`.execute(transaction);
      });
    await administrator.query(
      'create table fits_once as select 1 as fitting; grant select on fits_once to public',
    );
    await read();
    await administrator.query('alter table fits_once drop column fitting');
    await expect(read()).rejects.toMatchObject({ code: '42703' });
    expect(runs).toBe(3);
    await expect(read()).rejects.toMatchObject({ code: '42703' });
    expect(runs).toBe(4);
    await administrator.query('drop table fits_once');
    await database.destroy();
  });
});
