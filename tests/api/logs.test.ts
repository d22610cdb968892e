import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { urlOf, type TestSchool } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { LogWatch } from '../support/log-watch.ts';
import { makePasswordLinks } from '../support/password-links.ts';
import { makeVisitLinks } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world } = worldOfFile({ log: { write: (line) => (log += line) } });
let log = '';

/** Does all that there is with secrets at a school, and answers them by what they are. */
async function secretsOf(school: TestSchool): Promise<Record<string, string>> {
  const visitor = { host: school.host, access: null };
  const { student, teacher } = school;
  const typed = { member: 'Test-password-1', wrong: `wrong-of-${school.host}`, child: student.password };
  const member = await world.signIn(school.host, teacher.email);
  await world.signIn(school.host, student.username, typed.child);
  await world.refusal(visitor, identityEndpoints.signIn, {
    body: { username: teacher.email, password: typed.wrong },
  });
  const renewed = await world.call(visitor, identityEndpoints.refresh, { body: { refresh: member.refresh } });
  const caller = { host: school.host, access: renewed.access };

  const { badge } = await world.call(caller, cardEndpoints.issueForStudent, {
    params: { studentId: student.id },
  });
  const byCard = await world.signIn(school.host, student.username, badge);

  const device_id = '01985b4e-0000-7000-8000-00000000d0d0';
  await world.call(caller, deviceEndpoints.report, { body: deviceReport({ device_id }) });
  const prepared = await world.call(caller, deviceEndpoints.prepare, {
    body: { device_id, school_class_ids: [school.ownClass.id] },
  });
  await world.call(visitor, deviceEndpoints.readPack, { body: { token: prepared.token } });

  const [link = ''] = await makePasswordLinks(world, school, 1);
  const chosen = `chosen-at-${school.host}`;
  await world.call(visitor, passwordEndpoints.checkReset, { body: { token: link } });
  await world.call(visitor, passwordEndpoints.reset, { body: { token: link, new_password: chosen } });

  const [visit = ''] = await makeVisitLinks(world, school, 1);
  const guest = await world.call(visitor, visitEndpoints.redeem, { body: { token: visit } });

  const community = `welcome-to-${school.tenant.subdomain}`;
  const entered = await world.request(visitor, 'POST', '/api/generic-password-login', {
    body: { password: community },
  });
  const cookie = String([entered.headers['set-cookie']].flat().at(-1)).split(/[=;]/u)[1] ?? '';
  await world.request(visitor, 'GET', '/api/check-generic-access', {
    headers: { cookie: `quillshelf_community=${cookie}` },
  });
  await world.call(visitor, identityEndpoints.signOut, { body: { refresh: renewed.refresh } });

  return {
    ...typed,
    'an access token': member.access ?? '',
    'a refresh token': member.refresh,
    'a renewed access token': renewed.access,
    'a renewed refresh token': renewed.refresh,
    'the badge of a card': badge,
    'the refresh token of a card': byCard.refresh,
    'the token of a tablet': prepared.token,
    'a link for a new password': link,
    'a new password': chosen,
    'a link for a guest': visit,
    'a guest’s refresh token': guest.refresh,
    'the community password': community,
    'the cookie of the community': cookie,
  };
}

async function expectNoneOf(secrets: Record<string, string>): Promise<void> {
  // Short ones would turn up by themselves, and an empty one everywhere.
  expect(Object.values(secrets).filter((secret) => secret.length < 12)).toEqual([]);
  expect(Object.keys(secrets).filter((name) => log.includes(secrets[name] ?? ''))).toEqual([]);
}

describe('the log that tells all it can', () => {
  it('holds the requests, and none of the secrets that are in them', async () => {
    for (const school of [world.greenfield, world.riverside]) await expectNoneOf(await secretsOf(school));
    for (const { name } of [
      identityEndpoints.signIn,
      visitEndpoints.redeem,
      identityEndpoints.enterCommunity,
    ])
      expect(log).toContain(`"endpoint":"${name}"`);
  });

  it('holds a failure of the database, and none of the secrets that were asked with', async () => {
    const { administrator } = world.testDatabase;
    const secrets = await secretsOf(world.riverside);
    log = '';
    const { host, student } = world.riverside;
    const send = (url: string, body: unknown) =>
      world.request({ host, access: secrets['an access token'] ?? null }, 'POST', url, { body });
    for (const table of ['users', 'refresh_tokens', 'device_preparations', 'visit_links', 'password_resets'])
      await administrator.query(`alter table ${table} rename to ${table}_away`);
    const statuses = [];
    for (const [url, body] of [
      ['/api/auth/token/', { username: student.username, password: secrets['the badge of a card'] }],
      ['/api/auth/token/', { username: student.username, password: secrets['child'] }],
      ['/api/auth/token/refresh/', { refresh: secrets['a refresh token'] }],
      ['/api/auth/visit/', { token: secrets['a link for a guest'] }],
      ['/api/auth/password-reset/check/', { token: secrets['a link for a new password'] }],
    ] as const)
      statuses.push((await send(url, body)).status);
    for (const table of ['users', 'refresh_tokens', 'device_preparations', 'visit_links', 'password_resets'])
      await administrator.query(`alter table ${table}_away rename to ${table}`);
    expect(statuses.filter((status) => status < 500)).toEqual([]);
    expect(log).toContain('a call failed');
    await expectNoneOf(secrets);
  });

  it('holds a row that PostgreSQL quotes, such as of a child, in no line', async () => {
    const { administrator } = world.testDatabase;
    log = '';
    await administrator.query(
      "alter table users add constraint not_this_one check (last_name <> 'Quillfeather')",
    );
    const statuses = [];
    for (const school of [world.greenfield, world.riverside]) {
      const url = urlOf(studentEndpoints.addToClass, { params: { classId: school.ownClass.id } });
      const students = [{ first_name: 'Zoraya', last_name: 'Quillfeather' }];
      const answer = await world.request(await world.as(school.teacher), 'POST', url, { body: { students } });
      statuses.push(answer.status);
    }
    await administrator.query('alter table users drop constraint not_this_one');
    expect(statuses).toEqual([500, 500]);
    expect(log).toContain('"code":"23514"');
    expect(log).toContain('"constraint":"not_this_one"');
    expect(log).not.toMatch(/Zoraya|Quillfeather/iu);
  });

  it('holds a request by its route, and not what was searched for', async () => {
    log = '';
    const { greenfield } = world;
    const teacher = await world.as(greenfield.teacher);
    for (const url of ['/api/dashboard/?search=Zoraya', '/api/no-such-call/Zoraya?search=Zoraya', '/Zoraya'])
      await world.request(teacher, 'GET', url);
    expect(log).toContain('"endpoint":"none of ours"');
    expect(log).not.toContain('Zoraya');
  });
});

describe('the watch over the log of every API test', () => {
  it('finds a name, an address, a token and a password that were sent or answered, and nothing else', () => {
    const watch = new LogWatch();
    watch.plant(JSON.stringify({ students: [{ first_name: 'Zoraya', email: 'z@oak.test' }] }));
    watch.plant({ results: [{ access: 'a-long-token', new_password: 'sunny-otter', id: 'not-a-person' }] });
    watch.plant([{ first_name: 'students' }, { last_name: 'Li' }]);
    expect(watch.found([])).toEqual([]);
    watch.write('{"msg":"zoraya of not-a-person, Li, students"}');
    watch.write('{"msg":"z@oak.test came with a-long-token for sunny-otter"}');
    expect(watch.found(['/api/students/']).toSorted()).toEqual([
      'Zoraya',
      'a-long-token',
      'sunny-otter',
      'z@oak.test',
    ]);
  });
});
