import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { inTenant } from '#server/platform/database.ts';
import { linkSchool } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { at, linkRefused, minute, visitsOfFile } from './visits.support.ts';

const { world, greenfield, riverside, atHome, makeLink, refusedLink, refusedRedeem, visit, rows } =
  visitsOfFile();

async function statusOf(caller: Caller): Promise<number> {
  return (await world.request(caller, 'GET', '/api/user/profile/')).status;
}

async function refreshStatus(refresh: string, host = greenfield.host): Promise<number> {
  return (await world.request(at(host), 'POST', '/api/auth/token/refresh/', { body: { refresh } })).status;
}

describe('a guest', () => {
  it('is the same one each time, and nobody else', async () => {
    const [first, second] = [await visit(), await visit()];
    const platform = await visit(await atHome('platform'));
    expect(second.user.id).toBe(first.user.id);
    expect(platform.user.id).not.toBe(first.user.id);
    expect(await rows('select 1 from credentials where user_id = $1', [first.user.id])).toEqual([]);
  });

  it('is told apart from the school’s own people by all who look at the row', async () => {
    const { user } = await visit();
    expect(
      await rows('select home_tenant_id, home_user_id, email from users where id = $1', [user.id]),
    ).toEqual([
      {
        home_tenant_id: world.organization.tenant.id,
        home_user_id: world.organization.admin.id,
        email: null,
      },
    ]);
    const own = await world.call(await world.as(greenfield.schoolAdmin), identityEndpoints.readProfile, {});
    expect(own).not.toHaveProperty('visiting');
  });

  it('goes by signing out, and stays at home', async () => {
    const home = await atHome();
    const { refresh, caller } = await visit(home);
    await world.call(at(greenfield.host), identityEndpoints.signOut, { body: { refresh } });
    expect(await statusOf(caller)).toBe(401);
    expect(await refreshStatus(refresh)).toBe(401);
    expect(await statusOf(home)).toBe(200);
  });

  it('goes after an hour, however often the tokens were renewed', async () => {
    const home = await atHome();
    let { refresh, caller } = await visit(home);
    for (let tenMinutes = 0; tenMinutes < 6; tenMinutes += 1) {
      expect(await statusOf(caller)).toBe(200);
      world.clock.advance(10 * minute - 1);
      const pair = await world.call(at(greenfield.host), identityEndpoints.refresh, { body: { refresh } });
      ({ refresh } = pair);
      caller = { host: greenfield.host, access: pair.access };
    }
    world.clock.advance(6);
    expect(await statusOf(caller)).toBe(401);
    expect(await refreshStatus(refresh)).toBe(401);
  });

  it('goes when they sign out at home', async () => {
    const home = await atHome();
    const { caller, refresh } = await visit(home);
    const { token } = await makeLink(home);
    await world.call(at(home.host), identityEndpoints.signOut, { body: { refresh: home.refresh } });
    expect(await statusOf(caller)).toBe(401);
    expect(await refreshStatus(refresh)).toBe(401);
    expect(await refusedRedeem(token)).toMatchObject(linkRefused);
  });

  it('goes when the school and the organization part, and their link works no more', async () => {
    const home = await atHome();
    const { caller, refresh } = await visit(home);
    const platform = await visit(await atHome('platform'));
    const { token } = await makeLink(home);
    const organization = world.organization.tenant.id;
    await inTenant(world.context.database, organization, (transaction) =>
      transaction.deleteFrom('organization_schools').where('tenant_id', '=', organization).execute(),
    );
    expect(await statusOf(caller)).toBe(401);
    expect(await refreshStatus(refresh)).toBe(401);
    expect(await refusedRedeem(token)).toMatchObject(linkRefused);
    expect(await refusedLink(home, greenfield)).toMatchObject({ code: 'visits.unknown_school' });
    expect((await world.call(home, visitEndpoints.list, { query: {} })).count).toBe(0);
    expect(await statusOf(platform.caller)).toBe(200);
    await linkSchool(world.context, world.organization.tenant, greenfield.tenant);
  });

  it('goes when the account at home is archived, or is no administrator’s any more', async () => {
    const home = await atHome();
    const { caller } = await visit(home);
    const { token } = await makeLink(home);
    const id = [world.organization.admin.id];
    for (const [end, undo] of [
      ['archived_at = now()', 'archived_at = null'],
      [`role = 'teacher'`, `role = 'organization_admin'`],
    ] as const) {
      expect(await statusOf(caller)).toBe(200);
      await rows(`update users set ${end} where id = $1`, id);
      expect(await statusOf(caller)).toBe(401);
      await rows(`update users set ${undo} where id = $1`, id);
    }
    await rows('update users set archived_at = now() where id = $1', id);
    expect(await refusedRedeem(token)).toMatchObject(linkRefused);
    await rows('update users set archived_at = null where id = $1', id);
  });

  it('is refused where the school archived them', async () => {
    const home = await atHome();
    const { caller, user } = await visit(home);
    const { token } = await makeLink(home);
    await rows('update users set archived_at = now() where id = $1', [user.id]);
    expect(await statusOf(caller)).toBe(401);
    expect(await refusedRedeem(token)).toMatchObject(linkRefused);
    expect(await refusedLink(home, greenfield)).toMatchObject({ code: 'visits.unknown_school' });
    await rows('update users set archived_at = null where id = $1', [user.id]);
  });

  it('cannot sign in with a password, nor ask for one', async () => {
    const { user } = await visit();
    for (const username of [world.organization.admin.email, user.id]) {
      expect(
        await world.refusal(at(greenfield.host), identityEndpoints.signIn, {
          body: { username, password: 'Test-password-1' },
        }),
      ).toMatchObject({ code: 'identity.wrong_credentials' });
    }
    await world.request(at(greenfield.host), 'POST', '/api/auth/password-reset/', {
      body: { email: world.organization.admin.email },
    });
    expect(await rows('select 1 from password_resets where user_id = $1', [user.id])).toEqual([]);
  });
});

describe('the audit', () => {
  it('of both sides says who went where, and what a guest did is done in their name', async () => {
    await rows('delete from audit_entries');
    const { user, caller } = await visit();
    const { id: organization } = world.organization.tenant;
    const { id: person, email } = world.organization.admin;
    const entries = (tenantId: string) =>
      rows(
        'select action, actor_id, subject_id, details from audit_entries where tenant_id = $1 order by id',
        [tenantId],
      );
    const details = {
      home_tenant_id: organization,
      home_user_id: person,
      home: 'Bright Futures Trust',
      name: `${user.first_name} ${user.last_name}`,
      email,
    };
    expect(await entries(greenfield.tenant.id)).toEqual(
      ['visits.link_made', 'visits.entered'].map((action) => ({
        action,
        actor_id: user.id,
        subject_id: user.id,
        details,
      })),
    );
    expect(await entries(organization)).toEqual(
      ['visits.link_made', 'visits.entered'].map((action) => ({
        action,
        actor_id: person,
        subject_id: greenfield.tenant.id,
        details: { partner: 'greenfield school' },
      })),
    );
    await rows('delete from audit_entries');
    await world.request(caller, 'POST', '/api/archived-all-students/', {
      body: { user_ids: [greenfield.studentWithoutClass.id] },
    });
    const [done] = await rows<{ actor_id: string }>(
      'select actor_id from audit_entries where tenant_id = $1',
      [greenfield.tenant.id],
    );
    expect(done?.actor_id).toBe(user.id);
  });

  it('says nothing of a link that was refused', async () => {
    await rows('delete from audit_entries');
    await refusedRedeem(`v_${'B'.repeat(43)}`);
    await refusedLink(await atHome(), riverside);
    expect(await rows('select 1 from audit_entries')).toEqual([]);
  });
});
