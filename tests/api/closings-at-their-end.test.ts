import { describe, expect, it } from 'vitest';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { isKept } from '#server/modules/closings/kept-tables.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { mailSenderOf } from '../support/mailbox.ts';
import { staffPassword } from '../support/three-schools.ts';
import { closingsOfFile, day, ofSchool } from './closings.support.ts';

const {
  store,
  world,
  greenfield,
  riverside,
  mailbox,
  platform,
  office,
  ender,
  administrate,
  closeItself,
  letTimePass,
  settle,
  tablesOf,
  countsOf,
} = closingsOfFile();

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

    Object.assign(platform, await world.as(world.platformAdmin));
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
