import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { looksLikeVisitToken } from '#contract/visits/visits.rules.ts';
import { at, linkRefused, minute, visitsOfFile } from './visits.support.ts';

const { world, greenfield, riverside, atHome, makeLink, refusedLink, redeem, refusedRedeem, visit, rows } =
  visitsOfFile();

describe('a link that is looked at before it is used', () => {
  const check = (token: string, host = greenfield.host) =>
    world.call(at(host), visitEndpoints.check, { body: { token } });
  const refusedCheck = (token: string, host = greenfield.host) =>
    world.refusal(at(host), visitEndpoints.check, { body: { token } });

  it('says who enters and from where, changes nothing, and works after that', async () => {
    const { token } = await makeLink(await atHome());
    const admin = await world.call(await atHome(), identityEndpoints.readProfile, {});
    const { first_name, last_name } = admin;
    const sessions = () => rows<{ count: string }>('select count(*) from sessions');
    const before = await sessions();
    for (const _look of ['a preview', 'the page'])
      expect(await check(token)).toEqual({ first_name, last_name, home: 'Bright Futures Trust' });
    expect(await sessions()).toEqual(before);
    // The other school knows nothing of it.
    expect(await refusedCheck(token, riverside.host)).toMatchObject(linkRefused);
    expect((await redeem(token)).user).toMatchObject({ role: 'school_admin' });
    expect(await refusedCheck(token)).toMatchObject(linkRefused);
  });

  it('is refused like one that is used where it is too old, made up, or its guest left home', async () => {
    const home = await world.signIn(world.organization.host, world.organization.admin.email);
    const { token } = await makeLink(home);
    await world.call(at(world.organization.host), identityEndpoints.signOut, {
      body: { refresh: home.refresh },
    });
    expect(await refusedCheck(token)).toMatchObject(linkRefused);
    const { token: old } = await makeLink(await atHome());
    world.clock.advance(limits.visitLinkSeconds * 1000);
    expect(await refusedCheck(old)).toMatchObject(linkRefused);
    expect(await refusedCheck(`v_${'x'.repeat(43)}`)).toMatchObject(linkRefused);
  });
});

describe('the schools that an administrator from outside may enter', () => {
  it('are those that are linked to the organization, with what is in them', async () => {
    const home = await atHome();
    const { count, results } = await world.call(home, visitEndpoints.list, { query: {} });
    expect(count).toBe(1);
    expect(results).toEqual([
      {
        id: greenfield.tenant.id,
        school_name: 'greenfield school',
        host: 'greenfield.localhost',
        is_organization: false,
        classes: 2,
        students: 9,
        teachers: 3,
        active_students: 0,
      },
    ]);
    expect(await world.call(home, visitEndpoints.summarize, {})).toEqual({
      organizations: null,
      schools: 1,
      classes: 2,
      students: 9,
      teachers: 3,
      active_students: 0,
    });
  });

  it('are another organization’s own', async () => {
    const { results } = await world.call(await atHome('other'), visitEndpoints.list, { query: {} });
    expect(results.map(({ school_name }) => school_name)).toEqual(['riverside school']);
  });

  it('are all tenants for the platform', async () => {
    const home = await atHome('platform');
    const { results } = await world.call(home, visitEndpoints.list, { query: {} });
    expect(results.map(({ school_name, is_organization }) => [school_name, is_organization])).toEqual([
      ['Bright Futures Trust', true],
      ['greenfield school', false],
      ['Other Trust', true],
      ['riverside school', false],
    ]);
    expect(await world.call(home, visitEndpoints.summarize, {})).toEqual({
      organizations: 2,
      schools: 2,
      classes: 4,
      students: 18,
      teachers: 6,
      active_students: 0,
    });
  });

  it('can be searched by name, whatever the case and the accents, a page at a time', async () => {
    const home = await atHome('platform');
    const list = (query: { search?: string; limit?: number; offset?: number }) =>
      world.call(home, visitEndpoints.list, { query });
    expect((await list({ search: 'RÍVER' })).results.map(({ id }) => id)).toEqual([riverside.tenant.id]);
    expect(await list({ search: 'no such school' })).toMatchObject({ count: 0, results: [], next: null });
    const first = await list({ search: 'school', limit: 1 });
    expect(first).toMatchObject({ count: 2, next: '?limit=1&offset=1&search=school' });
    const second = await list({ search: 'school', limit: 1, offset: 1 });
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual([
      greenfield.tenant.id,
      riverside.tenant.id,
    ]);
  });

  it('count the children who came within seven days', async () => {
    await world.as(greenfield.student);
    const active = async () =>
      (await world.call(await atHome(), visitEndpoints.summarize, {})).active_students;
    expect(await active()).toBe(1);
    world.clock.advance(7 * 24 * 60 * minute + 1);
    expect(await active()).toBe(0);
  });

  it('do not count what is archived', async () => {
    const home = await atHome('other');
    await rows('update users set archived_at = now() where id = $1', [riverside.studentWithoutClass.id]);
    expect(await world.call(home, visitEndpoints.summarize, {})).toMatchObject({ students: 8 });
    await rows('update users set archived_at = null where id = $1', [riverside.studentWithoutClass.id]);
  });
});

describe('a link into a school', () => {
  it('has 256 random bits, of which the database keeps a hash', async () => {
    const { token, host } = await makeLink(await atHome());
    expect(host).toBe('greenfield.localhost');
    expect(looksLikeVisitToken(token)).toBe(true);
    expect(Buffer.from(token.slice(2), 'base64url')).toHaveLength(32);
    const everything = await rows<{ row: string }>(
      'select l::text as row from visit_links l union all select a::text from audit_entries a union all select k::text from idempotency_keys k',
    );
    const text = everything.map(({ row }) => row).join('\n');
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token).toString('hex'));
  });

  it('is nowhere kept for whoever asks with the same key again', async () => {
    const home = await atHome();
    const ask = () =>
      world.request(home, 'POST', '/api/v1/visits/', {
        body: { tenant_id: greenfield.tenant.id },
        headers: { 'idempotency-key': 'the-same-key' },
      });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).not.toEqual(first.body);
  });

  it('lets the person in with what the school’s administrator may do', async () => {
    const { user, caller } = await visit();
    expect(user).toMatchObject({
      tenant_id: greenfield.tenant.id,
      role: 'school_admin',
      first_name: 'Sam',
      email: null,
      username: null,
      visiting: { home: 'Bright Futures Trust', host: 'brightfutures.localhost', is_platform: false },
    });
    expect(await world.call(caller, identityEndpoints.readProfile, {})).toEqual(user);
    expect((await world.call(caller, classEndpoints.listForSchool, { query: {} })).count).toBe(2);
  });

  it('lets the platform into every school, and into an organization as one who runs it', async () => {
    const home = await atHome('platform');
    const inSchool = await visit(home, riverside);
    expect(inSchool.user).toMatchObject({
      role: 'school_admin',
      visiting: { home: 'Quillshelf', host: 'localhost', is_platform: true },
    });
    const { token, host } = await makeLink(home, world.organization);
    const { user } = await redeem(token, host);
    expect(user).toMatchObject({ role: 'organization_admin', tenant_id: world.organization.tenant.id });
  });

  it('works once, for whoever of two is first', async () => {
    const { token } = await makeLink(await atHome());
    const send = () => world.request(at(greenfield.host), 'POST', '/api/auth/visit/', { body: { token } });
    const answers = await Promise.all([send(), send()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]));
    expect(await refusedRedeem(token)).toMatchObject(linkRefused);
  });

  it('works for a minute', async () => {
    const home = await atHome();
    const [early, late] = [await makeLink(home), await makeLink(home)];
    world.clock.advance(limits.visitLinkSeconds * 1000 - 1);
    await redeem(early.token);
    world.clock.advance(1);
    expect(await refusedRedeem(late.token)).toMatchObject(linkRefused);
  });

  it('works on the host of its school and on no other', async () => {
    const { token } = await makeLink(await atHome());
    expect(await refusedRedeem(token, riverside.host)).toMatchObject(linkRefused);
    expect(await refusedRedeem(token, world.organization.host)).toMatchObject(linkRefused);
    expect(await refusedRedeem(token, 'localhost')).toMatchObject({ status: 404 });
    await redeem(token);
  });

  it('that nobody made is refused in the same words, and of too many the good ones alone are taken', async () => {
    const { token } = await makeLink(await atHome('platform'), riverside);
    const elsewhere = await makeLink(await atHome());
    const wrong = `v_${'A'.repeat(43)}`;
    expect(await refusedRedeem(wrong, riverside.host)).toMatchObject(linkRefused);
    for (let guess = 1; guess < 100; guess += 1) await refusedRedeem(wrong, riverside.host);
    const tooMany = { status: 429, code: 'request.too_many' };
    expect(await refusedRedeem(wrong, riverside.host)).toMatchObject(tooMany);
    expect(await refusedRedeem(elsewhere.token, riverside.host)).toMatchObject(tooMany);
    await redeem(token, riverside.host);
    expect(await refusedRedeem(token, riverside.host)).toMatchObject(tooMany);
  });

  it('is not made for a school of somebody else, nor for one that does not exist', async () => {
    const home = await atHome();
    const refusal = { status: 404, code: 'visits.unknown_school' };
    const nowhere = { tenant: { id: '019a0000-0000-7000-8000-000000000000' } };
    expect(await refusedLink(home, riverside)).toMatchObject(refusal);
    expect(await refusedLink(home, nowhere)).toMatchObject(refusal);
    expect(await refusedLink(home, world.organization)).toMatchObject(refusal);
    expect(await refusedLink(await atHome('other'), greenfield)).toMatchObject(refusal);
    const platform = await atHome('platform');
    expect(await refusedLink(platform, nowhere)).toMatchObject(refusal);
    expect(await refusedLink(platform, { tenant: world.platform })).toMatchObject(refusal);
  });

  it('is not made by a school’s own administrator, nor by a guest for the next school', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    expect(await refusedLink(admin, riverside)).toMatchObject({ status: 403, code: 'request.forbidden' });
    const { token, host } = await makeLink(await atHome('platform'), world.organization);
    const { access } = await redeem(token, host);
    expect(await refusedLink({ host, access }, greenfield)).toMatchObject({
      status: 403,
      code: 'visits.only_looking',
    });
  });
});
