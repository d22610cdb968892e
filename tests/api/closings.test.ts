import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { isKept } from '#server/modules/closings/kept-tables.ts';
import { deletionTask } from '#server/modules/closings/deletion.task.ts';
import { reminderTask } from '#server/modules/closings/reminders.task.ts';
import { refuseWhileClosing } from '#server/modules/tenants/closing.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import { openMediaFolder } from '#server/platform/media-folder.ts';
import { createMedia } from '#server/platform/media.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { closingSchools } from '../support/closing-schools.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { testSecretKey } from '../support/test-database.ts';
import { staffPassword } from '../support/three-schools.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-media-'));
const store = openMediaFolder(folder);
const { world, greenfield, riverside } = worldOfFile();
afterAll(() => rm(folder, { recursive: true, force: true }));
const mailbox = new TestMailbox();
const hour = 60 * 60 * 1000;
const day = 24 * hour;
let platform: Caller;
let office: Caller;

/** A server that ends schools, some rows at a time; `dies` says at which of its transactions it does. */
function ender({ dies = () => false, batch = 40 }: { dies?: () => boolean; batch?: number } = {}): DueWork {
  const { context, clock } = world;
  const { database } = context;
  const outbox = createMailOutbox({
    secretKey: testSecretKey,
    addTask: (...task) => work.add(...task),
    suppressions: createSuppressions({ secretKey: testSecretKey }),
  });
  const work: DueWork = createDueWork({
    database,
    clock,
    kinds: [
      deletionTask({
        media: createMedia(store),
        outbox,
        database,
        clock,
        secretKey: testSecretKey,
        backupDays: 35,
        batch,
        beforeCommit: () => {
          if (dies()) throw new Error('Killed');
        },
      }),
      reminderTask({ outbox }),
    ],
    onProblem: ({ error }) => {
      const isMeant =
        error instanceof Error &&
        /^(?:Killed|The date|The school was gone|Money of the school)/u.test(error.message);
      if (!isMeant) throw error;
    },
  });
  return work;
}

const ofSchool = ({ tenant }: Pick<TestSchool, 'tenant'>) => ({ params: { tenantId: tenant.id } });
const { administrate, codeTo, closeItself, letTimePass, settle, tablesOf, countsOf } = closingSchools(
  () => world,
  mailbox,
);

beforeAll(async () => {
  for (const school of [greenfield, riverside]) await fillEveryTable(world, school);
  await administrate('delete from closing_asks');
});

beforeEach(async () => {
  platform = await world.as(world.platformAdmin);
  office = await world.as(greenfield.schoolAdmin);
});

/** Each test begins with schools that nobody closes. */
afterEach(async () => {
  await administrate('update closings set kept_at = now() where kept_at is null and gone_at is null');
  await administrate('update tenants set closes_at = null where gone_at is null');
  await administrate('delete from closing_asks');
});

describe('a school that closes itself', () => {
  it('needs the password and the code of an e-mail, each of which can be wrong a few times', async () => {
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
    office = await world.as(greenfield.schoolAdmin);
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
    platform = await world.as(world.platformAdmin);
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

/** What a school of every table has of money on its way. */
const unsettled = ['refunds', 'payments', 'payouts'];

describe('the end of a school', () => {
  it('comes once, though servers die in it 20 times: no row is left, one receipt is, and a neighbour is as before', async () => {
    const { administrator } = world.testDatabase;
    await administrate("update users set last_name = 'Canary' where tenant_id = $1 and role = 'student'", [
      greenfield.tenant.id,
    ]);
    // Two who archived each other.
    await administrate('update users set archived_by = $1 where id = $2', [
      greenfield.teacher.id,
      greenfield.otherTeacher.id,
    ]);
    await administrate('update users set archived_by = $2 where id = $1', [
      greenfield.teacher.id,
      greenfield.otherTeacher.id,
    ]);
    for (const { tenant } of [greenfield, riverside])
      await store.put(
        { tenantId: tenant.id, sha256: 'c0'.repeat(32) },
        Buffer.from('a picture'),
        'image/webp',
      );
    await administrate(
      `insert into work_picks (tenant_id, school_id, work_id, picked_at)
       select $1, tenant_id, id, now() from works where tenant_id = $2 limit 1`,
      [world.platform.id, greenfield.tenant.id],
    );
    await closeItself(greenfield);
    const before = await countsOf(greenfield);
    const uncovered = Object.entries(before).filter(([name, count]) => count === 0 && !isKept(name));
    // `closing_asks` went with the confirmation. A new table needs a row in tests/support/every-table.ts.
    expect(uncovered.map(([name]) => name)).toEqual(['closing_asks']);
    const neighbour = await fingerprinter(administrator, { tenantId: riverside.tenant.id });
    const neighbourAtFirst = await neighbour();

    // Not before its date, whatever the clock of a server says.
    world.clock.advance(40 * day);
    await ender().runDue();
    expect(await countsOf(greenfield)).toMatchObject({ users: before['users'] });
    world.clock.advance(-40 * day);
    await letTimePass(greenfield);
    const office410 = await world.refusal(office, closingEndpoints.read, {});
    expect(office410).toMatchObject({ status: 410, code: 'tenants.gone' });

    // Nor while money is on its way: the platform sees what.
    await ender().runDue();
    expect(await countsOf(greenfield)).toMatchObject({
      users: before['users'],
      closing_counts: before['closing_counts'],
    });
    const waiting = await world.call(
      await world.as(world.platformAdmin),
      closingEndpoints.readOf,
      ofSchool(greenfield),
    );
    expect(waiting.closing?.waits_for.map(({ what }) => what)).toEqual(unsettled);
    await settle(greenfield);

    let deaths = 0;
    let lives = 0;
    const isGone = async () =>
      (await administrate('select from closings where receipt is not null')).rows.length > 0;
    while (!(await isGone())) {
      // Each life is a few transactions, or not even one.
      let left = lives % 3;
      lives += 1;
      const dies = () => {
        left -= 1;
        if (left < 0) deaths += 1;
        return left < 0;
      };
      await administrate(
        "update tasks set due_at = now() - interval '1 day' where kind = 'closings.delete_school' and state = 'waiting'",
      );
      await ender({ batch: 9, dies }).runDue();
    }
    expect(deaths).toBeGreaterThan(20);

    const after = await countsOf(greenfield);
    expect(Object.entries(after).filter(([name, count]) => count > 0 && !isKept(name))).toEqual([]);
    await mailSenderOf(world, mailbox).sendDue();
    const letters = mailbox.mails.filter(({ subject }) => subject.startsWith('Receipt:'));
    expect(letters.map(({ to, subject }) => [to.address, subject])).toEqual([
      [greenfield.schoolAdmin.email, 'Receipt: greenfield school is deleted'],
    ]);
    const { rows: picks } = await administrate(
      `select school_id from work_picks where tenant_id = $1 union all
       select school_id from message_picks where tenant_id = $1 union all
       select school_id from pick_suggestions where tenant_id = $1 and state = 'open'`,
      [world.platform.id],
    );
    expect(picks).toEqual([]);
    const { rows: receipts } = await administrate('select receipt from closings where receipt is not null');
    expect(receipts).toHaveLength(1);
    expect(await neighbour()).toEqual(neighbourAtFirst);

    platform = await world.as(world.platformAdmin);
    const signed = await world.call(platform, closingEndpoints.readReceipt, ofSchool(greenfield));
    expect(signed.is_genuine).toBe(true);
    const objects = [];
    for (const { tenant } of [greenfield, riverside])
      for await (const { sha256 } of store.list(tenant.id)) objects.push([tenant.id, sha256]);
    expect(objects).toEqual([[riverside.tenant.id, 'c0'.repeat(32)]]);
    const { receipt } = signed;
    expect(letters[0]?.text).toContain(signed.signature);
    expect(receipt).toMatchObject({
      school: { id: greenfield.tenant.id, school_name: 'greenfield school', subdomain: 'greenfield' },
      closed_by: 'school',
      audit_sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
    expect(Date.parse(receipt.backups_gone_at) - Date.parse(receipt.gone_at)).toBe(35 * day);
    expect(receipt.tables.map(({ table }) => table)).toEqual(
      (await tablesOf()).filter((name) => !isKept(name)),
    );
    expect(
      receipt.tables.filter(({ before: first, gone, after: last }) => first !== gone || last !== 0),
    ).toEqual([]);
    expect(JSON.stringify(receipt)).not.toContain('Canary');
    // Of money the platform keeps its books, without anybody of the school.
    const kept = await administrate(
      `select buyer_id, buyer_email, title, work_id from orders join order_lines on order_lines.order_id = orders.id
       where orders.tenant_id = $1`,
      [greenfield.tenant.id],
    );
    expect(kept.rows).toMatchObject([{ buyer_id: null, buyer_email: null, work_id: null }]);
    await administrate(
      "update closings set receipt = jsonb_set(receipt, '{closed_by}', '\"platform\"') where receipt is not null",
    );
    const forged = await world.call(platform, closingEndpoints.readReceipt, ofSchool(greenfield));
    expect(forged.is_genuine).toBe(false);
  });

  it('leaves an address that says so, which nobody else gets, and no way in', async () => {
    const visitor = { host: greenfield.host, access: null };
    expect(await world.call(visitor, tenantEndpoints.readCurrent, {})).toMatchObject({
      school_name: 'greenfield school',
      is_gone: true,
    });
    const signIn = { body: { username: greenfield.teacher.email, password: staffPassword } };
    expect(await world.refusal(visitor, identityEndpoints.signIn, signIn)).toMatchObject({
      status: 410,
      code: 'tenants.gone',
    });
    const life = await world.call(platform, tenantLifeEndpoints.readLife, ofSchool(greenfield));
    expect(life.state).toBe('gone');
    const body = { reason: 'Sorry' };
    const keep = { ...ofSchool(greenfield), body };
    expect((await world.refusal(platform, closingEndpoints.keepOf, keep)).code).toBe('closings.not_closing');
    const taken = administrate(
      `insert into tenants select (jsonb_populate_record(tenants, jsonb_build_object('id', gen_random_uuid()))).*
       from tenants where id = $1`,
      [greenfield.tenant.id],
    );
    await expect(taken).rejects.toThrow();
    expect((await world.refusal(platform, closingEndpoints.readReceipt, ofSchool(riverside))).code).toBe(
      'closings.no_receipt',
    );
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
