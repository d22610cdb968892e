import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shelfEndpoints } from '#contract/shelves/shelves.endpoints.ts';
import type { TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const administer = (text: string, values: unknown[] = []) =>
  world.testDatabase.administrator.query(text, values);

const visitorOf = (host: string) => ({ host, access: null });
const visitor = visitorOf('localhost');

async function setShelf(school: TestSchool, body: { is_open: boolean; country: string | null }) {
  return await world.call(await world.as(school.schoolAdmin), shelfEndpoints.setOwn, { body });
}

const list = (
  query: { search?: string; country?: string; limit?: number; offset?: number } = {},
  host = 'localhost',
) => world.call(visitorOf(host), shelfEndpoints.list, { query });
const namesIn = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).results.map(({ school_name }) => school_name);

const names = { greenfield: '', riverside: '' };

beforeAll(async () => {
  names.greenfield = greenfield.tenant.school_name;
  names.riverside = riverside.tenant.school_name;
  await administer(
    `insert into tenant_numbers (
       tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of
     ) values ($1, 1, 1, 1, 9, 1, 7, 1, 1, 1, now()), ($2, 1, 1, 1, 9, 1, 3, 1, 1, 1, now())`,
    [greenfield.tenant.id, riverside.tenant.id],
  );
});

beforeEach(() =>
  administer('update tenants set shelf_opened_at = null, country = null, suspended_at = null'),
);

describe('the list of libraries', () => {
  it('has the schools that opened their shelf and no other, on each host', async () => {
    expect(await list()).toMatchObject({ count: 0, results: [], countries: [] });
    await setShelf(greenfield, { is_open: true, country: 'NZ' });
    expect(await list()).toEqual({
      count: 1,
      next: null,
      results: [
        {
          id: greenfield.tenant.id,
          school_name: names.greenfield,
          logo: null,
          country: 'NZ',
          works: 7,
          subdomain: greenfield.tenant.subdomain,
          verified_host: null,
        },
      ],
      countries: ['NZ'],
    });
    expect(await namesIn({}, riverside.host)).toEqual([names.greenfield]);
    await setShelf(greenfield, { is_open: false, country: 'NZ' });
    expect(await list()).toMatchObject({ count: 0, results: [] });
  });

  it('leaves out a school that is suspended, and one of whose works nobody may read any', async () => {
    await setShelf(greenfield, { is_open: true, country: null });
    await setShelf(riverside, { is_open: true, country: null });
    expect(await namesIn()).toEqual([names.greenfield, names.riverside].toSorted());
    await administer('update tenants set suspended_at = now() where id = $1', [greenfield.tenant.id]);
    expect(await namesIn()).toEqual([names.riverside]);
    await administer('update tenant_numbers set public_works = 0 where tenant_id = $1', [
      riverside.tenant.id,
    ]);
    expect(await namesIn()).toEqual([]);
    await administer('update tenant_numbers set public_works = 3 where tenant_id = $1', [
      riverside.tenant.id,
    ]);
  });

  it('is searched by name, narrowed down by country and paged', async () => {
    await setShelf(greenfield, { is_open: true, country: 'NZ' });
    await setShelf(riverside, { is_open: true, country: 'AR' });
    expect(await namesIn({ search: names.riverside.slice(0, 5).toUpperCase() })).toEqual([names.riverside]);
    expect(await namesIn({ search: '%' })).toEqual([]);
    expect(await namesIn({ country: 'NZ' })).toEqual([names.greenfield]);
    const page = await list({ limit: 1 });
    expect(page).toMatchObject({ count: 2, next: '?limit=1&offset=1', countries: ['AR', 'NZ'] });
    expect(await namesIn({ limit: 1, offset: 1 })).not.toEqual(page.results.map((row) => row.school_name));
  });

  it('refuses a country that is none', async () => {
    const answer = await world.request(visitor, 'GET', '/api/libraries/?country=Atlantis');
    expect(answer).toMatchObject({ status: 400, body: { errors: { country: ['Please choose a country'] } } });
  });
});

describe('the shelf of a school', () => {
  it('is closed at first, and opened by its own office alone', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    expect(await world.call(caller, shelfEndpoints.readOwn, {})).toEqual({ is_open: false, country: null });
    await setShelf(greenfield, { is_open: true, country: 'NZ' });
    expect(await world.call(caller, shelfEndpoints.readOwn, {})).toEqual({ is_open: true, country: 'NZ' });
    const neighbour = await world.as(riverside.schoolAdmin);
    expect(await world.call(neighbour, shelfEndpoints.readOwn, {})).toEqual({
      is_open: false,
      country: null,
    });
    const teacher = await world.as(greenfield.teacher);
    const body = { is_open: false, country: null };
    expect(await world.refusal(teacher, shelfEndpoints.setOwn, { body })).toMatchObject({ status: 403 });
  });

  it('is none of an organization', async () => {
    const caller = await world.signIn(world.organization.host, world.organization.admin.email);
    const body = { is_open: true, country: null };
    expect(await world.refusal(caller, shelfEndpoints.setOwn, { body })).toMatchObject({
      code: 'shelves.only_schools',
    });
  });

  it('is written down once where it is opened twice', async () => {
    await administer("delete from audit_entries where action like 'shelves.%'");
    await setShelf(greenfield, { is_open: true, country: null });
    await setShelf(greenfield, { is_open: true, country: null });
    await setShelf(greenfield, { is_open: false, country: null });
    const { rows } = await administer(
      "select tenant_id, action from audit_entries where action like 'shelves.%' order by created_at",
    );
    expect(rows).toEqual([
      { tenant_id: greenfield.tenant.id, action: 'shelves.opened' },
      { tenant_id: greenfield.tenant.id, action: 'shelves.closed' },
    ]);
  });
});

describe('the logo of a school', () => {
  it('is shown on each host at an address of its own, and there is none for another hash', async () => {
    const sha = 'ab'.repeat(32);
    await administer(
      'insert into tenant_logos (tenant_id, sha256, content, created_at) values ($1, $2, $3, now())',
      [greenfield.tenant.id, Buffer.from(sha, 'hex'), Buffer.from('logo')],
    );
    const at = (address: string) => world.request(visitor, 'GET', address);
    expect(await at(`/logos/${greenfield.tenant.id}/logo-${sha}.webp`)).toMatchObject({ status: 200 });
    expect(await at(`/logos/${riverside.tenant.id}/logo-${sha}.webp`)).toMatchObject({ status: 404 });
    expect(await at(`/logos/nobody/logo-${sha}.webp`)).toMatchObject({ status: 404 });
  });
});
