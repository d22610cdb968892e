import { beforeEach, describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { GuestMay, VisitAnswer } from '#contract/visits/visits.schema.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { setGuestConsent, visitByYes } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);

beforeEach(async () => {
  world.clock.advance(25 * hour);
  for (const school of [greenfield, riverside]) {
    await world.testDatabase.administrator.query(
      'update visit_requests set ended_at = now() where tenant_id = $1 and ended_at is null',
      [school.tenant.id],
    );
    await setGuestConsent(world, school, 'ask');
  }
});

const platform = () => world.as(world.platformAdmin);
const office = (school: TestSchool = greenfield) => world.as(school.schoolAdmin);
const there = (school: TestSchool) => ({ params: { tenantId: school.tenant.id } });

async function ask(wants: GuestMay = 'look', school = greenfield, home?: Caller) {
  const body = { wants, reason: 'The covers do not show' };
  return await world.call(home ?? (await platform()), visitEndpoints.ask, { ...there(school), body });
}

const read = async (school = greenfield) =>
  await world.call(await platform(), visitEndpoints.readAccess, there(school));
const here = async (school = greenfield) =>
  await world.call(await office(school), visitEndpoints.readHere, {});

async function answer(said: VisitAnswer['answer'], school = greenfield) {
  const [request] = (await here(school)).waiting;
  return await world.call(await office(school), visitEndpoints.answer, {
    params: { requestId: request?.id ?? '' },
    body: { answer: said },
  });
}

const refusedLink = async (school = greenfield, reason?: string) =>
  await world.refusal(await platform(), visitEndpoints.makeLink, {
    body: { tenant_id: school.tenant.id, ...(reason !== undefined && { reason }) },
  });

async function enter(school = greenfield, home?: Caller) {
  const { token } = await world.call(home ?? (await platform()), visitEndpoints.makeLink, {
    body: { tenant_id: school.tenant.id },
  });
  const visitor = { host: school.host, access: null };
  const session = await world.call(visitor, visitEndpoints.redeem, { body: { token } });
  return { ...session, caller: { host: school.host, access: session.access } };
}

const statusOf = async (caller: Caller) => (await world.request(caller, 'GET', '/api/user/profile/')).status;

async function auditOf(tenantId: string) {
  const { rows } = await world.testDatabase.administrator.query<{ action: string; details: object }>(
    `select action, details from audit_entries where tenant_id = $1 and action like 'visits.%' order by id`,
    [tenantId],
  );
  return rows;
}

describe('a school that is asked each time', () => {
  it('is entered by nobody of the platform before it said yes', async () => {
    expect(await read()).toMatchObject({ guest_consent: 'ask', may: null, waiting: null });
    expect(await refusedLink(greenfield, 'To look')).toMatchObject({ status: 403, code: 'visits.ask_first' });
    expect(await ask()).toMatchObject({
      may: null,
      waiting: { wants: 'look', reason: 'The covers do not show' },
    });
    expect(await refusedLink()).toMatchObject({ code: 'visits.ask_first' });
    expect(await read(riverside)).toMatchObject({ waiting: null });
  });

  it('says yes for 24 hours, and that opens no other school', async () => {
    await ask();
    const said = await answer('look');
    expect(said).toMatchObject({ waiting: [], allowed: [{ may: 'look', home: 'Quillshelf' }] });
    expect(await read()).toMatchObject({ may: 'look', waiting: null });
    expect((await enter()).user.visiting).toMatchObject({ may: 'look', is_platform: true });
    expect(await refusedLink(riverside, 'To look')).toMatchObject({ code: 'visits.ask_first' });
    world.clock.advance(24 * hour - minute);
    const last = await enter();
    expect(await statusOf(last.caller)).toBe(200);
    // The visit ends with the yes, though an hour is not over.
    world.clock.advance(minute);
    expect(await statusOf(last.caller)).toBe(401);
    expect(await refusedLink()).toMatchObject({ code: 'visits.ask_first' });
    expect(await read()).toMatchObject({ may: null });
  });

  it('says yes to the one who asked, and to nobody else of the platform', async () => {
    await ask();
    await answer('look');
    const other = await makeMember(world.context, world.platform, {
      role: 'quillshelf_admin',
      password: 'Test-password-1',
    });
    const home = await world.signIn('localhost', other.email);
    expect(
      await world.refusal(home, visitEndpoints.makeLink, { body: { tenant_id: greenfield.tenant.id } }),
    ).toMatchObject({ code: 'visits.ask_first' });
  });

  it('says no, and may be asked again', async () => {
    await ask('help');
    await answer('refuse');
    const refused = await read();
    expect(refused).toMatchObject({ may: null, waiting: null });
    expect(refused.refused_at).not.toBeNull();
    expect(await refusedLink()).toMatchObject({ code: 'visits.ask_first' });
    expect(await ask()).toMatchObject({ waiting: { wants: 'look' }, refused_at: null });
  });

  it('grants to help apart, and no more than was asked for', async () => {
    await ask('look');
    const [request] = (await here()).waiting;
    expect(
      await world.refusal(await office(), visitEndpoints.answer, {
        params: { requestId: request?.id ?? '' },
        body: { answer: 'help' },
      }),
    ).toMatchObject({ status: 400, errors: { answer: ['They asked to look only.'] } });
    await ask('help');
    expect((await here()).waiting).toHaveLength(1);
    await answer('look');
    expect((await enter()).user.visiting).toMatchObject({ may: 'look' });
    await ask('help');
    await answer('help');
    expect((await enter()).user.visiting).toMatchObject({ may: 'help' });
  });

  it('answers a request once, its own alone, and within a week', async () => {
    await ask();
    const [request] = (await here()).waiting;
    const say = async (school: TestSchool) =>
      await world.refusal(await office(school), visitEndpoints.answer, {
        params: { requestId: request?.id ?? '' },
        body: { answer: 'look' },
      });
    expect(await say(riverside)).toMatchObject({ status: 409, code: 'visits.request_over' });
    expect(await read()).toMatchObject({ may: null });
    world.clock.advance(7 * 24 * hour);
    expect(await say(greenfield)).toMatchObject({ code: 'visits.request_over' });
    expect((await here()).waiting).toEqual([]);
    await ask();
    await answer('look');
    expect(await say(greenfield)).toMatchObject({ code: 'visits.request_over' });
  });

  it('is not asked without a reason', async () => {
    expect(
      await world.refusal(await platform(), visitEndpoints.ask, {
        ...there(greenfield),
        body: { wants: 'look', reason: ' ' },
      }),
    ).toMatchObject({ status: 400, errors: { reason: ['Please say why'] } });
  });

  it('hears of it by email, and so does no other school', async () => {
    await ask('help');
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(greenfield.schoolAdmin.email);
    expect(letter?.subject).toContain('asks to visit your school');
    expect(letter?.text).toContain('The covers do not show');
    expect(letter?.text).toContain(`http://${greenfield.host}/admin-school/profile`);
    expect(mail.mailbox.mails.filter(({ to }) => to.address.endsWith('@riverside.test'))).toEqual([]);
  });
});

describe('a school that always lets the platform in', () => {
  it('is looked at with a reason, and helped after a yes alone', async () => {
    await setGuestConsent(world, greenfield, 'always');
    expect(await read()).toMatchObject({ guest_consent: 'always', may: 'look', until: null });
    expect(await refusedLink()).toMatchObject({ status: 400, errors: { reason: ['Please say why'] } });
    const { token } = await world.call(await platform(), visitEndpoints.makeLink, {
      body: { tenant_id: greenfield.tenant.id, reason: 'Somebody called' },
    });
    const visitor = { host: greenfield.host, access: null };
    const { user } = await world.call(visitor, visitEndpoints.redeem, { body: { token } });
    expect(user.visiting).toMatchObject({ may: 'look' });
    await ask('help');
    expect(await read()).toMatchObject({ may: 'look', waiting: { wants: 'help' } });
    await answer('help');
    expect((await enter()).user.visiting).toMatchObject({ may: 'help' });
  });
});

describe('a school that takes no visits', () => {
  it('is neither asked nor entered, and what went on ends at once', async () => {
    const { caller } = await (async () => {
      await ask();
      await answer('look');
      return await enter();
    })();
    const elsewhere = await visitByYes(world, riverside, 'look');
    await ask('help');
    const said = await world.call(await office(), visitEndpoints.setConsent, {
      body: { guest_consent: 'never' },
    });
    expect(said).toEqual({ guest_consent: 'never', waiting: [], allowed: [], here: [] });
    expect(await statusOf(caller)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    expect(await refusedLink(greenfield, 'To look')).toMatchObject({ code: 'visits.ask_first' });
    const body = { wants: 'look', reason: 'To look' } as const;
    expect(
      await world.refusal(await platform(), visitEndpoints.ask, { ...there(greenfield), body }),
    ).toMatchObject({ status: 403, code: 'visits.closed' });
    // The yes of before does not come back.
    await world.call(await office(), visitEndpoints.setConsent, { body: { guest_consent: 'ask' } });
    expect(await read()).toMatchObject({ may: null, waiting: null });
  });

  it('is entered by its organization all the same', async () => {
    await setGuestConsent(world, greenfield, 'never');
    const home = await world.as(world.organization.admin);
    const { user, caller } = await enter(greenfield, home);
    expect(user.visiting).toMatchObject({ home: 'Bright Futures Trust', may: null });
    expect((await here()).here).toMatchObject([{ home: 'Bright Futures Trust', may: null }]);
    await world.request(caller, 'POST', '/api/logout/', { body: {} });
  });
});

describe('a visit', () => {
  it('is seen by the office of the school and by no other', async () => {
    const { guestId } = await visitByYes(world, greenfield, 'look');
    expect((await here()).here).toEqual([
      {
        guest_id: guestId,
        first_name: expect.any(String),
        last_name: expect.any(String),
        home: 'Quillshelf',
        may: 'look',
        until: new Date(world.clock.now().getTime() + hour).toISOString(),
      },
    ]);
    expect((await here(riverside)).here).toEqual([]);
    world.clock.advance(hour);
    expect((await here()).here).toEqual([]);
  });

  it('is over when the guest signed out at home', async () => {
    const home = await world.signIn('localhost', world.platformAdmin.email);
    const guest = await visitByYes(world, greenfield, 'look', home);
    await world.call({ host: 'localhost', access: null }, identityEndpoints.signOut, {
      body: { refresh: home.refresh },
    });
    expect(await statusOf(guest)).toBe(401);
    expect((await here()).here).toEqual([]);
  });

  it('is ended by the office at once, and so is the yes', async () => {
    const guest = await visitByYes(world, greenfield, 'help');
    const elsewhere = await visitByYes(world, riverside, 'look');
    const end = { params: { guestId: guest.guestId } };
    expect(await world.refusal(await office(riverside), visitEndpoints.end, end)).toMatchObject({
      status: 404,
      code: 'visits.guest_gone',
    });
    expect(await statusOf(guest)).toBe(200);
    const { token } = await world.call(await platform(), visitEndpoints.makeLink, {
      body: { tenant_id: greenfield.tenant.id },
    });
    expect(await world.call(await office(), visitEndpoints.end, end)).toMatchObject({
      here: [],
      allowed: [],
    });
    expect(await statusOf(guest)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    const visitor = { host: greenfield.host, access: null };
    expect(await world.refusal(visitor, visitEndpoints.redeem, { body: { token } })).toMatchObject({
      code: 'visits.link_refused',
    });
    expect(await refusedLink()).toMatchObject({ code: 'visits.ask_first' });
  });

  it('ends no session of the school’s own people', async () => {
    const params = { guestId: greenfield.teacher.id };
    expect(await world.refusal(await office(), visitEndpoints.end, { params })).toMatchObject({
      code: 'visits.guest_gone',
    });
  });
});

describe('the audit', () => {
  it('of both sides says who asked, what the school said, and that it ended the visit', async () => {
    await world.testDatabase.administrator.query('delete from audit_entries');
    const guest = await visitByYes(world, greenfield, 'look');
    await world.call(await office(), visitEndpoints.end, { params: { guestId: guest.guestId } });
    await ask();
    await answer('refuse');
    const actions = ['asked', 'allowed', 'link_made', 'entered', 'ended', 'asked', 'refused'].map(
      (each) => `visits.${each}`,
    );
    const atSchool = await auditOf(greenfield.tenant.id);
    const atHome = await auditOf(world.platform.id);
    expect(atSchool.map(({ action }) => action)).toEqual(actions);
    expect(atHome.map(({ action }) => action)).toEqual(actions);
    expect(atSchool[0]?.details).toMatchObject({
      wants: 'look',
      reason: 'A test visits',
      home: 'Quillshelf',
    });
    expect(atHome[1]?.details).toMatchObject({ partner: 'greenfield school', may: 'look' });
    expect(await auditOf(riverside.tenant.id)).toEqual([]);
  });
});
