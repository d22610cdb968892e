import { describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { tokenIn } from '../support/mailbox.ts';
import {
  atPlatform,
  mailTo,
  newPassword,
  pngLogo,
  register,
  registeredSchool,
  registration,
} from '../support/registrations.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { setGuestConsent } from '../support/visits.ts';
import { day, hour, registrationsOfFile } from './registration.support.ts';

const { world, greenfield, riverside, current } = registrationsOfFile();

async function counted(what: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ n: number }>(
    `select count(*)::int as n from ${what}`,
  );
  return rows[0]?.n ?? -1;
}

async function idOf(subdomain: string): Promise<string> {
  return (await current(`${subdomain}.localhost`)).id;
}

describe('a school that registers', () => {
  it('has an address with its brand at once, and says so in the words of the specification', async () => {
    const body = registration({ logo: await pngLogo(), primary_color: '#203040', button_color: '#00AA00' });
    const answer = await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    expect(answer).toEqual({
      message: 'Registration successful!',
      tenant: { subdomain: body.subdomain, host: `${body.subdomain}.localhost` },
    });
    const shown = await current(answer.tenant.host);
    expect(shown).toMatchObject({
      school_name: body.school_name,
      school_email: body.school_email,
      domain_url: body.domain_url,
      primary_color: '#203040',
      button_color: '#00AA00',
      bg_primary_color: defaultColors.bg_primary_color,
      is_organization: false,
      is_platform: false,
      is_pending: true,
    });
    const logo = await world.request(
      { host: answer.tenant.host, access: null },
      'GET',
      shown.logo ?? 'there is none',
    );
    expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/webp']);
    for (const { host } of [greenfield, riverside]) {
      const other = await world.request({ host, access: null }, 'GET', shown.logo ?? '');
      expect(other.status).toBe(404);
      expect(await current(host)).not.toHaveProperty('is_pending');
    }
  });

  it('lets nobody in until whoever registered it has chosen a password by the link, on its own host', async () => {
    const body = registration();
    await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    const host = `${body.subdomain}.localhost`;
    const visitor = { host, access: null };
    const signIn = { username: body.school_email, password: newPassword };
    expect((await world.refusal(visitor, identityEndpoints.signIn, { body: signIn })).code).toBe(
      'identity.wrong_credentials',
    );
    const mail = await mailTo(world, body.school_email);
    expect(mail.to).toEqual({ name: 'Robin Hill', address: body.school_email });
    expect(mail.text).toContain(`http://${host}/password-reset-confirm/#token=`);
    const token = tokenIn(mail);
    for (const strange of [greenfield, riverside, { host: 'localhost' }]) {
      const refused = await world.refusal({ host: strange.host, access: null }, passwordEndpoints.reset, {
        body: { token, new_password: newPassword },
      });
      expect(refused.code).toBe('passwords.link_refused');
    }
    expect(await world.call(visitor, passwordEndpoints.checkReset, { body: { token } })).toEqual({
      email: body.school_email,
      is_first: true,
    });
    await world.call(visitor, passwordEndpoints.reset, { body: { token, new_password: newPassword } });
    const { user } = await world.call(visitor, identityEndpoints.signIn, { body: signIn });
    expect(user).toMatchObject({ role: 'school_admin', first_name: 'Robin', last_name: 'Hill' });
    expect(await current(host)).not.toHaveProperty('is_pending');
    expect((await world.refusal(visitor, passwordEndpoints.checkReset, { body: { token } })).code).toBe(
      'passwords.link_refused',
    );
    // A first password is no change that somebody has to be warned of.
    await expect(mailTo(world, body.school_email)).rejects.toThrow('No email came');
    expect(
      (
        await world.refusal({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
          body: signIn,
        })
      ).code,
    ).toBe('identity.wrong_credentials');
  });

  it('can be set up with a link that is days old, and after that with one of the usual kind', async () => {
    const body = registration();
    await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    const visitor = { host: `${body.subdomain}.localhost`, access: null };
    const token = tokenIn(await mailTo(world, body.school_email));
    world.clock.advance(limits.firstLinkDays * day - 1000);
    await sweeperOf(world).sweep();
    await world.call(visitor, passwordEndpoints.checkReset, { body: { token } });
    world.clock.advance(1000);
    expect((await world.refusal(visitor, passwordEndpoints.checkReset, { body: { token } })).code).toBe(
      'passwords.link_refused',
    );
    await world.call(visitor, passwordEndpoints.askReset, { body: { email: body.school_email } });
    const second = tokenIn(await mailTo(world, body.school_email));
    await world.call(visitor, passwordEndpoints.reset, {
      body: { token: second, new_password: newPassword },
    });
    expect(await current(visitor.host)).not.toHaveProperty('is_pending');
  });

  it('may be an organization, which an administrator of organizations runs', async () => {
    const { admin } = await registeredSchool(world, { is_organization: 'true' });
    expect((await current(admin.host)).is_organization).toBe(true);
    const { role } = await world.call(admin, identityEndpoints.readProfile, {});
    expect(role).toBe('organization_admin');
    // Its schools are its own affair, and it has none yet.
    expect((await world.call(admin, visitEndpoints.list, { query: {} })).results).toEqual([]);
  });

  it('gets a name in addresses made of its own where it chose none, and another where that is taken', async () => {
    const name = { school_name: 'Grundschule am Süßen See', subdomain: '' };
    const names = [];
    for (let turn = 0; turn < 3; turn += 1) names.push((await register(world, name)).tenant.subdomain);
    expect(names).toEqual([
      'grundschule-am-sussen-see',
      'grundschule-am-sussen-see-2',
      'grundschule-am-sussen-see-3',
    ]);
    const others = [
      await register(world, { school_name: '東京小学校', subdomain: '' }),
      await register(world, { school_name: 'Library', subdomain: '' }),
    ];
    expect(others.map(({ tenant }) => tenant.subdomain)).toEqual(['our-school', 'our-library']);
  });

  it('is not made twice where the answer was lost and the same comes again', async () => {
    const body = registration();
    const send = () => world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    const first = await send();
    const before = await counted('tenants');
    expect(await send()).toEqual(first);
    expect(await counted('tenants')).toBe(before);
    expect(await counted(`email_messages where to_address = '${body.school_email}'`)).toBe(1);
    // Not by somebody else, and not later.
    const other = { ...body, school_email: 'somebody-else@hillside.test' };
    const refused = await world.refusal(atPlatform, registrationEndpoints.register, {
      query: {},
      body: other,
    });
    expect(refused).toMatchObject({ code: 'tenants.subdomain_taken', status: 409 });
    world.clock.advance(hour);
    expect((await world.refusal(atPlatform, registrationEndpoints.register, { query: {}, body })).code).toBe(
      'tenants.subdomain_taken',
    );
  });

  it('is told of one at a time: of many at once with one name one gets it, and the others change nothing', async () => {
    const subdomain = 'wanted-by-all';
    const before = await counted('tenants');
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const body = registration({ subdomain, school_email: `wanted-${number}@hillside.test` });
        try {
          await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
          return 'made';
        } catch (error) {
          return /tenants\.subdomain_taken/u.exec(String(error))?.[0] ?? String(error);
        }
      }),
    );
    expect(answers.toSorted()).toEqual([
      'made',
      ...Array.from({ length: 5 }, () => 'tenants.subdomain_taken'),
    ]);
    expect(await counted('tenants')).toBe(before + 1);
    expect(await counted("email_messages where to_address like 'wanted-%'")).toBe(1);
  });

  it('stands in the platform’s record of what happened, and in no school’s', async () => {
    const body = registration();
    await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    const { rows } = await world.testDatabase.administrator.query(
      `select tenant_id, actor_id, details from audit_entries where action = 'tenants.registered' and subject_id = $1`,
      [await idOf(body.subdomain)],
    );
    expect(rows).toEqual([
      {
        tenant_id: world.platform.id,
        actor_id: null,
        details: { partner: body.school_name, by: 'Robin Hill' },
      },
    ]);
  });
});

describe('the platform’s administrator', () => {
  it('makes a school for somebody, who sets it up as if they had registered it', async () => {
    const caller = await world.as(world.platformAdmin);
    const body = registration({ logo: await pngLogo('#205080') });
    const made = await world.call(caller, registrationEndpoints.create, { body });
    expect(made).toMatchObject({
      school_name: body.school_name,
      subdomain: body.subdomain,
      first_name: 'Robin',
      last_name: 'Hill',
      is_pending: true,
      registered_at: world.clock.now().toISOString(),
      organizations: [],
    });
    const token = tokenIn(await mailTo(world, body.school_email));
    const visitor = { host: `${body.subdomain}.localhost`, access: null };
    await world.call(visitor, passwordEndpoints.reset, { body: { token, new_password: newPassword } });
    await world.signIn(visitor.host, body.school_email, newPassword);
    const again = await world.refusal(caller, registrationEndpoints.create, { body });
    expect(again.code).toBe('tenants.subdomain_taken');
  });

  it('lists all schools and organizations, page by page, and finds them by name, address and email', async () => {
    const caller = await world.as(world.platformAdmin);
    const { school_name, school_email, subdomain } = registration({ school_name: '100 % Unique' });
    await register(world, { school_name, school_email, subdomain });
    const list = (query: object) => world.call(caller, tenantDetailsEndpoints.list, { query });
    const all = await list({ limit: 1000 });
    expect(all.results.map((row) => row.school_name)).toEqual(
      expect.arrayContaining(['greenfield school', 'riverside school', 'Bright Futures Trust', school_name]),
    );
    expect(all.results.some((row) => row.is_platform)).toBe(false);
    const page = await list({ limit: 2, offset: 1 });
    expect(page.results).toEqual(all.results.slice(1, 3));
    expect([page.count, page.next]).toEqual([all.count, '?limit=2&offset=3']);
    for (const search of ['100 %', subdomain, school_email, 'uniQUE'])
      expect((await list({ search })).results).toMatchObject([{ school_name, is_pending: true }]);
    expect((await list({ search: '_%_' })).results).toEqual([]);
    expect(
      await world.refusal(await world.as(greenfield.schoolAdmin), tenantDetailsEndpoints.list, { query: {} }),
    ).toMatchObject({ code: 'request.forbidden' });
  });
});

describe('a school that nobody sets up', () => {
  const most = limits.pendingTenantDays * day;

  it('is forgotten with all that was known of it after thirty days, and its name is free', async () => {
    const body = registration({ logo: await pngLogo() });
    await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    const visitor = { host: `${body.subdomain}.localhost`, access: null };
    const id = await idOf(body.subdomain);
    // What strangers can do at its door leaves something behind.
    await world.refusal(visitor, identityEndpoints.signIn, { body: { username: 'a', password: 'b' } });
    await world.call(visitor, passwordEndpoints.askReset, { body: { email: body.school_email } });
    await world.call(visitor, passwordEndpoints.askReset, { body: { email: 'nobody@hillside.test' } });
    world.clock.advance(most - 1);
    await sweeperOf(world).sweep();
    await current(visitor.host);
    world.clock.advance(1);
    await sweeperOf(world).sweep();
    expect((await world.refusal(visitor, tenantEndpoints.readCurrent, {})).code).toBe('tenants.unknown_host');
    const { rows } = await world.testDatabase.administrator.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'tenant_id'`,
    );
    for (const { name } of rows)
      expect([name, await counted(`${name} where tenant_id = '${id}'`)]).toEqual([name, 0]);
    await register(world, { subdomain: body.subdomain });
  });

  it('stays where somebody has been there, and so does one that was set up, and those made in another way', async () => {
    const visited = registration();
    await world.call(atPlatform, registrationEndpoints.register, { query: {}, body: visited });
    const { host: setUp } = await registeredSchool(world);
    const caller = await world.as(world.platformAdmin);
    const tenant = { id: await idOf(visited.subdomain) };
    await setGuestConsent(world, { tenant }, 'always');
    const { token, host } = await world.call(caller, visitEndpoints.makeLink, {
      body: { tenant_id: tenant.id, reason: 'To look around' },
    });
    await world.call({ host, access: null }, visitEndpoints.redeem, { body: { token } });
    world.clock.advance(10 * most);
    await sweeperOf(world).sweep();
    for (const stays of [host, setUp, greenfield.host, riverside.host])
      expect(await current(stays)).toMatchObject({ is_platform: false });
  });

  it('is asked by no organization', async () => {
    const { subdomain } = registration();
    await register(world, { subdomain });
    const trust = await world.as(world.organization.admin);
    const ask = () => world.refusal(trust, affiliationEndpoints.ask, { body: { address: subdomain } });
    expect((await ask()).code).toBe('affiliations.unknown_school');
  });
});
