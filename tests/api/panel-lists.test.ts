import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import type { PanelPersonQuery, PanelStudentQuery, PanelTenantQuery } from '#contract/panel/panel.schema.ts';
import { makeMember, makeStudents, makeTenant, makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { makeInvitations } from '../support/member-links.ts';
import { fillShelf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let platform: Caller;
/** What no list may say of riverside: last name, username, address, titles, sentence, link, password. */
let canaries: string[];
let child: { id: string };

const tenants = (query: Partial<PanelTenantQuery> = {}) =>
  world.call(platform, panelEndpoints.listTenants, { query });
type PersonInput = Omit<Partial<PanelPersonQuery>, 'roles'> & { roles?: string };
const people = (query: PersonInput = {}) => world.call(platform, panelEndpoints.listPeople, { query });
const students = (query: Partial<PanelStudentQuery> = {}) =>
  world.call(platform, panelEndpoints.listStudents, { query });

const namesOf = ({ results }: { results: readonly { name: string | null }[] }) =>
  results.map(({ name }) => name);

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  const { context } = world;
  await fillShelf(context, greenfield);
  const [made] = await makeStudents(context, riverside.tenant, riverside.ownClass, [
    {
      first_name: 'Quentin',
      last_name: 'Zyzzowitz',
      username: 'canary-heron-77',
      password: 'canary-door-key',
    },
  ]);
  if (!made) throw new Error('No child was made');
  child = made;
  const author_id = child.id;
  await makeWorks(context, riverside.tenant, [
    { kind: 'story', author_id, title: 'The canary that was private', blurb: 'A sentence of the canary.' },
  ]);
  const [invitation] = await makeInvitations(world, riverside, 1);
  await makeMember(context, riverside.tenant, {
    role: 'teacher',
    first_name: '美咲',
    last_name: '田中',
    email: 'misaki@sakura.test',
  });
  canaries = [
    'Zyzzowitz',
    'zyzzowitz',
    'canary',
    invitation?.token ?? '',
    ...riverside.students.flatMap(({ last_name }) => last_name),
    ...riverside.students.flatMap(({ username, password }) => [username, password]),
  ].filter((text): text is string => typeof text === 'string' && text.length > 3);
});

describe('law 1: only listed columns reach a list', () => {
  it('of a child neither last name, username, title, sentence, link nor password, whatever is asked', async () => {
    expect(canaries.length).toBeGreaterThan(8);
    const asked = [
      await tenants(),
      await tenants({ search: 'canary' }),
      await people(),
      await people({ tenant_id: riverside.tenant.id, limit: 100 }),
      await people({ tenant_id: riverside.tenant.id, roles: 'student' }),
      await people({ search: 'Zyzzowitz', tenant_id: riverside.tenant.id }),
      await students(),
      await students({ tenant_id: riverside.tenant.id, limit: 100 }),
      await students({ reason: 'safety', search: 'Quentin' }),
    ];
    expect(asked.some(({ results }) => results.length > 5)).toBe(true);
    const said = JSON.stringify(asked);
    expect(canaries.filter((canary) => said.includes(canary))).toEqual([]);
  });

  it('and no search finds by what is not listed', async () => {
    const { id } = riverside.tenant;
    expect((await students({ tenant_id: id, search: 'Quentin' })).count).toBe(1);
    expect((await students({ tenant_id: id, search: 'Quentin Z' })).count).toBe(1);
    for (const search of ['Zyzzowitz', 'canary-heron-77', 'canary'])
      expect((await students({ tenant_id: id, search })).count).toBe(0);
  });
});

describe('law 2: a child’s name across schools', () => {
  it('is not shown, and not searched for', async () => {
    const { results, count } = await students();
    expect(count).toBe(results.length);
    expect(results.map(({ tenant }) => tenant.id)).toEqual(
      expect.arrayContaining([greenfield.tenant.id, riverside.tenant.id]),
    );
    expect(results.filter(({ name }) => name !== null)).toEqual([]);
    for (const query of [{ search: 'Quentin' }, { sort: 'name' as const }])
      expect(await world.refusal(platform, panelEndpoints.listStudents, { query })).toMatchObject({
        status: 403,
        code: 'panel.reason_needed',
      });
    const refused = await world.refusal(platform, panelEndpoints.listPeople, {
      query: { roles: 'student' },
    });
    expect(refused.code).toBe('panel.reason_needed');
    expect((await people({ limit: 100 })).results.filter(({ role }) => role === 'student')).toEqual([]);
  });

  it('is shown with one school chosen: the first name and an initial', async () => {
    const { results } = await students({ tenant_id: riverside.tenant.id });
    expect(results.map(({ tenant }) => tenant.id)).toEqual(results.map(() => riverside.tenant.id));
    expect(namesOf({ results })).toContain('Quentin Z.');
    const listed = await people({ tenant_id: riverside.tenant.id, search: 'Quentin' });
    expect(listed.results).toMatchObject([{ name: 'Quentin Z.', email: null, role: 'student' }]);
  });

  it('is shown with a reason, of which the audit has one row for the session', async () => {
    const noted = async () => {
      const { rows } = await world.testDatabase.administrator.query<{ details: Record<string, string> }>(
        "select details from audit_entries where action = 'panel.children_looked_for' order by created_at",
      );
      return rows.map(({ details }) => details['reason']);
    };
    const before = (await noted()).length;
    expect(namesOf(await students({ reason: 'support', search: 'quentin' }))).toEqual(['Quentin Z.']);
    await students({ reason: 'support' });
    await students({ reason: 'support', search: 'nomad' });
    expect((await noted()).slice(before)).toEqual(['support']);
    await students({ reason: 'data_request' });
    expect((await noted()).slice(before)).toEqual(['support', 'data_request']);
    const again = await world.signIn('localhost', world.platformAdmin.email);
    await world.call(again, panelEndpoints.listStudents, { query: { reason: 'support' } });
    expect((await noted()).slice(before)).toEqual(['support', 'data_request', 'support']);
    await students({ tenant_id: riverside.tenant.id, reason: 'safety' });
    expect((await noted()).slice(before)).toHaveLength(3);
  });

  it('tells how many works of a child strangers see', async () => {
    const { results } = await students({ tenant_id: greenfield.tenant.id, limit: 100 });
    const { rows } = await world.testDatabase.administrator.query<{ id: string; author_id: string }>(
      "select id, author_id from works where tenant_id = $1 and state = 'published' and author_id is not null",
      [greenfield.tenant.id],
    );
    const stranger = { host: greenfield.host, access: null };
    const seen = new Map<string, number>();
    for (const { id, author_id } of rows) {
      const { status } = await world.request(stranger, 'GET', `/api/works/${id}/`);
      if (status === 200) seen.set(author_id, (seen.get(author_id) ?? 0) + 1);
    }
    expect(results.map(({ id, public_works }) => [id, public_works])).toEqual(
      results.map(({ id }) => [id, seen.get(id) ?? 0]),
    );
  });
});

describe('a search', () => {
  it('finds people by words, a whole address or @domain', async () => {
    expect(namesOf(await people({ search: 'LEAD river' }))).toEqual(['lead riverside']);
    expect(namesOf(await people({ search: 'ivers lea' }))).toEqual(['lead riverside']);
    expect(namesOf(await people({ search: ' Lead@Riverside.test ' }))).toEqual(['lead riverside']);
    expect(namesOf(await people({ search: 'ead@riverside.test' }))).toEqual([]);
    expect((await people({ search: '@riverside.test' })).count).toBe(6);
    expect(namesOf(await people({ search: '@sakura.test' }))).toEqual(['美咲 田中']);
    expect(namesOf(await people({ search: '@akura.test' }))).toEqual([]);
  });

  it('finds the beginning of a word that has fewer than three letters, or none that trigrams know', async () => {
    expect(namesOf(await people({ search: '美' }))).toEqual(['美咲 田中']);
    expect(namesOf(await people({ search: '田中' }))).toEqual(['美咲 田中']);
    expect(namesOf(await people({ search: '中' }))).toEqual([]);
    expect((await people({ search: 'le' })).results.map(({ role }) => role)).toEqual([
      'teacher_admin',
      'teacher_admin',
    ]);
  });

  it.each(['%', '_', '\\', "'", "'':*", 'a & b', '!a', '%a%', '\u{1F98A}'])(
    'takes %s for what it is',
    async (search) => {
      expect((await people({ search })).results.filter(({ name }) => !name.includes(search))).toEqual([]);
      expect((await tenants({ search })).count).toBe(0);
    },
  );

  it('finds tenants by name, subdomain and domain', async () => {
    expect((await tenants({ search: 'bright fut' })).results).toMatchObject([{ kind: 'organization' }]);
    expect((await tenants({ search: 'GREENFIELD' })).results).toMatchObject([
      { id: greenfield.tenant.id, kind: 'school', state: 'active', host: 'greenfield.localhost' },
    ]);
    expect((await tenants({ search: 'nowhere' })).results).toEqual([]);
  });
});

describe('a page by key', () => {
  const walk = async <Row>(
    list: (query: { after?: string }) => Promise<{ results: Row[]; next: string | null }>,
  ) => {
    const rows: Row[] = [];
    for (let after: string | undefined; ;) {
      const page = await list(after === undefined ? {} : { after });
      rows.push(...page.results);
      if (page.next === null) return rows;
      after = new URLSearchParams(page.next).get('after') ?? '';
    }
  };

  it('goes on where the one before ended, in each order, and gives each row once', async () => {
    const all = (await people({ limit: 100 })).results.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(10);
    for (const sort of ['name', '-joined'] as const) {
      const walked = await walk((part) => people({ ...part, sort, limit: 3 }));
      expect(walked.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
      const joined = walked.map(({ joined_at }) => joined_at);
      if (sort === '-joined') expect(joined).toEqual(joined.toSorted().toReversed());
    }
    const found = await walk((part) => people({ ...part, search: '@riverside.test', limit: 4 }));
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    const children = await walk((part) => students({ ...part, limit: 4 }));
    expect(new Set(children.map(({ id }) => id)).size).toBe((await students({ limit: 100 })).count);
    for (const sort of ['name', '-created', '-students', '-active'] as const)
      expect((await walk((part) => tenants({ ...part, sort, limit: 1 }))).length).toBe(3);
  });

  it('carries the search and the filters along', async () => {
    const { next } = await people({ search: 'riverside', roles: 'teacher,teacher_admin', limit: 1 });
    const query = new URLSearchParams(next ?? '');
    expect(Object.fromEntries(query)).toMatchObject({
      search: 'riverside',
      roles: 'teacher,teacher_admin',
      sort: 'name',
      limit: '1',
    });
    const second = await world.request(platform, 'GET', `/api/v1/panel/people/${next}`);
    expect(second.status).toBe(200);
  });

  it('is refused after what no page ended with', async () => {
    const key = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const id = uuidv7();
    const { next } = await people({ limit: 1 });
    const byName = new URLSearchParams(next ?? '').get('after') ?? '';
    const bad: [Parameters<typeof people>[0], string][] = [
      [{}, 'x'],
      [{}, ''],
      [{}, key('a', id)],
      [{}, key('a', id, 'not an id')],
      [{}, key('a\0b', id, id)],
      [{}, key(1, id, id)],
      [{ sort: '-joined' }, byName],
      [{ sort: '-joined' }, key('2026-02-30T00:00:00.000000Z', id, id)],
      [{ sort: '-joined' }, key('0000-01-01T00:00:00.000000Z', id, id)],
    ];
    for (const [query, after] of bad)
      expect(
        await world.refusal(platform, panelEndpoints.listPeople, { query: { ...query, after } }),
      ).toMatchObject({ status: 400, code: 'request.invalid', errors: { after: [expect.any(String)] } });
    const query = { sort: '-active', after: key('many', id, id) } as const;
    expect(await world.refusal(platform, panelEndpoints.listTenants, { query })).toMatchObject({
      status: 400,
    });
  });

  it('has 50 rows, or as many as are asked for up to 100', async () => {
    for (const limit of [-1, 101])
      expect(await world.refusal(platform, panelEndpoints.listPeople, { query: { limit } })).toMatchObject({
        status: 400,
      });
    expect(await people({ limit: 0 })).toMatchObject({ results: [], next: null });
  });

  it('counts no further than 200', async () => {
    const many = await makeTenant(world.context, { school_name: 'Many', subdomain: 'many' });
    const insert = (from: number, to: number) =>
      world.testDatabase.administrator.query(
        `insert into users (tenant_id, id, role, first_name, last_name, email, listed_search)
         select $1, gen_random_uuid(), 'teacher', 'Ottoline', 'Number ' || n, n || '@many.test', 'ottoline number ' || n
         from generate_series($2::int, $3::int) as n`,
        [many.id, from, to],
      );
    await insert(1, 200);
    expect(await people({ tenant_id: many.id, limit: 1 })).toMatchObject({ count: 200 });
    expect(await people({ search: 'ottoline', limit: 1 })).toMatchObject({ count: 200 });
    await insert(201, 201);
    expect(await people({ tenant_id: many.id, limit: 1 })).toMatchObject({ count: null });
    const found = await people({ search: 'ottoline', limit: 1 });
    expect(found).toMatchObject({ count: null, next: expect.any(String) as string });
    // What is found first is ordered after, and no further.
    const walked = await walk((part) => people({ ...part, search: 'ottoline', limit: 100 }));
    expect(new Set(walked.map(({ id }) => id)).size).toBe(200);
  });
});

describe('the filters', () => {
  it('of people: roles, school, state, country, and who never came', async () => {
    const { id } = riverside.tenant;
    expect(namesOf(await people({ tenant_id: id, roles: 'parent' }))).toEqual(['parent riverside']);
    expect((await people({ roles: 'teacher,teacher_admin' })).results.map(({ role }) => role)).not.toContain(
      'parent',
    );
    await world.testDatabase.administrator.query(
      `update users set country = 'NZ', archived_at = now(), archived_by = id where tenant_id = $1 and id = $2`,
      [id, riverside.parent.id],
    );
    expect(namesOf(await people({ country: 'NZ' }))).toEqual(['parent riverside']);
    expect((await people({ state: 'archived' })).results).toMatchObject([{ id: riverside.parent.id }]);
    await world.signIn(riverside.host, riverside.teacher.email);
    expect(namesOf(await people({ tenant_id: id, roles: 'teacher', came: 'never' }))).not.toContain(
      'teacher riverside',
    );
    const [teacher] = (await people({ search: riverside.teacher.email })).results;
    expect(teacher).toMatchObject({ classes: 1, state: 'active', last_login: expect.any(String) as string });
    await world.testDatabase.administrator.query(
      `insert into invitations (tenant_id, id, kind, email, role, user_id, token_hash, invited_by, created_at, sent_at, expires_at)
       values ($1, gen_random_uuid(), 'account', 'other@riverside.test', 'teacher', $2, sha256('canary'), $3, now(), now(), now())`,
      [id, riverside.otherTeacher.id, riverside.schoolAdmin.id],
    );
    expect((await people({ state: 'invited' })).results).toMatchObject([{ id: riverside.otherTeacher.id }]);
    expect(namesOf(await people({ state: 'active', tenant_id: id, roles: 'teacher' }))).not.toContain(
      'other riverside',
    );
    expect((await people({ state: 'guest' })).results).toEqual([]);
  });

  it('of students: school, privacy, and when they were there last', async () => {
    const { id } = riverside.tenant;
    const all = (await students({ tenant_id: id, limit: 100 })).results;
    expect(all.every(({ privacy_preference }) => privacy_preference === 'private')).toBe(true);
    await world.testDatabase.administrator.query(
      "update students set privacy_preference = 'public' where tenant_id = $1 and id = $2",
      [id, child.id],
    );
    expect((await students({ privacy: 'public', tenant_id: id })).results).toMatchObject([
      { id: child.id, classes: 1, public_works: 0, last_day: null },
    ]);
    await world.signIn(riverside.host, riverside.student.username, riverside.student.password);
    expect((await students({ tenant_id: id, active: 'week' })).results).toMatchObject([
      { id: riverside.student.id, last_day: world.clock.now().toISOString().slice(0, 10) },
    ]);
    expect((await students({ tenant_id: id, active: 'never' })).count).toBe(all.length - 1);
  });

  it('of tenants: kind, state, organization and domain', async () => {
    const organization_id = world.organization.tenant.id;
    expect((await tenants({ organization_id })).results).toMatchObject([{ id: greenfield.tenant.id }]);
    expect((await tenants({ kind: 'organization' })).results).toMatchObject([{ id: organization_id }]);
    await world.testDatabase.administrator.query(
      "update tenants set domain_url = 'https://river.test', registered_at = now() where id = $1",
      [riverside.tenant.id],
    );
    expect((await tenants({ state: 'pending' })).results).toMatchObject([
      { id: riverside.tenant.id, state: 'pending' },
    ]);
    await world.testDatabase.administrator.query('update tenants set suspended_at = now() where id = $1', [
      riverside.tenant.id,
    ]);
    expect((await tenants({ state: 'pending' })).results).toEqual([]);
    expect((await tenants({ state: 'suspended' })).results).toMatchObject([
      { id: riverside.tenant.id, state: 'suspended' },
    ]);
    expect((await tenants({ domain: 'waiting' })).results).toMatchObject([{ id: riverside.tenant.id }]);
    expect((await tenants({ domain: 'verified' })).results).toEqual([]);
    const none = (await tenants({ domain: 'none' })).results.map(({ id }) => id);
    expect(none).toContain(greenfield.tenant.id);
    expect(none).not.toContain(riverside.tenant.id);
    await world.testDatabase.administrator.query(
      'update tenants set registered_at = null, suspended_at = null where id = $1',
      [riverside.tenant.id],
    );
  });
});

describe('who may list', () => {
  it('is the platform on its own site, and nobody on the host of a school', async () => {
    for (const endpoint of Object.values(panelEndpoints)) {
      for (const host of [greenfield.host, riverside.host]) {
        const here = await world.as(world.platformAdmin, host);
        expect(await world.refusal(here, endpoint, { query: {} })).toMatchObject({ status: 404 });
      }
      const visitor = { host: 'localhost', access: null };
      expect(await world.refusal(visitor, endpoint, { query: {} })).toMatchObject({ status: 401 });
      for (const person of [greenfield.schoolAdmin, world.organization.admin]) {
        const caller = await world.as(person, 'localhost');
        expect(await world.refusal(caller, endpoint, { query: {} })).toMatchObject({ status: 401 });
      }
    }
  });
});
