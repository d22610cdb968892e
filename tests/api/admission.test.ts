import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { MeasuredLoad } from '#server/platform/admission.ts';
import { openDatabase } from '#server/platform/database.ts';
import { sql } from 'kysely';
import { staffPassword } from '../support/three-schools.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const load = { waiting: 0, expectedWait: 0 };
const { world, greenfield, riverside } = worldOfFile({ load });
afterEach(() => {
  load.expectedWait = 0;
});

const push = async () =>
  world.request(await world.as(greenfield.teacher), 'POST', `/api/sync/push/`, {
    body: { device_id: uuidv7(), calls: [] },
  });

describe('a server with more to do than it can', () => {
  it('asks those who come to come again, each at a moment of their own, and does nothing for them', async () => {
    load.expectedWait = 1500;
    const waits = new Set<string>();
    for (let time = 0; time < 12; time += 1)
      for (const school of [greenfield, riverside]) {
        const { status, headers, body } = await world.request(
          { host: school.host, access: null },
          identityEndpoints.signIn.method,
          '/api/auth/token/',
          { body: { username: school.teacher.email, password: staffPassword } },
        );
        expect(status).toBe(503);
        const seconds = Number(headers['retry-after']);
        expect(seconds).toBeGreaterThanOrEqual(2);
        expect(seconds).toBeLessThanOrEqual(20);
        expect(body).toMatchObject({
          code: 'request.unavailable',
          error: `Very many people are here right now. Please try again in ${seconds} seconds.`,
        });
        waits.add(String(seconds));
      }
    expect(waits.size).toBeGreaterThan(3);
    load.expectedWait = 0;
    const { access } = await world.signIn(greenfield.host, greenfield.teacher.email);
    expect(access).not.toBe('');
  });

  it('takes what somebody wrote for longer than it takes anything else', async () => {
    const teacher = await world.as(greenfield.teacher);
    load.expectedWait = 4000;
    expect((await world.refusal(teacher, dashboardEndpoints.readSchool, { query: {} })).status).toBe(503);
    expect((await push()).status).not.toBe(503);
    load.expectedWait = 6000;
    expect((await push()).status).toBe(503);
    // Those who write by hand are no different.
    expect((await world.refusal(teacher, syncEndpoints.pull, { body: {} as never })).status).toBe(503);
  });

  it('says that it is alive and ready all the while: a busy server stays in the balancer', async () => {
    load.expectedWait = 60_000;
    for (const address of ['/api/livez', '/api/readyz', '/api/healthz'])
      expect((await world.request({ host: 'localhost', access: null }, 'GET', address)).status).toBe(200);
  });
});

it('how long one has to wait is learnt from how long others keep their connection, and how many wait', async () => {
  const measured = new MeasuredLoad();
  const database = openDatabase(world.testDatabase.url, { connections: 1, load: measured });
  expect(measured.expectedWait).toBe(0);
  for (let time = 0; time < 5; time += 1) await sql`select pg_sleep(0.02)`.execute(database);
  expect(measured.expectedWait).toBe(0);
  const all = Array.from({ length: 30 }, () => sql`select pg_sleep(0.02)`.execute(database));
  await new Promise((resolve) => setImmediate(resolve));
  expect(measured.waiting).toBe(29);
  const expected = measured.expectedWait;
  expect(expected).toBeGreaterThan(0);
  await Promise.all(all);
  expect([measured.waiting, measured.expectedWait]).toEqual([0, 0]);
  await database.destroy();
});
