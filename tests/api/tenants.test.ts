import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colorFields, defaultColors } from '#contract/tenants/tenants.schema.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { makeTenant } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';

let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld();
});

afterAll(() => world.close());

const read = (host: string) => world.call({ host, access: null }, tenantEndpoints.readCurrent, {});
const refusal = (host: string) => world.refusal({ host, access: null }, tenantEndpoints.readCurrent, {});

const unknownHost = {
  status: 404,
  code: 'tenants.unknown_host',
  error: 'There is no school at this address.',
  details: { platform_host: 'localhost' },
};

async function setDomain(
  tenantId: string,
  domain: { domain_url: string | null; verified_host: string | null },
) {
  await world.testDatabase.administrator.query(
    'update tenants set domain_url = $2, verified_host = $3 where id = $1',
    [tenantId, domain.domain_url, domain.verified_host],
  );
}

describe('the tenant of a host', () => {
  it('is the school whose subdomain it is, with what anybody may know of it', async () => {
    const { greenfield, riverside } = world;
    expect(await read('greenfield.localhost')).toEqual({
      id: greenfield.tenant.id,
      school_name: 'greenfield school',
      closes_at: null,
      school_email: null,
      subdomain: 'greenfield',
      domain_url: null,
      logo: null,
      switchboard: false,
      is_organization: false,
      is_platform: false,
      platform_host: 'localhost',
      ...defaultColors,
    });
    expect(await read('riverside.localhost')).toMatchObject({
      id: riverside.tenant.id,
      subdomain: 'riverside',
    });
  });

  it.each([
    'greenfield.localhost:8080',
    'GreenField.LocalHost',
    'greenfield.localhost.',
    'GREENFIELD.localhost:443',
  ])('does not depend on port, case or a last dot: %s', async (host) => {
    expect(await read(host)).toMatchObject({ id: world.greenfield.tenant.id });
  });

  it('is the platform itself on the bare domain', async () => {
    expect(await read('localhost:8080')).toMatchObject({
      id: world.platform.id,
      is_platform: true,
      subdomain: null,
    });
  });

  it('is an organization on its own host', async () => {
    expect(await read('brightfutures.localhost')).toMatchObject({
      is_organization: true,
      is_platform: false,
    });
  });

  it.each([
    'nowhere.localhost',
    'www.greenfield.localhost',
    'greenfield.example.org',
    'greenfield',
    '127.0.0.1',
    '[::1]:8080',
    '-',
    '.localhost',
    "greenfield'--.localhost",
    '%.localhost',
    'localhost.greenfield',
  ])('is none where no school answers: %s', async (host) => {
    expect(await refusal(host)).toMatchObject(unknownHost);
  });

  it('cannot be chosen by a header of the caller', async () => {
    const { body } = await world.request(
      { host: 'greenfield.localhost', access: null },
      'GET',
      '/api/current-tenant',
      {
        headers: {
          'x-forwarded-host': 'riverside.localhost',
          forwarded: 'host=riverside.localhost',
          'x-tenant': 'riverside',
        },
      },
    );
    expect(body).toMatchObject({ id: world.greenfield.tenant.id });
  });

  it('cannot be chosen by a query', async () => {
    const address = `/api/current-tenant?tenant_id=${world.riverside.tenant.id}&subdomain=riverside`;
    const { body } = await world.request({ host: 'greenfield.localhost', access: null }, 'GET', address);
    expect(body).toMatchObject({ id: world.greenfield.tenant.id });
  });
});

describe('a domain of one’s own', () => {
  it('answers once its ownership was shown, and not before', async () => {
    const { tenant } = world.riverside;
    await setDomain(tenant.id, { domain_url: 'https://riverside-school.example', verified_host: null });
    expect(await refusal('riverside-school.example')).toMatchObject(unknownHost);

    await setDomain(tenant.id, {
      domain_url: 'https://riverside-school.example',
      verified_host: 'riverside-school.example',
    });
    expect(await read('riverside-school.example')).toMatchObject({
      id: tenant.id,
      domain_url: 'https://riverside-school.example',
    });
    expect(await read('Riverside-School.example:8443')).toMatchObject({ id: tenant.id });
    expect(await refusal('www.riverside-school.example')).toMatchObject(unknownHost);
    expect(await read('riverside.localhost')).toMatchObject({ id: tenant.id });

    await setDomain(tenant.id, { domain_url: null, verified_host: null });
    expect(await refusal('riverside-school.example')).toMatchObject(unknownHost);
  });

  it('that a school merely claims does not take the other school’s address', async () => {
    const { greenfield, riverside } = world;
    await setDomain(riverside.tenant.id, {
      domain_url: 'http://greenfield.localhost',
      verified_host: 'greenfield.localhost',
    });
    expect(await read('greenfield.localhost')).toMatchObject({ id: greenfield.tenant.id });
    await setDomain(riverside.tenant.id, { domain_url: 'http://localhost', verified_host: 'localhost' });
    expect(await read('localhost')).toMatchObject({ id: world.platform.id });
    await setDomain(riverside.tenant.id, { domain_url: null, verified_host: null });
  });
});

describe('the colours of a tenant', () => {
  it('are its own, each of them', async () => {
    const colors = Object.fromEntries(
      colorFields.map((field, place) => [field, `#0${place.toString(16)}20c${place.toString(16)}`]),
    );
    await makeTenant(world.context, { subdomain: 'painted', colors });
    expect(await read('painted.localhost')).toMatchObject(colors);
    expect(await read('greenfield.localhost')).toMatchObject(defaultColors);
  });

  it.each(['red', '#12345', '#12345g', '#1234567', 'url(https://evil.example)', '#123456;background:red'])(
    'cannot be anything else in the database: %s',
    async (color) => {
      const making = makeTenant(world.context, { colors: { button_color: color } });
      await expect(making).rejects.toThrow('violates check constraint');
    },
  );
});
