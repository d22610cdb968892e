import { afterEach, describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { tokenIn } from '../support/mailbox.ts';
import {
  atPlatform,
  inviteSchool,
  mailTo,
  newPassword,
  refuseRegistration,
  register,
  registration,
} from '../support/registrations.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const day = 24 * 60 * 60 * 1000;
const { world, greenfield, riverside } = worldOfFile();

afterEach(() => world.clock.advance(day + 1));

const trust = () => world.as(world.organization.admin);
const atTrust = { host: 'brightfutures.localhost', access: null };
const check = (token: string) =>
  world.call(atTrust, affiliationEndpoints.checkInvitation, { body: { token } });
const refusedCheck = async (token: string, host = atTrust.host) =>
  (await world.refusal({ host, access: null }, affiliationEndpoints.checkInvitation, { body: { token } }))
    .code;
const invited = async () =>
  (await world.call(await trust(), affiliationEndpoints.listInvited, { query: {} })).results;
const schools = async () =>
  (await world.call(await trust(), visitEndpoints.list, { query: { limit: 100 } })).results.map(
    ({ school_name }) => school_name,
  );

describe('an organization that invites a school to register', () => {
  it('sends a link to its own host, which says who invites, and lists the school until it comes', async () => {
    const token = await inviteSchool(world, 'head@valley.test');
    expect(await check(token)).toEqual({ organization: 'Bright Futures Trust', email: 'head@valley.test' });
    expect(await invited()).toMatchObject([{ email: 'head@valley.test', is_expired: false }]);
    for (const { host } of [greenfield, riverside])
      expect(await refusedCheck(token, host)).toBe('affiliations.link_refused');
  });

  it('has the school among its own as soon as that is registered, and may help in it', async () => {
    const token = await inviteSchool(world, 'head@meadow.test');
    const body = registration({ school_name: 'Meadow School', is_organization: 'true' });
    const { tenant } = await register(world, body, { caller: atTrust, link: token });
    expect(await schools()).toEqual(['greenfield school', 'Meadow School']);
    expect((await invited()).map(({ email }) => email)).not.toContain('head@meadow.test');
    // Its own administrator runs a school, whatever the form said.
    const visitor = { host: tenant.host, access: null };
    const first = tokenIn(await mailTo(world, body.school_email));
    await world.call(visitor, passwordEndpoints.reset, { body: { token: first, new_password: newPassword } });
    const session = await world.signIn(tenant.host, body.school_email, newPassword);
    const organizations = await world.call(session, affiliationEndpoints.listOrganizations, { query: {} });
    expect(organizations.results).toMatchObject([{ school_name: 'Bright Futures Trust', state: 'linked' }]);
    // And can end it alone.
    await world.call(session, affiliationEndpoints.leave, {
      params: { organizationId: world.organization.tenant.id },
    });
    expect(await schools()).toEqual(['greenfield school']);
  });

  it('takes the whole link as well as what it carries, once', async () => {
    const token = await inviteSchool(world, 'head@brook.test');
    await register(
      world,
      {},
      { caller: atTrust, link: `http://brightfutures.localhost:8080/register#token=${token}` },
    );
    expect((await refuseRegistration(world, {}, { caller: atTrust, link: token })).code).toBe(
      'affiliations.link_refused',
    );
    expect(await refusedCheck(token)).toBe('affiliations.link_refused');
  });

  it('lets one school in where two use a link at once', async () => {
    const token = await inviteSchool(world, 'head@twice.test');
    const before = (await schools()).length;
    const answers = await Promise.allSettled([
      register(world, {}, { caller: atTrust, link: token }),
      register(world, {}, { caller: atTrust, link: token }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await schools()).length).toBe(before + 1);
  });

  it('can send the link again after a minute, and the one before works no longer', async () => {
    const first = await inviteSchool(world, 'head@again.test');
    const refused = await world.refusal(await trust(), affiliationEndpoints.invite, {
      body: { email: 'Head@Again.test' },
    });
    expect(refused).toMatchObject({ code: 'affiliations.invited_just_now', status: 429 });
    world.clock.advance(limits.invitationPause * 1000);
    const second = await inviteSchool(world, 'head@again.test');
    expect(await refusedCheck(first)).toBe('affiliations.link_refused');
    await check(second);
    expect((await invited()).filter(({ email }) => email === 'head@again.test')).toHaveLength(1);
  });

  it('can take the invitation back', async () => {
    const token = await inviteSchool(world, 'head@back.test');
    const row = (await invited()).find(({ email }) => email === 'head@back.test');
    const params = { invitationId: row?.id ?? '' };
    await world.call(await trust(), affiliationEndpoints.uninvite, { params });
    expect(await refusedCheck(token)).toBe('affiliations.link_refused');
    expect((await refuseRegistration(world, {}, { caller: atTrust, link: token })).code).toBe(
      'affiliations.link_refused',
    );
    const again = await world.refusal(await trust(), affiliationEndpoints.uninvite, { params });
    expect(again.code).toBe('affiliations.not_found');
  });

  it('sends links that are good for two weeks', async () => {
    const token = await inviteSchool(world, 'head@late.test');
    world.clock.advance(limits.invitationDays * day - 1);
    await check(token);
    world.clock.advance(1);
    expect(await refusedCheck(token)).toBe('affiliations.link_refused');
    expect((await invited()).find(({ email }) => email === 'head@late.test')?.is_expired).toBe(true);
  });

  it('is not asked by a link that nobody has, nor by a good one on another host', async () => {
    const token = await inviteSchool(world, 'head@where.test');
    const before = await schools();
    expect((await refuseRegistration(world, {}, { caller: atTrust, link: 'made-up' })).code).toBe(
      'affiliations.link_refused',
    );
    for (const caller of [atPlatform, { host: riverside.host, access: null }])
      expect((await refuseRegistration(world, {}, { caller, link: token })).code).toBe(
        'affiliations.link_refused',
      );
    expect(await schools()).toEqual(before);
    await check(token);
  });

  it('stays alone where the school was never set up: with the school the link goes', async () => {
    const token = await inviteSchool(world, 'head@gone.test');
    await register(world, { school_name: 'Gone School' }, { caller: atTrust, link: token });
    expect(await schools()).toContain('Gone School');
    world.clock.advance(limits.pendingTenantDays * day);
    await sweeperOf(world).sweep();
    expect(await schools()).not.toContain('Gone School');
  });

  it('is an organization, and no guest of one', async () => {
    const inSchool = await world.as(greenfield.organizationAdmin);
    const refused = await world.refusal(inSchool, affiliationEndpoints.invite, {
      body: { email: 'head@else.test' },
    });
    expect(refused.code).toBe('affiliations.not_an_organization');
  });
});
