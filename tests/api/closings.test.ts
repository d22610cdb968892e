import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { refuseWhileClosing } from '#server/modules/tenants/closing.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { mailSenderOf } from '../support/mailbox.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { staffPassword } from '../support/three-schools.ts';
import { closingsOfFile, day, hour, ofSchool } from './closings.support.ts';

const {
  world,
  greenfield,
  riverside,
  mailbox,
  platform,
  office,
  ender,
  administrate,
  codeTo,
  closeItself,
  letTimePass,
  countsOf,
} = closingsOfFile();

describe('a school that closes itself', () => {
  it('needs the password and the code of an email, each of which can be wrong a few times', async () => {
    const body = { password: 'Not-the-password-1', reason: 'We move' };
    expect(await world.refusal(office, closingEndpoints.ask, { body })).toMatchObject({
      code: 'passwords.wrong_old_password',
      errors: { password: expect.any(Array) },
    });
    const asked = await world.call(office, closingEndpoints.ask, {
      body: { ...body, password: staffPassword },
    });
    expect(asked).toMatchObject({
      ask: { is_mine: true, needs: 'code', is_by_platform: false },
      closing: null,
    });
    const code = await codeTo(greenfield.schoolAdmin.email);
    const wrong = code === '000000' ? '111111' : '000000';
    const confirm = (caller: Caller, typed: string) =>
      world.refusal(caller, closingEndpoints.confirm, { body: { code: typed } });
    // Another administrator has no code of their own.
    expect((await confirm(await world.as(greenfield.organizationAdmin), code)).code).toBe(
      'closings.not_asked',
    );
    expect((await confirm(await world.as(riverside.schoolAdmin), code)).code).toBe('closings.not_asked');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await confirm(office, wrong)).toMatchObject({
        code: 'closings.wrong_code',
        errors: { code: expect.any(Array) },
      });
    expect((await confirm(office, code)).code).toBe('closings.ask_again');
    expect((await world.call(office, closingEndpoints.read, {})).closing).toBeNull();
  });

  it('is read for 30 days and changed by nobody, keeps what tablets send, and can be kept', async () => {
    await closeItself(greenfield);
    const { closing } = await world.call(office, closingEndpoints.read, {});
    const days = closing && (Date.parse(closing.due_at) - Date.parse(closing.begun_at)) / day;
    expect(days).toBe(30);
    const visitor = { host: greenfield.host, access: null };
    expect((await world.call(visitor, tenantEndpoints.readCurrent, {})).closes_at).toBe(closing?.due_at);
    const session = await world.signIn(greenfield.host, greenfield.teacher.email);
    const rename = {
      params: { id: greenfield.student.id },
      body: { first_name: 'Zoë', last_name: 'Hill' },
    };
    expect(await world.refusal(session, studentEndpoints.rename, rename)).toMatchObject({
      status: 403,
      code: 'tenants.closing',
    });
    const outbox = new TestOutbox();
    const child = await world.as(greenfield.student);
    const push = {
      client_id: outbox.client_id,
      user_id: greenfield.student.id,
      calls: outbox.number(queue.anything('identity.markTutorialSeen', { params: { key: 'books' } })),
    };
    const sent = await world.call(child, syncEndpoints.push, { body: push });
    expect(sent.results.map(({ outcome }) => outcome)).toEqual(['applied']);
    await world.call(office, exportEndpoints.list, {});
    await mailSenderOf(world, mailbox).sendDue();
    expect(mailbox.lastTo(greenfield.schoolAdmin.email).subject).toMatch(/closes on/u);

    const [other] = [await world.as(riverside.schoolAdmin)];
    expect((await world.refusal(other, closingEndpoints.keep, {})).code).toBe('closings.not_closing');
    const kept = await world.call(office, closingEndpoints.keep, {});
    expect(kept).toMatchObject({ closing: null, ask: null });
    await world.call(session, studentEndpoints.rename, rename);
    const before = await countsOf(greenfield);
    await letTimePass(greenfield);
    await ender().runDue();
    expect(await countsOf(greenfield)).toEqual({ ...before, tasks: expect.any(Number) });
  });
});

describe('a school that the platform closes', () => {
  const close = (name: string) => ({ ...ofSchool(greenfield), body: { name, reason: 'Not paid' } });
  const confirm = (body: { name: string; code?: string }) => ({ ...ofSchool(greenfield), body });
  const name = 'greenfield school';

  it('needs its name and a second administrator', async () => {
    const second = await makeMember(world.context, world.platform, {
      role: 'quillshelf_admin',
      email: 'second@quillshelf.test',
      password_hash: 'x',
    });
    expect(await world.refusal(platform, closingEndpoints.close, close('Greenfield'))).toMatchObject({
      code: 'closings.other_name',
      errors: { name: expect.any(Array) },
    });
    const asked = await world.call(platform, closingEndpoints.close, close(name));
    expect(asked).toMatchObject({ ask: { needs: 'second', is_mine: true }, closing: null });
    expect((await world.refusal(platform, closingEndpoints.confirmClose, confirm({ name }))).code).toBe(
      'closings.second_needed',
    );
    const other = await world.as(second, 'localhost');
    expect((await world.refusal(other, closingEndpoints.confirmClose, confirm({ name: 'Green' }))).code).toBe(
      'closings.other_name',
    );
    const begun = await world.call(other, closingEndpoints.confirmClose, confirm({ name }));
    expect(begun.closing).toMatchObject({ is_by_platform: true, reason: 'Not paid' });
    // The school does not undo it, the platform does.
    Object.assign(office, await world.as(greenfield.schoolAdmin));
    expect((await world.refusal(office, closingEndpoints.keep, {})).code).toBe('closings.platforms');
    const life = await world.call(platform, tenantLifeEndpoints.readLife, ofSchool(greenfield));
    expect(life.state).toBe('closing');
    const body = { reason: 'Paid' };
    expect(
      (await world.refusal(platform, tenantLifeEndpoints.suspend, { ...ofSchool(greenfield), body })).details,
    ).toEqual({ state: 'closing' });
    await world.call(platform, closingEndpoints.keepOf, { ...ofSchool(greenfield), body });
    const after = await world.call(platform, tenantLifeEndpoints.readLife, ofSchool(greenfield));
    expect(after.state).toBe('active');
    await administrate('update users set archived_at = now() where id = $1', [second.id]);
  });

  it('needs a code and a day where there is one administrator alone', async () => {
    const asked = await world.call(platform, closingEndpoints.close, close(name));
    expect(asked.ask).toMatchObject({ needs: 'code' });
    const code = await codeTo('platform@quillshelf.test');
    const early = await world.refusal(platform, closingEndpoints.confirmClose, confirm({ name, code }));
    expect(early.code).toBe('closings.too_early');
    world.clock.advance(25 * hour);
    Object.assign(platform, await world.as(world.platformAdmin));
    expect((await world.refusal(platform, closingEndpoints.confirmClose, confirm({ name }))).code).toBe(
      'closings.wrong_code',
    );
    const begun = await world.call(platform, closingEndpoints.confirmClose, confirm({ name, code }));
    expect(begun.closing).toMatchObject({ is_by_platform: true });
  });

  it('is one of its own kind: not the platform, nor one that nobody has', async () => {
    const of = (tenantId: string) => ({ params: { tenantId }, body: { name, reason: 'Why not' } });
    for (const id of [world.platform.id, randomUUID()])
      expect((await world.refusal(platform, closingEndpoints.close, of(id))).code).toBe('tenants.not_found');
  });
});

it('says of each call that is no reading whether a closing school still takes it', () => {
  const now = new Date();
  const tenant = { closes_at: new Date(now.getTime() + day), gone_at: null };
  const taken = endpoints
    .filter(({ method, hosts }) => method !== 'GET' && hosts !== 'platform')
    .filter((endpoint) => {
      try {
        refuseWhileClosing(endpoint, tenant, now);
        return true;
      } catch {
        return false;
      }
    })
    .map(({ name }) => name)
    .toSorted();
  expect(taken).toEqual([
    'closings.keep',
    'devices.readPack',
    'devices.report',
    'exports.makeLink',
    'exports.start',
    'identity.enterCommunity',
    'identity.leaveCommunity',
    'identity.refresh',
    'identity.signIn',
    'identity.signOut',
    'invoices.readWhole',
    'orders.check',
    'orders.download',
    'orders.fulfil',
    'orders.giveBack',
    'orders.openOwn',
    'orders.readOwn',
    'orders.readParts',
    'orders.refund',
    'orders.sendCode',
    'passwords.askReset',
    'passwords.change',
    'passwords.checkReset',
    'passwords.reset',
    'pictures.send',
    'pictures.sendByGrant',
    'recordings.send',
    'recordings.sendByGrant',
    'sync.check',
    'sync.pull',
    'sync.push',
    'sync.pushByGrant',
    'sync.requestGrant',
    'visits.check',
    'visits.makeLink',
    'visits.redeem',
  ]);
});
