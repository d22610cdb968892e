import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { openMetricsServer, readBuild, type MetricsServer } from '#server/platform/metrics-server.ts';
import { EventReader } from '../support/event-reader.ts';
import { hostileCaller } from '../support/hostile-calls.ts';
import { textFieldsOf } from '../support/text-fields.ts';
import { until } from '../support/until.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/*
 * What is seen of a server from outside: its log and its numbers. They say how it does, and nothing of whom.
 */

let log = '';
const { world, greenfield, riverside } = worldOfFile({ log: { write: (line) => (log += line) } });

/** An e-mail address where one is wanted, and a text everywhere else. */
const planted = 'zoraya.quillfeather@planted.test';
let server: MetricsServer;

beforeAll(async () => {
  server = await openMetricsServer({
    port: 0,
    host: '127.0.0.1',
    database: world.testDatabase.database,
    clock: world.clock,
    build: await readBuild(process.cwd()),
    onFailure: (error) => {
      throw error;
    },
  });
});

afterAll(() => server.close());

async function look(path = '/metrics'): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: answer.status, text: await answer.text() };
}

/** The value of one line, such as of `http_requests_total{endpoint="health.check",status="200"}`; 0 where there is none. */
function valueOf(text: string, line: string): number {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

const labelsOf = (text: string, name: string) =>
  new Set([...text.matchAll(new RegExp(`[{,]${name}="([^"]*)"`, 'gu'))].map(([, value = '']) => value));

function linesOfCalls(): Record<string, unknown>[] {
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered');
}

describe('all endpoints of the API, called with somebody’s name and address in each field', () => {
  let text: string;
  let tokens: string[];

  beforeAll(async () => {
    const caller = await hostileCaller(world);
    for (const endpoint of endpoints)
      for (const field of textFieldsOf(endpoint)) await caller.put(endpoint, field, planted);
    for (const { host, teacher } of [greenfield, riverside]) {
      await world.refusal({ host, access: null }, identityEndpoints.signIn, {
        body: { username: teacher.email, password: planted },
      });
      await world.signIn(host, teacher.email);
    }
    const people = [greenfield, riverside].flatMap((school) => [school.teacher, school.schoolAdmin]);
    const callers = await Promise.all([...people, world.platformAdmin].map((person) => world.as(person)));
    tokens = callers.map(({ access }) => access ?? '');
    ({ text } = await look());
  });

  const persons = () =>
    [greenfield, riverside].flatMap(({ teacher, student, schoolAdmin, tenant }) => [
      teacher.email,
      schoolAdmin.email,
      student.username,
      student.password,
      student.id,
      tenant.id,
    ]);

  it('leave nothing of it in the numbers: no name, address, token or password, no id of a person or a school', () => {
    expect(text).toContain('http_requests_total{');
    const found = [...persons(), ...tokens, 'quillfeather', 'planted'].filter((each) =>
      text.toLowerCase().includes(each.toLowerCase()),
    );
    expect(found).toEqual([]);
  });

  it('leave nothing of it in the log', () => {
    expect(linesOfCalls().length).toBeGreaterThan(endpoints.length);
    expect(tokens.filter((token) => log.includes(token))).toEqual([]);
    expect(log.toLowerCase().match(/.{0,200}(?:quillfeather|planted\.test).{0,200}/u)?.[0]).toBeUndefined();
  });

  it('are counted by the names of the contract, and by codes', () => {
    const names = new Set([...endpoints.map(({ name }) => name), 'other']);
    const counted = labelsOf(text, 'endpoint');
    expect([...counted].filter((name) => !names.has(name))).toEqual([]);
    const withTexts = endpoints.filter((endpoint) => textFieldsOf(endpoint).length > 0);
    expect(withTexts.filter(({ name }) => !counted.has(name))).toEqual([]);
    expect([...labelsOf(text, 'status')].filter((status) => !/^[2-5]\d\d$/u.test(status))).toEqual([]);
    expect([...labelsOf(text, 'reason')].filter((code) => !/^[a-z_]+\.[a-z_]+$/u.test(code))).toEqual([]);
  });
});

describe('a line of the log', () => {
  it('says which endpoint, how it ended, how long it took and for whom by role, and takes the caller’s id', async () => {
    log = '';
    const teacher = await world.as(riverside.teacher);
    await world.request(teacher, 'GET', '/api/user/profile/', {
      headers: { 'x-request-id': 'a-request-of-ours' },
    });
    await world.request({ host: greenfield.host, access: null }, 'GET', '/api/user/profile/');
    await until(() => expect(linesOfCalls()).toHaveLength(2));
    const [answered, refused] = linesOfCalls();
    expect(answered).toMatchObject({
      request_id: 'a-request-of-ours',
      method: 'GET',
      status: 200,
      ms: expect.any(Number) as number,
      tenant_id: riverside.tenant.id,
      role: 'teacher',
      endpoint: identityEndpoints.readProfile.name,
    });
    expect(refused).toMatchObject({
      status: 401,
      tenant_id: greenfield.tenant.id,
      code: 'request.unauthenticated',
    });
    expect(refused).not.toHaveProperty('role');
  });
});

describe('the numbers of a server', () => {
  it('are told on a port of their own alone, and nothing else is', async () => {
    expect((await look('/')).status).toBe(404);
    expect((await look('/metrics?search=Zoraya')).status).toBe(404);
    const { status } = await world.request({ host: riverside.host, access: null }, 'GET', '/metrics');
    expect(status).toBe(404);
  });

  it('name the version and the newest change of the database', async () => {
    const { text } = await look();
    expect(text).toMatch(/^build_info\{version="\d+\.\d+\.\d+",schema="\d{4}_\w+"\} 1$/mu);
  });

  it('count an answer, a refusal with its reason, and connections', async () => {
    const { text: before } = await look();
    const teacher = await world.as(riverside.teacher);
    await world.call(teacher, identityEndpoints.readProfile, {});
    await world.refusal({ host: riverside.host, access: null }, identityEndpoints.readProfile, {});
    const { text: after } = await look();
    const rise = (line: string) => valueOf(after, line) - valueOf(before, line);
    const { name } = identityEndpoints.readProfile;
    expect(rise(`http_requests_total{endpoint="${name}",status="200"}`)).toBe(1);
    expect(rise(`http_requests_total{endpoint="${name}",status="401"}`)).toBe(1);
    expect(rise(`http_request_duration_seconds_count{endpoint="${name}"}`)).toBe(2);
    expect(rise('http_refused_total{reason="request.unauthenticated"}')).toBe(1);
    expect(rise('db_pool_wait_seconds_count')).toBeGreaterThan(1);
    expect(valueOf(after, 'db_pool_connections{state="idle"}')).toBeGreaterThan(0);
  });

  it('tell due tasks by their kind, and how long the oldest waits', async () => {
    const now = world.clock.now().getTime();
    for (const minutes of [10, 5, -5])
      await world.testDatabase.administrator.query(
        `insert into tasks (tenant_id, id, kind, due_at, dated_at, created_at)
         values ($1, gen_random_uuid(), 'test.wait', $2, $2, $2)`,
        [greenfield.tenant.id, new Date(now - minutes * 60_000)],
      );
    const { text } = await look();
    expect(valueOf(text, 'tasks_waiting{kind="test.wait"}')).toBe(2);
    expect(valueOf(text, 'tasks_oldest_seconds{kind="test.wait"}')).toBe(600);
    await world.testDatabase.administrator.query("delete from tasks where kind = 'test.wait'");
    expect((await look()).text).not.toContain('test.wait');
  });

  it('tell open streams, of which the time is no time of an answer', async () => {
    const port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
    const open = async () => valueOf((await look()).text, 'poke_streams');
    const { name } = syncEndpoints.events;
    const answered = (text: string) =>
      valueOf(text, `http_requests_total{endpoint="${name}",status="200"}`) ?? 0;
    const before = await open();
    const answeredBefore = answered((await look()).text);
    const stream = await EventReader.open(port, await world.as(riverside.student));
    await stream.until(() => stream.received.length > 0, 'versions came');
    expect(await open()).toBe(before + 1);
    stream.close();
    await until(async () => {
      const { text } = await look();
      expect(valueOf(text, 'poke_streams')).toBe(before);
      expect(answered(text)).toBe(answeredBefore + 1);
      expect(text).not.toContain(`http_request_duration_seconds_count{endpoint="${name}"}`);
    });
  });
});
