import { describe, expect, it } from 'vitest';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { reservedNames } from '#contract/tenants/subdomain.rules.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { atPlatform, pngLogo, refuseRegistration, register, registration } from '../support/registrations.ts';
import { hour, registrationsOfFile } from './registration.support.ts';

const { world, greenfield, riverside, current } = registrationsOfFile();

describe('a registration is refused', () => {
  const texts = (length: number) => 'x'.repeat(length);

  it.each([
    [{ school_name: '' }, { school_name: ['Name is required'] }],
    [{ school_name: '   ' }, { school_name: ['Name is required'] }],
    [{ school_name: 'ab' }, { school_name: ['Name must be at least 3 characters'] }],
    [{ school_name: texts(101) }, { school_name: ['Name must not exceed 100 characters'] }],
    [{ school_email: '' }, { school_email: ['Email is required'] }],
    [{ school_email: 'the office' }, { school_email: ['Invalid email address'] }],
    [{ domain_url: '' }, { domain_url: ['Domain URL is required'] }],
    [{ domain_url: 'www.hillside.example' }, { domain_url: ['Invalid URL format'] }],
    [{ domain_url: 'https://hillside' }, { domain_url: ['Invalid domain format'] }],
    [
      { subdomain: 'Hillside' },
      { subdomain: ['Subdomain can only contain lowercase letters, numbers, and hyphens'] },
    ],
    [
      { subdomain: 'a--b' },
      { subdomain: ['Subdomain can only contain lowercase letters, numbers, and hyphens'] },
    ],
    [
      { subdomain: '-a' },
      { subdomain: ['Subdomain can only contain lowercase letters, numbers, and hyphens'] },
    ],
    [{ subdomain: texts(64) }, { subdomain: ['Subdomain must not exceed 63 characters'] }],
    [{ subdomain: 'admin' }, { subdomain: ['This name is reserved. Please choose another one.'] }],
    [{ primary_color: 'red' }, { primary_color: ['Invalid hex color code'] }],
    [{ primary_color_light: '#12345' }, { primary_color_light: ['Invalid hex color code'] }],
    [{ primary_color_dark: '' }, { primary_color_dark: ['Invalid hex color code'] }],
    [{ button_color: 'url(x)' }, { button_color: ['Invalid hex color code'] }],
    [{ first_name: '' }, { first_name: ['First name is required'] }],
    [{ last_name: '' }, { last_name: ['Last name is required'] }],
    [{ is_organization: 'maybe' }, { is_organization: ['Please choose a school or an organization'] }],
    [{ logo: new Blob(['GIF89a'], { type: 'image/gif' }) }, { logo: ['Unsupported file format'] }],
  ])('at the field: %j', async (fields, errors) => {
    const fingerprint = await fingerprinter(world.testDatabase.administrator);
    const before = await fingerprint();
    expect(await refuseRegistration(world, fields)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors,
    });
    expect(await fingerprint()).toEqual(before);
  });

  it('where a colour that has to be there is left out, and not where another one is', async () => {
    const { primary_color: _left, ...without } = registration();
    const refused = await world.refusal(atPlatform, registrationEndpoints.register, {
      query: {},
      body: without as never,
    });
    expect(refused.errors).toEqual({ primary_color: ['This field is required'] });
    const { text_muted_color: _other, ...body } = registration();
    await world.call(atPlatform, registrationEndpoints.register, { query: {}, body });
    expect((await current(`${body.subdomain}.localhost`)).text_muted_color).toBe('#000000');
  });

  it('where the name is another school’s', async () => {
    expect(await refuseRegistration(world, { subdomain: 'riverside' })).toMatchObject({
      status: 409,
      code: 'tenants.subdomain_taken',
      errors: { subdomain: ['This name is taken already. Please choose another one.'] },
    });
  });

  it.each(['greenfield.localhost', 'riverside.localhost', 'brightfutures.localhost'])(
    'on the host of somebody else: %s',
    async (host) => {
      expect(await refuseRegistration(world, {}, { caller: { host, access: null } })).toMatchObject({
        status: 409,
        code: 'tenants.register_elsewhere',
      });
    },
  );

  it('after three within an hour for one email address, and not for another one', async () => {
    const school_email = 'busy@hillside.test';
    for (let turn = 0; turn < 3; turn += 1) await register(world, { school_email });
    const refused = await refuseRegistration(world, { school_email });
    expect(refused).toMatchObject({ status: 429, code: 'tenants.registered_too_often' });
    await register(world);
    world.clock.advance(hour);
    await register(world, { school_email });
  });

  it('after twenty within an hour from one network', async () => {
    for (let turn = 0; turn < 20; turn += 1) await register(world);
    const refused = await refuseRegistration(world);
    expect(refused).toMatchObject({ status: 429, code: 'tenants.registered_too_often' });
    world.clock.advance(hour);
    await register(world);
  });

  it('after too many logos that are none, whoever it is', async () => {
    const logo = new Blob(['no picture'], { type: 'image/png' });
    for (let turn = 0; turn < 30; turn += 1)
      expect((await refuseRegistration(world, { logo })).code).toBe('tenants.logo_unreadable');
    expect((await refuseRegistration(world, { logo: await pngLogo() })).code).toBe('request.too_many');
  });
});

describe('a name in addresses', () => {
  const check = (subdomain: string, host = 'localhost') =>
    world.call({ host, access: null }, registrationEndpoints.checkSubdomain, { params: { subdomain } });

  it('is free, taken, reserved, or none, whatever the host', async () => {
    for (const host of ['localhost', greenfield.host, riverside.host, world.organization.host]) {
      expect(await check('nobody-has-this', host)).toEqual({
        is_free: true,
        note: null,
        host: 'nobody-has-this.localhost',
      });
      expect(await check('greenfield', host)).toEqual({
        is_free: false,
        host: null,
        note: 'This name is taken already. Please choose another one.',
      });
      expect(await check('www', host)).toEqual({
        is_free: false,
        host: null,
        note: 'This name is reserved. Please choose another one.',
      });
      expect(await check('No such name', host)).toEqual({
        is_free: false,
        host: null,
        note: 'Subdomain can only contain lowercase letters, numbers, and hyphens',
      });
    }
  });

  it('is taken from the moment at which somebody registers it', async () => {
    await register(world, { subdomain: 'soon-taken' });
    expect((await check('soon-taken')).is_free).toBe(false);
  });

  it.each(reservedNames)('is nobody’s where it is %s', async (subdomain) => {
    expect((await check(subdomain)).is_free).toBe(false);
  });
});
