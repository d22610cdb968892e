import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeMember, makeTenant, type MadeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox, type MailSender } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Greenfield belongs to Bright Futures from the beginning; riverside to nobody. */
const { world, greenfield, riverside } = worldOfFile();
/** Of a second organization, which has no school. */
let otherAdmin: MadeMember;
let otherId = '';
let otherHost = '';
let mailbox: TestMailbox;
let sender: MailSender;

beforeAll(async () => {
  const other = await makeTenant(world.context, { school_name: 'Other Trust', is_organization: true });
  otherAdmin = await makeMember(world.context, other, {
    role: 'organization_admin',
    first_name: 'Ola',
    last_name: 'Nordmann',
    password: 'Test-password-1',
  });
  otherId = other.id;
  otherHost = `${other.subdomain ?? ''}.localhost`;
  mailbox = new TestMailbox();
  sender = mailSenderOf(world, mailbox);
});

beforeEach(async () => {
  await world.testDatabase.administrator.query(
    'delete from organization_schools where school_id = $1 or tenant_id = $2',
    [riverside.tenant.id, otherId],
  );
  await sender.sendDue();
  mailbox.mails.length = 0;
  // Everybody signs in afresh, and wrong tries are forgotten.
  world.clock.advance(11 * 60 * 1000);
});

const trust = () => world.signIn(world.organization.host, world.organization.admin.email);
const otherTrust = () => world.signIn(otherHost, otherAdmin.email);
const office = (school = riverside) => world.as(school.schoolAdmin);

const ask = (by: Caller, address = 'riverside') =>
  world.call(by, affiliationEndpoints.ask, { body: { address } });
const refusedAsk = (by: Caller, address = 'riverside') =>
  world.refusal(by, affiliationEndpoints.ask, { body: { address } });
const by = (organizationId = world.organization.tenant.id) => ({ params: { organizationId } });
const of = (school = riverside) => ({ params: { schoolId: school.tenant.id } });

const schoolsOf = async (caller: Caller) =>
  (await world.call(caller, visitEndpoints.list, { query: {} })).results.map(({ id }) => id);
const askedBy = async (caller: Caller) =>
  (await world.call(caller, affiliationEndpoints.listAsked, { query: {} })).results.map(({ id }) => id);
const organizationsOf = async (caller: Caller) =>
  (await world.call(caller, affiliationEndpoints.listOrganizations, { query: {} })).results.map(
    ({ id, state }) => [id, state],
  );

async function auditOf(tenantId: string, action: string) {
  const { rows } = await world.testDatabase.administrator.query<{
    actor_id: string | null;
    subject_id: string;
    details: Record<string, unknown>;
  }>(
    `select actor_id, subject_id, details from audit_entries where tenant_id = $1 and action = $2
     order by created_at desc, id desc limit 1`,
    [tenantId, action],
  );
  return rows[0];
}

async function linked(): Promise<Caller> {
  const caller = await trust();
  await ask(caller);
  await world.call(await office(), affiliationEndpoints.accept, by());
  return caller;
}

async function guestIn(caller: Caller, school = riverside): Promise<Caller> {
  const { token } = await world.call(caller, visitEndpoints.makeLink, {
    body: { tenant_id: school.tenant.id },
  });
  const { access } = await world.call({ host: school.host, access: null }, visitEndpoints.redeem, {
    body: { token },
  });
  return { host: school.host, access };
}

const statusOf = async (caller: Caller) => (await world.request(caller, 'GET', '/api/user/profile/')).status;

describe('a school that is asked', () => {
  it('belongs to nobody until it says yes, and then to whom it said so', async () => {
    const caller = await trust();
    expect(await ask(caller)).toEqual({ school_name: 'riverside school' });
    expect(await askedBy(caller)).toEqual([riverside.tenant.id]);
    expect(await schoolsOf(caller)).toEqual([greenfield.tenant.id]);
    expect(
      await world.refusal(caller, visitEndpoints.makeLink, { body: { tenant_id: riverside.tenant.id } }),
    ).toMatchObject({ code: 'visits.unknown_school' });
    const admin = await office();
    const { results } = await world.call(admin, affiliationEndpoints.listOrganizations, { query: {} });
    expect(results).toEqual([
      {
        id: world.organization.tenant.id,
        school_name: 'Bright Futures Trust',
        host: 'brightfutures.localhost',
        state: 'asked',
        since: world.clock.now().toISOString(),
      },
    ]);

    await world.call(admin, affiliationEndpoints.accept, by());
    expect(await organizationsOf(admin)).toEqual([[world.organization.tenant.id, 'linked']]);
    expect(await askedBy(caller)).toEqual([]);
    expect(await schoolsOf(caller)).toEqual([greenfield.tenant.id, riverside.tenant.id]);
    expect(await statusOf(await guestIn(caller))).toBe(200);
  });

  it('is asked by its name, its host or its whole address, and by nothing else', async () => {
    const caller = await trust();
    for (const address of ['Riverside', 'riverside.localhost', 'https://riverside.localhost/login']) {
      expect(await ask(caller, address)).toEqual({ school_name: 'riverside school' });
    }
    const unknown = {
      status: 404,
      code: 'affiliations.unknown_school',
      errors: { address: ['There is no school at this address.'] },
    };
    const others = ['nowhere', 'riverside.example.org', 'office@riverside.test', 'localhost', otherHost];
    for (const address of [...others, world.organization.host]) {
      expect(await refusedAsk(caller, address)).toMatchObject(unknown);
    }
    expect(await refusedAsk(caller, '  ')).toMatchObject({
      status: 400,
      errors: { address: ['Please enter the address of the school.'] },
    });
    expect(await refusedAsk(caller, 'greenfield')).toMatchObject({
      status: 409,
      code: 'affiliations.already_linked',
    });
  });

  it('hears of it by email at those who run it, once a day however often it is asked', async () => {
    const caller = await trust();
    await ask(caller);
    await ask(caller);
    await sender.sendDue();
    expect(mailbox.mails).toHaveLength(1);
    const mail = mailbox.lastTo(riverside.schoolAdmin.email ?? '');
    expect(mail.subject).toBe('Bright Futures Trust asks whether your school belongs to it');
    expect(mail.text).toContain('http://riverside.localhost/admin-school/organizations');
    expect(mail.text).toContain('Sam Member');
    expect(mail.from.name).toBe('riverside school');
    world.clock.advance(day);
    await ask(await trust());
    await sender.sendDue();
    expect(mailbox.mails).toHaveLength(2);
  });

  it('says no, and is left in peace for a week', async () => {
    const caller = await trust();
    await ask(caller);
    await world.call(await office(), affiliationEndpoints.decline, by());
    expect(await askedBy(caller)).toEqual([]);
    expect(await organizationsOf(await office())).toEqual([]);
    await sender.sendDue();
    expect(mailbox.lastTo(world.organization.admin.email).subject).toBe('riverside school said no');
    expect(await refusedAsk(caller)).toMatchObject({ status: 409, code: 'affiliations.declined_lately' });
    world.clock.advance(limits.askedAgainDays * day);
    await ask(await trust());
    expect(await askedBy(await trust())).toEqual([riverside.tenant.id]);
  });

  it('need not answer what was taken back', async () => {
    const caller = await trust();
    await ask(caller);
    await world.call(caller, affiliationEndpoints.withdraw, of());
    expect(await organizationsOf(await office())).toEqual([]);
    expect(await world.refusal(await office(), affiliationEndpoints.accept, by())).toMatchObject({
      status: 404,
      code: 'affiliations.not_found',
    });
    expect(await schoolsOf(caller)).toEqual([greenfield.tenant.id]);
  });

  it('says yes once, and a second yes changes nothing', async () => {
    await linked();
    const { administrator } = world.testDatabase;
    const entries = async () =>
      (await administrator.query("select 1 from audit_entries where action = 'affiliations.accepted'"))
        .rowCount;
    const before = await entries();
    await world.call(await office(), affiliationEndpoints.accept, by());
    expect(await entries()).toBe(before);
    expect(await world.refusal(await office(), affiliationEndpoints.decline, by())).toMatchObject({
      code: 'affiliations.not_found',
    });
  });

  it('may belong to two, each of which sees its own part alone', async () => {
    await linked();
    const other = await otherTrust();
    await ask(other);
    expect(await organizationsOf(await office())).toEqual([
      [otherId, 'asked'],
      [world.organization.tenant.id, 'linked'],
    ]);
    await world.call(await office(), affiliationEndpoints.accept, by(otherId));
    expect(await schoolsOf(other)).toEqual([riverside.tenant.id]);
    await world.call(await office(), affiliationEndpoints.leave, by(otherId));
    expect(await schoolsOf(other)).toEqual([]);
    expect(await schoolsOf(await trust())).toEqual([greenfield.tenant.id, riverside.tenant.id]);
  });

  it('is one of 200 at most that an organization waits for', async () => {
    const { administrator } = world.testDatabase;
    await administrator.query(
      `with made as (
         insert into tenants select (jsonb_populate_record(t, jsonb_build_object(
           'id', gen_random_uuid(), 'subdomain', 'asked-' || n, 'verified_host', null))).*
         from tenants as t, generate_series(1, $2::int) as n where t.id = $3 returning id)
       insert into organization_schools (tenant_id, school_id, asked_at) select $1, id, now() from made`,
      [otherId, limits.askedSchools, riverside.tenant.id],
    );
    const other = await otherTrust();
    expect(await refusedAsk(other)).toMatchObject({ status: 409, code: 'affiliations.too_many_open' });
    const page = await world.call(other, affiliationEndpoints.listAsked, {
      query: { limit: 3, offset: 198 },
    });
    expect(page).toMatchObject({ count: limits.askedSchools, next: null });
    expect(page.results).toHaveLength(2);
  });
});

describe('a school and an organization that part', () => {
  it.each(['the school', 'the organization'] as const)(
    'by the word of %s are strangers at once: the guest is out, and stays out',
    async (side) => {
      const caller = await linked();
      const guest = await guestIn(caller);
      const guestElsewhere = await guestIn(caller, greenfield);
      if (side === 'the school') await world.call(await office(), affiliationEndpoints.leave, by());
      else await world.call(caller, affiliationEndpoints.remove, of());
      expect(await statusOf(guest)).toBe(401);
      expect(await statusOf(guestElsewhere)).toBe(200);
      expect(await schoolsOf(caller)).toEqual([greenfield.tenant.id]);
      expect(await organizationsOf(await office())).toEqual([]);

      await ask(caller);
      await world.call(await office(), affiliationEndpoints.accept, by());
      // An hour is not over, but what they came with is.
      expect(await statusOf(guest)).toBe(401);
      await sender.sendDue();
      const reader = side === 'the school' ? world.organization.admin.email : riverside.schoolAdmin.email;
      const subjects = mailbox.mails.filter(({ to }) => to.address === reader).map(({ subject }) => subject);
      expect(subjects).toContain(
        side === 'the school'
          ? 'riverside school ended the link with you'
          : 'Bright Futures Trust ended the link with you',
      );
    },
  );

  it('have been one only once: whoever comes second finds nothing', async () => {
    const caller = await linked();
    await world.call(caller, affiliationEndpoints.remove, of());
    expect(await world.refusal(caller, affiliationEndpoints.remove, of())).toMatchObject({ status: 404 });
    expect(await world.refusal(await office(), affiliationEndpoints.leave, by())).toMatchObject({
      status: 404,
    });
    expect(await world.refusal(caller, affiliationEndpoints.withdraw, of())).toMatchObject({ status: 404 });
  });
});

describe('who decides', () => {
  it('is neither a third school nor another organization', async () => {
    const caller = await trust();
    await ask(caller);
    const third = await office(greenfield);
    // Greenfield belongs to the same organization: its yes is to its own link, and nobody else's.
    await world.call(third, affiliationEndpoints.accept, by());
    expect(await askedBy(caller)).toEqual([riverside.tenant.id]);
    const other = await otherTrust();
    expect(await world.refusal(other, affiliationEndpoints.withdraw, of())).toMatchObject({ status: 404 });
    await world.call(await office(), affiliationEndpoints.accept, by());
    expect(await world.refusal(other, affiliationEndpoints.remove, of())).toMatchObject({ status: 404 });
    expect(await schoolsOf(caller)).toEqual([greenfield.tenant.id, riverside.tenant.id]);
    expect(await schoolsOf(other)).toEqual([]);
  });

  it('is never a guest, whom the other side has sent', async () => {
    const caller = await linked();
    await ask(await otherTrust());
    const guest = await guestIn(caller);
    const refusal = { status: 403, code: 'affiliations.guests_stay_out' };
    expect(await world.refusal(guest, affiliationEndpoints.accept, by(otherId))).toMatchObject(refusal);
    expect(await world.refusal(guest, affiliationEndpoints.decline, by(otherId))).toMatchObject(refusal);
    expect(await world.refusal(guest, affiliationEndpoints.leave, by())).toMatchObject(refusal);
    expect(await organizationsOf(guest)).toHaveLength(2);
  });

  it('stands in the audit of both sides', async () => {
    const caller = await linked();
    const organization = world.organization.tenant.id;
    const school = riverside.tenant.id;
    expect(await auditOf(organization, 'affiliations.asked')).toEqual({
      actor_id: world.organization.admin.id,
      subject_id: school,
      details: { partner: 'riverside school' },
    });
    expect(await auditOf(school, 'affiliations.asked')).toEqual({
      actor_id: null,
      subject_id: organization,
      details: { partner: 'Bright Futures Trust', by: expect.stringContaining('Sam') as string },
    });
    expect(await auditOf(school, 'affiliations.accepted')).toEqual({
      actor_id: riverside.schoolAdmin.id,
      subject_id: organization,
      details: { partner: 'Bright Futures Trust' },
    });
    expect(await auditOf(organization, 'affiliations.accepted')).toMatchObject({ actor_id: null });
    await world.call(caller, affiliationEndpoints.remove, of());
    expect(await auditOf(organization, 'affiliations.removed')).toMatchObject({ subject_id: school });
    expect(await auditOf(school, 'affiliations.removed')).toMatchObject({
      actor_id: null,
      subject_id: organization,
    });
  });
});
