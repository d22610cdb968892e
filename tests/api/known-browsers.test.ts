import { beforeEach, describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { TestSchool } from '../support/api-world.ts';
import { cookiesIn, typedSignIn } from '../support/typed-sign-in.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;

const { world, greenfield, riverside } = worldOfFile();

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.testDatabase.administrator.query<Row>(text, values);

beforeEach(async () => {
  await query('delete from failed_guesses');
});

const teacher = 'teacher@greenfield.test';
const right = 'Test-password-1';

const asHeader = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** A browser where somebody signed in once: its cookies. */
async function knownBrowser(school: TestSchool = greenfield, { username, password } = school.student) {
  const answer = await typedSignIn(world, school.host, { username, password });
  expect(answer.status).toBe(200);
  const cookies = cookiesIn(answer);
  expect(Object.keys(cookies).toSorted()).toEqual(['quillshelf_device', 'quillshelf_known']);
  return cookies as { quillshelf_device: string; quillshelf_known: string };
}

async function status(
  password: string,
  cookie?: string,
  { host = greenfield.host, username = teacher } = {},
) {
  const typed = { username, password, ...(cookie !== undefined && { cookie }) };
  return (await typedSignIn(world, host, typed)).status;
}

/** Three hundred wrong names from the one address of the school. */
async function fillNetwork(kind = 'network', failures = 300) {
  await query('update failed_guesses set failures = $2 where kind = $1', [kind, failures]);
}

describe('a browser where somebody signed in before', () => {
  it('is known by a cookie that no script reads and that names nobody', async () => {
    const { username, password, id } = greenfield.student;
    const { headers } = await typedSignIn(world, greenfield.host, { username, password });
    const set = [headers['set-cookie']].flat().map(String);
    expect(set).toHaveLength(2);
    expect(set[1]).toMatch(
      /^quillshelf_known=\d+\.[\w-]{43}; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Lax$/u,
    );
    expect(set.join(' ')).not.toMatch(new RegExp(`${username}|${id}|${greenfield.tenant.id}`, 'u'));
  });

  it('signs in where three hundred wrong names keep every other browser of the network out', async () => {
    const known = asHeader(await knownBrowser());
    expect(await status('wrong', undefined, { username: 'nobody-1' })).toBe(401);
    await fillNetwork();
    expect(await status(right)).toBe(429);
    expect(await status(right, `quillshelf_device=${'n'.repeat(22)}`)).toBe(429);
    expect(await status(right, known)).toBe(200);
  });

  it('is known after a sign-in by a card, too', async () => {
    const params = { studentId: greenfield.student.id };
    const { badge } = await world.call(await world.as(greenfield.teacher), cardEndpoints.issueForStudent, {
      params,
    });
    await knownBrowser(greenfield, { ...greenfield.student, password: badge });
  });

  it('asks for its class and enters the community view there as well', async () => {
    const cookie = asHeader(await knownBrowser());
    const visitor = { host: greenfield.host, access: null };
    const ask = (code: string, headers: Record<string, string>) =>
      world.request(visitor, 'GET', `/api/list-student-in-class/${code}/`, { headers });
    const enter = (password: string, headers: Record<string, string>) =>
      world.request(visitor, 'POST', '/api/generic-password-login', { body: { password }, headers });
    expect((await ask('WRXNG0', {})).status).toBe(404);
    expect((await enter('wrong', {})).status).toBe(401);
    await fillNetwork('class_code_network', 100);
    await fillNetwork('community_network', 50);
    expect((await ask('MAPXE247', {})).status).toBe(429);
    expect((await ask('MAPXE247', { cookie })).status).toBe(200);
    expect((await enter('welcome-to-greenfield', {})).status).toBe(429);
    expect((await enter('welcome-to-greenfield', { cookie })).status).toBe(200);
  });

  it('passes the limit of a class', async () => {
    const known = asHeader(await knownBrowser());
    const { username, password } = greenfield.student;
    expect(await status('wrong', undefined, { username, host: greenfield.host })).toBe(401);
    await fillNetwork('class', 60);
    expect(await status(password, undefined, { username, host: greenfield.host })).toBe(429);
    expect(await status(password, known, { username, host: greenfield.host })).toBe(200);
  });
});

describe('a known browser', () => {
  it('guesses thirty times and then waits, and fills nobody else’s limit', async () => {
    const [one, other] = [asHeader(await knownBrowser()), asHeader(await knownBrowser())];
    const seen: number[] = [];
    for (let place = 0; place < 31; place += 1)
      seen.push(await status('wrong', one, { username: `nobody-${place}`, host: greenfield.host }));
    expect(seen).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
    expect(await status(right, one)).toBe(429);
    expect(await status(right, other)).toBe(200);
    expect(await status(right)).toBe(200);
    const { rows } = await query("select from failed_guesses where kind = 'network'");
    expect(rows).toEqual([]);
    const audited = await query<{ details: unknown }>(
      "select details from audit_entries where action = 'sign_ins.browser_waits'",
    );
    expect(audited.rows).toEqual([{ details: { tries: 30 } }]);
    world.clock.advance(10 * minute);
    expect(await status(right, one)).toBe(200);
  });

  it('waits for an account like any other', async () => {
    const known = asHeader(await knownBrowser());
    for (let place = 0; place < 10; place += 1) expect(await status('wrong', known)).toBe(401);
    expect(await status(right, known)).toBe(429);
  });
});

describe('the cookie of a known browser', () => {
  const refused = async (cookies: Record<string, string>, host = greenfield.host, username = teacher) => {
    await query('delete from failed_guesses');
    expect(await status('wrong', undefined, { username: 'nobody-1', host })).toBe(401);
    await fillNetwork();
    return (await status(right, asHeader(cookies), { host, username })) === 429;
  };

  it('is good for no other browser, and nothing by itself', async () => {
    const { quillshelf_known } = await knownBrowser();
    expect(await refused({ quillshelf_known })).toBe(true);
    expect(await refused({ quillshelf_known, quillshelf_device: 'o'.repeat(22) })).toBe(true);
  });

  it('is nothing where somebody changed it', async () => {
    const { quillshelf_known, quillshelf_device } = await knownBrowser();
    const [issued = '', signature = ''] = quillshelf_known.split('.');
    for (const other of [`${Number(issued) + 1}.${signature}`, `${issued}.${'A'.repeat(43)}`, issued, ''])
      expect(await refused({ quillshelf_device, quillshelf_known: other })).toBe(true);
  });

  it('of one school is nothing at the other', async () => {
    const [mine, theirs] = [await knownBrowser(greenfield), await knownBrowser(riverside)];
    expect(await refused(theirs)).toBe(true);
    expect(await refused(mine, riverside.host, 'teacher@riverside.test')).toBe(true);
    expect(await refused(mine)).toBe(false);
  });

  it('is good for half a year, and made new by a sign-in after a month', async () => {
    const cookies = await knownBrowser();
    expect(cookiesIn(await signInAgain(cookies))).toEqual({});
    world.clock.advance(31 * day);
    const renewed = cookiesIn(await signInAgain(cookies));
    expect(Object.keys(renewed)).toEqual(['quillshelf_known']);
    world.clock.advance(150 * day);
    expect(await refused(cookies)).toBe(true);
    expect(await refused({ ...cookies, ...renewed })).toBe(false);
  });

  it('that a clock which had jumped ahead made is nothing', async () => {
    world.clock.advance(365 * day);
    const cookies = await knownBrowser();
    world.clock.advance(-365 * day);
    expect(await refused(cookies)).toBe(true);
  });

  it('is given for one account ten times a day, so that nobody gets fresh guesses by signing in', async () => {
    for (let time = 0; time < 10; time += 1) await knownBrowser();
    const { username, password } = greenfield.student;
    const eleventh = await typedSignIn(world, greenfield.host, { username, password });
    expect(eleventh.status).toBe(200);
    expect(Object.keys(cookiesIn(eleventh))).toEqual(['quillshelf_device']);
    await knownBrowser(riverside);
    world.clock.advance(day);
    await knownBrowser();
  });

  const signInAgain = (cookies: Record<string, string>) =>
    typedSignIn(world, greenfield.host, { ...greenfield.student, cookie: asHeader(cookies) });
});
