import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeMember, type MadeMember } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { setGuestConsent } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
let second: MadeMember;

beforeAll(async () => {
  second = await makeMember(world.context, world.platform, {
    role: 'quillshelf_admin',
    password: 'Test-password-1',
  });
});

const setSecond = async (archived: boolean) =>
  await world.testDatabase.administrator.query(
    `update users set archived_at = ${archived ? 'now()' : 'null'} where id = $1`,
    [second.id],
  );

beforeEach(async () => {
  world.clock.advance(72 * hour);
  await setSecond(false);
  await setGuestConsent(world, greenfield, 'never');
});

const first = () => world.as(world.platformAdmin);
const params = (school: TestSchool = greenfield) => ({ tenantId: school.tenant.id });
const body = { wants: 'look', reason: 'A child calls for help' } as const;

const ask = async () =>
  await world.call(await first(), visitEndpoints.askOverride, { params: params(), body });
const read = async (caller: Caller, school = greenfield) =>
  await world.call(caller, visitEndpoints.readAccess, { params: params(school) });
const confirming = (overrideId: string, code?: string, school = greenfield) => ({
  params: { ...params(school), overrideId },
  body: code === undefined ? {} : { code },
});

async function enter() {
  const { token } = await world.call(await first(), visitEndpoints.makeLink, {
    body: { tenant_id: greenfield.tenant.id },
  });
  const visitor = { host: greenfield.host, access: null };
  const { access, user } = await world.call(visitor, visitEndpoints.redeem, { body: { token } });
  return { caller: { host: greenfield.host, access }, user };
}

async function auditOf(tenantId: string) {
  const { rows } = await world.testDatabase.administrator.query<{ action: string }>(
    `select action from audit_entries where tenant_id = $1 and action like 'visits.%' order by id`,
    [tenantId],
  );
  return rows.map(({ action }) => action);
}

describe('with two administrators', () => {
  it('a school is entered without its yes once the other one confirmed it, for an hour', async () => {
    await world.testDatabase.administrator.query('delete from audit_entries');
    const { override } = await ask();
    expect(override).toMatchObject({ is_own: true, by_code: false, reason: body.reason });
    const id = override?.id ?? '';
    expect((await read(await world.as(second))).override).toMatchObject({ id, is_own: false });
    // Not by who asked, not for another school, and not before.
    expect(await world.refusal(await first(), visitEndpoints.confirmOverride, confirming(id))).toMatchObject({
      status: 403,
      code: 'visits.override_second',
    });
    expect(
      await world.refusal(
        await world.as(second),
        visitEndpoints.confirmOverride,
        confirming(id, undefined, riverside),
      ),
    ).toMatchObject({ status: 409, code: 'visits.override_over' });
    expect(await read(await first())).toMatchObject({ may: null });

    const confirmed = await world.call(
      await world.as(second),
      visitEndpoints.confirmOverride,
      confirming(id),
    );
    expect(confirmed).toMatchObject({ may: null, override: null });
    expect(await read(await first())).toMatchObject({ may: 'look', override: null });
    expect(await read(await first(), riverside)).toMatchObject({ may: null });
    const { caller, user } = await enter();
    expect(user.visiting).toMatchObject({ may: 'look' });
    expect(
      await world.refusal(await world.as(second), visitEndpoints.confirmOverride, confirming(id)),
    ).toMatchObject({ code: 'visits.override_over' });
    for (const tenant of [greenfield.tenant.id, world.platform.id])
      expect(await auditOf(tenant)).toEqual(
        ['glass_asked', 'broke_glass', 'link_made', 'entered'].map((each) => `visits.${each}`),
      );
    world.clock.advance(hour);
    expect((await world.request(caller, 'GET', '/api/user/profile/')).status).toBe(401);
    expect(await read(await first())).toMatchObject({ may: null });
  });

  it('the office of the school hears of it at once, and the other administrator is asked', async () => {
    const { override } = await ask();
    await mail.sender.sendDue();
    const { subject, text } = mail.mailbox.lastTo(greenfield.schoolAdmin.email);
    expect(subject).toContain('wants to enter your school without your yes');
    expect(text).toContain(body.reason);
    expect(mail.mailbox.lastTo(second.email).text).toContain(`/admin-panel/tenant/${greenfield.tenant.id}`);
    await world.call(await world.as(second), visitEndpoints.confirmOverride, confirming(override?.id ?? ''));
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(greenfield.schoolAdmin.email).subject).toContain(
      'enters your school without your yes',
    );
    expect(mail.mailbox.mails.filter(({ to }) => to.address.endsWith('@riverside.test'))).toEqual([]);
  });

  it('it is over after a day, and the school ends the visit as any other', async () => {
    const late = (await ask()).override?.id ?? '';
    world.clock.advance(24 * hour);
    expect(
      await world.refusal(await world.as(second), visitEndpoints.confirmOverride, confirming(late)),
    ).toMatchObject({ code: 'visits.override_over' });
    const { override } = await ask();
    await world.call(await world.as(second), visitEndpoints.confirmOverride, confirming(override?.id ?? ''));
    const { caller, user } = await enter();
    await world.call(await world.as(greenfield.schoolAdmin), visitEndpoints.end, {
      params: { guestId: user.id },
    });
    expect((await world.request(caller, 'GET', '/api/user/profile/')).status).toBe(401);
    expect(await read(await first())).toMatchObject({ may: null });
  });
});

describe('with one administrator alone', () => {
  it('it takes a code by email, and 24 hours', async () => {
    await setSecond(true);
    const { override } = await ask();
    expect(override).toMatchObject({ is_own: true, by_code: true });
    const id = override?.id ?? '';
    await mail.sender.sendDue();
    const [code = ''] = /[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}/u.exec(
      mail.mailbox.lastTo(world.platformAdmin.email).text,
    ) ?? [''];
    expect(code).not.toBe('');
    const refused = async (typed?: string) =>
      (await world.refusal(await first(), visitEndpoints.confirmOverride, confirming(id, typed))).code;
    expect(await refused(code)).toBe('visits.override_early');
    world.clock.advance(24 * hour - 1);
    expect(await refused(code)).toBe('visits.override_early');
    world.clock.advance(1);
    expect(await refused()).toBe('visits.override_code');
    expect(await refused('ABCD-EFGH-JKMN')).toBe('visits.override_code');
    await setSecond(false);
    expect(
      await world.refusal(await world.as(second), visitEndpoints.confirmOverride, confirming(id, code)),
    ).toMatchObject({ code: 'visits.override_second' });
    const done = await world.call(
      await first(),
      visitEndpoints.confirmOverride,
      confirming(id, code.toLowerCase()),
    );
    expect(done).toMatchObject({ may: 'look', override: null });
    const everything = await world.testDatabase.administrator.query<{ row: string }>(
      'select o::text as row from visit_overrides o union all select a::text from audit_entries a',
    );
    expect(everything.rows.map(({ row }) => row).join('\n')).not.toContain(code);
  });
});
