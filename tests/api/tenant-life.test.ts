import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { refuseWhileSuspended } from '#server/modules/tenants/suspension.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let platform: Caller;

const at = (host: string): Caller => ({ host, access: null });
const paused = { status: 403, code: 'tenants.suspended', error: tenantLifeProblems.suspended.error };
const of = ({ tenant }: Pick<TestSchool, 'tenant'>, reason = 'Not paid') => ({
  params: { tenantId: tenant.id },
  body: { reason },
});
const suspend = (school: Pick<TestSchool, 'tenant'>, reason?: string) =>
  world.call(platform, tenantLifeEndpoints.suspend, of(school, reason));
const resume = (school: Pick<TestSchool, 'tenant'>, reason?: string) =>
  world.call(platform, tenantLifeEndpoints.resume, of(school, reason));
const read = ({ tenant }: Pick<TestSchool, 'tenant'>) =>
  world.call(platform, tenantLifeEndpoints.readLife, { params: { tenantId: tenant.id } });

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.testDatabase.administrator.query<Row>(text, values)).rows;
}

/** A hash of each of a school's rows in the tables that suspending writes to. */
const rowsOf = ({ tenant }: TestSchool) =>
  rows(
    `select md5(string_agg(line, '' order by line)) as hash, count(*) from (
       select tenants::text as line from tenants where id = $1
       union all select sessions::text from sessions where tenant_id = $1
       union all select refresh_tokens::text from refresh_tokens where tenant_id = $1
       union all select users::text from users where tenant_id = $1
       union all select audit_entries::text from audit_entries where tenant_id = $1
     ) as lines`,
    [tenant.id],
  );

const passwordOf = (school: TestSchool) => ({
  body: { username: school.student.username, password: school.student.password },
});

beforeEach(async () => {
  platform = await world.as(world.platformAdmin);
});

afterEach(async () => {
  await world.testDatabase.administrator.query('update tenants set suspended_at = null');
});

describe('suspending a school', () => {
  it('ends its sessions, says so at sign-in, and leaves the other school alone (laws 7, 9)', async () => {
    const child = await world.signIn(
      greenfield.host,
      greenfield.student.username,
      greenfield.student.password,
    );
    const neighbour = await world.signIn(riverside.host, riverside.schoolAdmin.email);
    const before = await rowsOf(riverside);
    await suspend(greenfield);

    expect(await world.refusal(child, identityEndpoints.readProfile, {})).toMatchObject({
      code: 'request.unauthenticated',
    });
    const again = { body: { refresh: child.refresh } };
    expect(await world.refusal(at(greenfield.host), identityEndpoints.refresh, again)).toMatchObject({
      code: 'identity.refresh_refused',
    });
    const signIn = identityEndpoints.signIn;
    expect(await world.refusal(at(greenfield.host), signIn, passwordOf(greenfield))).toMatchObject(paused);
    const wrong = { body: { username: greenfield.schoolAdmin.email, password: 'not it' } };
    expect(await world.refusal(at(greenfield.host), signIn, wrong)).toMatchObject(paused);
    expect(await world.refusal(at(greenfield.host), workEndpoints.list, { query: {} })).toMatchObject(paused);
    // The page on which the words stand still has the school's name and colours.
    expect(await world.call(at(greenfield.host), tenantEndpoints.readCurrent, {})).toMatchObject({
      id: greenfield.tenant.id,
      is_suspended: true,
    });
    expect(await world.call(at(riverside.host), tenantEndpoints.readCurrent, {})).not.toHaveProperty(
      'is_suspended',
    );
    await world.call(at(greenfield.host), identityEndpoints.signOut, again);

    expect(await world.call(neighbour, identityEndpoints.readProfile, {})).toMatchObject({
      id: riverside.schoolAdmin.id,
    });
    expect(await rowsOf(riverside)).toEqual(before);
  });

  it('is shown with the number of people, and undone: the same people sign in again', async () => {
    expect(await read(greenfield)).toMatchObject({ state: 'active', suspended_at: null });
    await suspend(greenfield);
    expect(await read(greenfield)).toMatchObject({
      id: greenfield.tenant.id,
      school_name: expect.stringMatching(/greenfield/iu),
      state: 'suspended',
      suspended_at: world.clock.now().toISOString(),
    });
    expect(await read(riverside)).toMatchObject({ state: 'active' });
    await world.testDatabase.administrator.query(
      `insert into tenant_numbers values ($1, 83, 6, 0, 0, 0, 0, 0, 0, 0, now())
       on conflict (tenant_id) do update set students = 83, staff = 6`,
      [greenfield.tenant.id],
    );
    expect(await read(greenfield)).toMatchObject({ people: { students: 83, staff: 6 } });
    await resume(greenfield, 'Paid');
    expect(await read(greenfield)).toMatchObject({ state: 'active', suspended_at: null });
    expect(await world.call(at(greenfield.host), tenantEndpoints.readCurrent, {})).not.toHaveProperty(
      'is_suspended',
    );
    await world.signIn(greenfield.host, greenfield.student.username, greenfield.student.password);
  });

  it('takes what a tablet holds of a child who had signed out, and no other push', async () => {
    const tablet = new SigningTablet();
    const outbox = new TestOutbox();
    const grant = await tablet.grantFor(world, greenfield.student);
    const child = await world.as(greenfield.student);
    await suspend(greenfield);
    const call = queue.anything('identity.markTutorialSeen', { params: { key: 'stories' } });
    const [sent] = await pushSigned(
      world,
      greenfield.host,
      tablet.sign(grant.grant_id, greenfield.student.id, outbox.number(call)),
    );
    expect(sent?.outcome).toBe('applied');
    const push = {
      body: { client_id: randomUUID(), user_id: greenfield.student.id, calls: outbox.number(call) },
    };
    expect((await world.refusal(child, syncEndpoints.push, push)).status).toBe(401);
  });

  it('is written down in both schools with its reason, who did it in the platform’s alone', async () => {
    const audits = (tenantId: string) =>
      rows(
        `select actor_id, action, details from audit_entries
         where tenant_id = $1 and subject_id = $2 and action in ('tenants.suspended', 'tenants.resumed')
         order by created_at desc, id desc limit 2`,
        [tenantId, greenfield.tenant.id],
      );
    await suspend(greenfield, '  Not   paid ');
    await resume(greenfield, 'Paid');
    expect(await audits(greenfield.tenant.id)).toEqual([
      { actor_id: null, action: 'tenants.resumed', details: { reason: 'Paid' } },
      { actor_id: null, action: 'tenants.suspended', details: { reason: 'Not paid' } },
    ]);
    const there = { actor_id: world.platformAdmin.id };
    const partner = greenfield.tenant.school_name;
    expect(await audits(world.platform.id)).toEqual([
      { ...there, action: 'tenants.resumed', details: { reason: 'Paid', partner } },
      { ...there, action: 'tenants.suspended', details: { reason: 'Not paid', partner } },
    ]);
    expect(await audits(riverside.tenant.id)).toEqual([]);
  });

  it('is refused without a reason, twice, for one nobody set up, and for the platform itself', async () => {
    const refusal = (tenantId: string, reason = 'Why not') =>
      world.refusal(platform, tenantLifeEndpoints.suspend, { params: { tenantId }, body: { reason } });
    expect(await refusal(greenfield.tenant.id, '  ')).toMatchObject({
      status: 400,
      errors: { reason: ['Please say why'] },
    });
    expect((await refusal(world.platform.id)).code).toBe('tenants.not_found');
    expect((await refusal(randomUUID())).code).toBe('tenants.not_found');
    await suspend(greenfield);
    const state = { code: 'tenants.not_active', details: { state: 'suspended' } };
    expect(await refusal(greenfield.tenant.id)).toMatchObject({ status: 409, ...state });
    await resume(greenfield);
    expect(await world.refusal(platform, tenantLifeEndpoints.resume, of(greenfield))).toMatchObject({
      status: 409,
      code: 'tenants.not_suspended',
      details: { state: 'active' },
    });
    const moments = [riverside.tenant.id];
    await world.testDatabase.administrator.query(
      'update tenants set registered_at = now(), set_up_at = null where id = $1',
      moments,
    );
    expect(await refusal(riverside.tenant.id)).toMatchObject({ details: { state: 'pending' } });
    await world.testDatabase.administrator.query(
      'update tenants set registered_at = null where id = $1',
      moments,
    );
  });

  it('lets no session begin where the sign-in met it', async () => {
    const { administrator } = world.testDatabase;
    await administrator.query('begin');
    await administrator.query('update tenants set suspended_at = now() where id = $1', [
      greenfield.tenant.id,
    ]);
    const signingIn = world.refusal(at(greenfield.host), identityEndpoints.signIn, passwordOf(greenfield));
    await untilWaiting(administrator, 1);
    await administrator.query('commit');
    expect(await signingIn).toMatchObject(paused);
  });
});

it('says of each call that is for anyone whether it answers while a school is suspended', () => {
  const answers = endpoints
    .filter(({ roles }) => roles === 'anyone')
    .filter((endpoint) => {
      try {
        refuseWhileSuspended(endpoint, { suspended_at: new Date() });
        return true;
      } catch {
        return false;
      }
    })
    .map(({ name }) => name)
    .toSorted();
  expect(answers).toEqual([
    'certificates.read',
    'devices.readPack',
    'health.check',
    'health.live',
    'health.ready',
    'help.list',
    'identity.leaveCommunity',
    'identity.refresh',
    'identity.signOut',
    'invoices.read',
    'invoices.readWhole',
    'orders.check',
    'orders.download',
    'orders.giveBack',
    'orders.openOwn',
    'orders.readOwn',
    'orders.readParts',
    'orders.sendCode',
    'orders.track',
    'pictures.sendByGrant',
    'recordings.sendByGrant',
    'sync.pushByGrant',
    'tenants.checkSubdomain',
    'tenants.findBySlug',
    'tenants.readCurrent',
  ]);
});
