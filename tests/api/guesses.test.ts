import { beforeEach, describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { createApp } from '#server/app.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { RawAnswer, TestSchool } from '../support/api-world.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { QueryCount } from '../support/query-count.ts';
import { asTiles } from '../support/class-rows.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60 * 1000;

const queries = new QueryCount();
const { world, greenfield, riverside } = worldOfFile({ plugins: [queries] });

beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});

const teacher = 'teacher@greenfield.test';
const right = 'Test-password-1';

function signIn(
  username: string,
  password: string,
  { host = greenfield.host, cookie }: { host?: string; cookie?: string } = {},
): Promise<RawAnswer> {
  return world.request({ host, access: null }, 'POST', '/api/auth/token/', {
    body: { username, password },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
}

async function statuses(answers: Promise<RawAnswer>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** One after the other, as a person types. */
async function wrongTimes(count: number, username: string, cookie?: string): Promise<number[]> {
  const seen: number[] = [];
  for (let place = 0; place < count; place += 1)
    seen.push((await signIn(username, `wrong ${place}`, cookie === undefined ? {} : { cookie })).status);
  return seen;
}

const ten401 = Array.from({ length: 10 }, () => 401);

describe('wrong passwords for one account', () => {
  it('are answered ten times within minutes; the eleventh has to wait, in kind words', async () => {
    expect(await wrongTimes(10, teacher)).toEqual(ten401);
    const eleventh = await signIn(teacher, 'wrong once more');
    expect(eleventh).toMatchObject({
      status: 429,
      headers: { 'retry-after': '600' },
      body: {
        code: 'request.too_many',
        error: 'Too many tries. Please wait 10 minutes, or ask somebody at your school for help.',
      },
    });
    world.clock.advance(9.5 * minute);
    expect(await signIn(teacher, 'and again')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '30' },
      body: { error: 'Too many tries. Please wait a minute, or ask somebody at your school for help.' },
    });
  });

  it('never lock for ever: after ten minutes the right one is taken, however often somebody tried meanwhile', async () => {
    await wrongTimes(10, teacher);
    expect((await signIn(teacher, right)).status).toBe(429);
    world.clock.advance(5 * minute);
    expect(await wrongTimes(5, teacher)).toEqual([429, 429, 429, 429, 429]);
    world.clock.advance(5 * minute);
    expect((await signIn(teacher, right)).status).toBe(200);
  });

  it('count together, however the account is named', async () => {
    const picker = await world.call({ host: greenfield.host, access: null }, studentEndpoints.listInClass, {
      params: { classCode: 'MAPXE247' },
      query: { search: 'Zoë' },
    });
    const handle = asTiles(picker.results.students)[0]?.handle ?? '';
    const names = ['zoe-otter-42', ' ZOE-Otter-42 ', handle];
    for (let place = 0; place < 10; place += 1)
      expect((await signIn(names[place % 3] ?? '', 'wrong')).status).toBe(401);
    for (const name of names) expect((await signIn(name, 'sunny-otter-42')).status).toBe(429);
  });

  it('that are too many are refused without waiting for anybody who is just counted', async () => {
    await wrongTimes(10, teacher);
    const { administrator } = world.testDatabase;
    await administrator.query('begin');
    try {
      await administrator.query('select from failed_guesses for update');
      expect((await signIn(teacher, right)).status).toBe(429);
    } finally {
      await administrator.query('rollback');
    }
  });

  it('leave everybody else alone, on the same address and the same tablet', async () => {
    const cookie = `quillshelf_device=${'t'.repeat(22)}`;
    await wrongTimes(11, teacher, cookie);
    expect((await signIn('lead@greenfield.test', right, { cookie })).status).toBe(200);
    expect((await signIn('zoe-otter-42', 'sunny-otter-42', { cookie })).status).toBe(200);
  });

  it('leave the account of the same name at the other school alone', async () => {
    await wrongTimes(11, 'zoe-otter-42');
    expect((await signIn('zoe-otter-42', 'sunny-otter-42')).status).toBe(429);
    expect((await signIn('zoe-otter-42', 'sunny-otter-42', { host: riverside.host })).status).toBe(200);
  });

  it('are forgiven by the right one', async () => {
    expect(await wrongTimes(9, teacher)).not.toContain(429);
    expect((await signIn(teacher, right)).status).toBe(200);
    expect(await wrongTimes(9, teacher)).not.toContain(429);
  });

  it('are answered no more often when they are sent all at once, a right one among the last of them', async () => {
    const seen = await statuses(Array.from({ length: 40 }, (_, place) => signIn(teacher, `wrong ${place}`)));
    expect(seen.filter((status) => status === 401)).toHaveLength(10);
    expect(seen.filter((status) => status === 429)).toHaveLength(30);
    expect((await signIn(teacher, right)).status).toBe(429);
  });

  it('that became too many while a right one was looked at refuse it, and it leaves no session behind', async () => {
    await wrongTimes(9, teacher);
    const { administrator } = world.testDatabase;
    const sessions = async () =>
      (
        await administrator.query<{ id: string }>('select id from sessions where user_id = $1', [
          greenfield.teacher.id,
        ])
      ).rows;
    const before = await sessions();
    await administrator.query('begin');
    await administrator.query("update failed_guesses set failures = 10 where kind = 'account'");
    const rightOne = signIn(teacher, right);
    await untilWaiting(administrator, 1, 'transactionid');
    await administrator.query('commit');
    expect((await rightOne).status).toBe(429);
    expect(await sessions()).toEqual(before);
    // What was counted still is.
    expect((await signIn(teacher, right)).status).toBe(429);
  });

  it('do not keep a child from the card, whose badge nobody could guess', async () => {
    await wrongTimes(11, 'zoe-otter-42');
    const badge = 'Q'.repeat(22);
    expect((await signIn('zoe-otter-42', badge)).status).toBe(401);
    expect((await signIn('zoe-otter-42', 'sunny-otter-42')).status).toBe(429);
    // Members have no cards.
    await wrongTimes(11, teacher);
    expect((await signIn(teacher, badge)).status).toBe(429);
  });

  it('for a name that nobody has are answered in the same way', async () => {
    expect(await wrongTimes(11, 'nobody@greenfield.test')).toEqual([...ten401, 429]);
  });
});

describe('a class', () => {
  it('signs in behind one address, thirty at once, and hears of no limit', async () => {
    const members = await Promise.all(
      Array.from({ length: 30 }, () =>
        makeMember(world.context, greenfield.tenant, { role: 'teacher', password: right }),
      ),
    );
    const seen = await statuses(members.map(({ email }) => signIn(email, right)));
    expect(seen).toEqual(members.map(() => 200));
    const again = await statuses(members.map(() => signIn(teacher, right)));
    expect(again).toEqual(members.map(() => 200));
  });

  it('that mistypes its passwords once each still signs in', async () => {
    for (let child = 0; child < 29; child += 1) await signIn(`child-${child}`, 'mistyped');
    expect((await signIn(teacher, right)).status).toBe(200);
  });
});

describe('one tablet', () => {
  it('is known from its first try on, by a cookie that no script reads', async () => {
    const { headers } = await signIn(teacher, 'wrong');
    expect(headers['set-cookie']).toMatch(
      /^quillshelf_device=[\w-]{22}; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Lax$/u,
    );
    const known = await signIn(teacher, 'wrong', {
      cookie: String(headers['set-cookie']).split(';')[0] ?? '',
    });
    expect(known.headers['set-cookie']).toBeUndefined();
  });

  it('guesses thirty times over all names; another beside it goes on', async () => {
    const cookie = `quillshelf_device=${'d'.repeat(22)}`;
    const seen: number[] = [];
    for (let place = 0; place < 31; place += 1)
      seen.push((await signIn(`name-${place}`, 'wrong', { cookie })).status);
    expect(seen).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
    expect((await signIn(teacher, right, { cookie })).status).toBe(429);
    expect((await signIn(teacher, right)).status).toBe(200);
    world.clock.advance(10 * minute);
    expect((await signIn(teacher, right, { cookie })).status).toBe(200);
  });
});

describe('a login card', () => {
  const print = async (school: TestSchool) => {
    const input = { params: { studentId: school.student.id } };
    return await world.call(await world.as(school.teacher), cardEndpoints.issueForStudent, input);
  };

  it('opens its account where its tablet and its whole school had too many tries, and nothing else does', async () => {
    const { badge } = await print(greenfield);
    const theirs = await print(riverside);
    const { username, password } = greenfield.student;
    const cookie = `quillshelf_device=${'c'.repeat(22)}`;
    await signIn('name-1', 'wrong', { cookie });
    await world.testDatabase.administrator.query('update failed_guesses set failures = 300');
    expect((await signIn(username, password, { cookie })).status).toBe(429);
    expect(await signIn(username, badge, { cookie })).toMatchObject({
      status: 200,
      body: { user: { id: greenfield.student.id } },
    });
    expect((await signIn(username, ` ${badge} `)).status).toBe(200);
    // Nobody else's, and none that somebody made up.
    for (const wrong of [theirs.badge, 'Q'.repeat(22)])
      for (const name of [username, teacher, 'nobody-owl-11'])
        expect((await signIn(name, wrong, { cookie })).status).toBe(429);
    expect((await signIn(teacher, badge)).status).toBe(429);
    expect((await signIn(username, theirs.badge, { host: riverside.host })).status).toBe(200);
  });

  it('that is void opens nothing there', async () => {
    const { username, badge } = await print(greenfield);
    await signIn('name-1', 'wrong');
    const input = { params: { studentId: greenfield.student.id }, body: {} };
    await world.call(await world.as(greenfield.teacher), cardEndpoints.replaceOfStudent, input);
    expect((await signIn(username, badge)).status).toBe(401);
    await world.testDatabase.administrator.query('update failed_guesses set failures = 300');
    expect((await signIn(username, badge)).status).toBe(429);
  });
});

describe('one address', () => {
  it('guesses three hundred times over all names', async () => {
    const { administrator } = world.testDatabase;
    await signIn('name-1', 'wrong');
    await administrator.query("update failed_guesses set failures = 299 where kind = 'network'");
    expect((await signIn('name-2', 'wrong')).status).toBe(401);
    expect((await signIn('name-3', 'wrong')).status).toBe(429);
    world.clock.advance(10 * minute);
    expect((await signIn('name-3', 'wrong')).status).toBe(401);
  });
});

describe('class codes', () => {
  const ask = (code: string, { host = greenfield.host, cookie }: { host?: string; cookie?: string } = {}) =>
    world.request({ host, access: null }, 'GET', `/api/list-student-in-class/${code}/`, {
      ...(cookie !== undefined && { headers: { cookie } }),
    });

  it('are guessed a hundred times from one address, and then waited for', async () => {
    const seen: number[] = [];
    for (let place = 0; place < 100; place += 1) seen.push((await ask(`WRXNG${place}`)).status);
    expect(new Set(seen)).toEqual(new Set([404]));
    expect(await ask('WRXNG100')).toMatchObject({ status: 429, headers: { 'retry-after': '600' } });
    expect((await ask('MAPXE247')).status).toBe(429);
    expect((await signIn(teacher, right)).status).toBe(200);
    world.clock.advance(10 * minute);
    expect((await ask('MAPXE247')).status).toBe(200);
  });

  it('are guessed thirty times on one tablet, which is known from its first; another beside it goes on', async () => {
    const first = await ask('WRXNG0');
    expect(first.headers['set-cookie']).toMatch(/^quillshelf_device=[\w-]{22}; /u);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    const seen: number[] = [];
    for (let place = 1; place <= 31; place += 1) seen.push((await ask(`WRXNG${place}`, { cookie })).status);
    expect(seen).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
    // However long it goes on: its school's other tablets have most of the tries of the network left.
    for (let place = 0; place < 100; place += 1) await ask(`WRXNG${place}`, { cookie });
    expect((await ask('MAPXE247', { cookie })).status).toBe(429);
    expect((await ask('MAPXE247', { cookie: `quillshelf_device=${'o'.repeat(22)}` })).status).toBe(200);
    expect((await ask('WRXNG0')).status).toBe(404);
    expect((await ask('MAPXE247', { host: riverside.host, cookie })).status).toBe(200);
    world.clock.advance(10 * minute);
    expect((await ask('MAPXE247', { cookie })).status).toBe(200);
  });

  it('that are right are asked for as often as one likes', async () => {
    const seen = await statuses(Array.from({ length: 120 }, () => ask('MAPXE247')));
    expect(new Set(seen)).toEqual(new Set([200]));
  });

  it('are nothing that the staff guess: they are not counted', async () => {
    const caller = await world.as(greenfield.teacher);
    for (let place = 0; place < 5; place += 1)
      await world.refusal(caller, studentEndpoints.listInClass, {
        params: { classCode: `WRXNG${place}` },
        query: {},
      });
    const { rows } = await world.testDatabase.administrator.query(
      "select * from failed_guesses where kind <> 'new_browser'",
    );
    expect(rows).toEqual([]);
  });
});

describe('a sign-in', () => {
  async function transactionsOf(answer: () => Promise<RawAnswer>, status: number): Promise<number> {
    const before = queries.transactions;
    expect((await answer()).status).toBe(status);
    return queries.transactions - before;
  }

  it('looks at the account and its tries, and opens the session or counts: two transactions, once the school is known', async () => {
    expect(await transactionsOf(() => signIn(teacher, right), 200)).toBe(2);
    expect(await transactionsOf(() => signIn('zoe-otter-42', 'sunny-otter-42'), 200)).toBe(2);
    expect(await transactionsOf(() => signIn(teacher, 'wrong'), 401)).toBe(2);
    expect(await transactionsOf(() => signIn('nobody', 'wrong'), 401)).toBe(2);
  });
});

describe('a wrong password', () => {
  it('is found out by as many statements for a child, for the staff and for a name that nobody has', async () => {
    const asked = [];
    for (const name of ['zoe-otter-42', teacher, 'nobody-owl-11', 'nobody@greenfield.test']) {
      const before = queries.asked;
      expect((await signIn(name, 'wrong')).status).toBe(401);
      asked.push(queries.asked - before);
    }
    expect(new Set(asked).size).toBe(1);
  });
});

describe('what is counted', () => {
  it('is shared by all servers on the database', async () => {
    const other = await createApp({
      database: world.testDatabase.database,
      databaseUrl: world.testDatabase.url,
      secretKey: testSecretKey,
      baseDomain: 'localhost',
      trustProxy: false,
      webRoot: null,
      clock: world.clock,
      logLevel: 'silent',
    });
    const atOther = async (password: string) =>
      (
        await other.inject({
          method: 'POST',
          url: '/api/auth/token/',
          headers: { host: greenfield.host },
          payload: { username: teacher, password },
        })
      ).statusCode;
    expect(await wrongTimes(5, teacher)).not.toContain(429);
    for (let place = 0; place < 5; place += 1) expect(await atOther('wrong')).toBe(401);
    expect(await atOther(right)).toBe(429);
    expect((await signIn(teacher, right)).status).toBe(429);
    await other.close();
  });

  it('is cleared away, and holds no name and no address', async () => {
    const { administrator } = world.testDatabase;
    const kept = async () =>
      (await administrator.query<Record<string, unknown>>('select * from failed_guesses')).rows;
    await signIn('nobody-at-all', 'wrong');
    expect(new Set((await kept()).map(({ kind }) => kind))).toEqual(new Set(['account', 'network']));
    const text = (await kept()).map(({ subject }) => (subject as Buffer).toString()).join(' ');
    expect(text).not.toMatch(/nobody-at-all|127\.0\.0\.1/u);
    world.clock.advance(9 * minute);
    await sweeperOf(world).sweep();
    expect(await kept()).toHaveLength(2);
    world.clock.advance(minute);
    await sweeperOf(world).sweep();
    expect((await kept()).map(({ kind }) => kind)).toEqual(['account']);
    world.clock.advance(12 * 60 * minute);
    await sweeperOf(world).sweep();
    expect(await kept()).toEqual([]);
  });
});
