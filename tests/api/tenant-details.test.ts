import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import type { TenantForm } from '#contract/tenants/tenant-details.schema.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let admin: Caller;

beforeEach(async () => {
  admin = await world.as(greenfield.schoolAdmin);
});

const read = (caller: Caller, { tenant }: Pick<TestSchool, 'tenant'> = greenfield) =>
  world.call(caller, tenantDetailsEndpoints.read, { params: { tenantId: tenant.id } });
const update = (
  caller: Caller,
  body: Partial<TenantForm>,
  { tenant }: Pick<TestSchool, 'tenant'> = greenfield,
) => world.call(caller, tenantDetailsEndpoints.update, { params: { tenantId: tenant.id }, body });
const refusal = (
  caller: Caller,
  body: Record<string, unknown>,
  { tenant }: { tenant: { id: string } } = greenfield,
) =>
  world.refusal(caller, tenantDetailsEndpoints.update, {
    params: { tenantId: tenant.id },
    body,
  });

async function audits(tenantId: string) {
  const { rows } = await world.testDatabase.administrator.query<{ actor_id: string | null; details: object }>(
    `select actor_id, details from audit_entries
     where tenant_id = $1 and action = 'tenants.edited' order by created_at desc, id desc`,
    [tenantId],
  );
  return rows;
}

describe('the data of a school', () => {
  it('are read by whoever runs it, with the organizations that it belongs to', async () => {
    expect(await read(admin)).toMatchObject({
      id: greenfield.tenant.id,
      school_name: 'greenfield school',
      subdomain: 'greenfield',
      verified_host: null,
      guest_consent: 'ask',
      organizations: [{ id: world.organization.tenant.id, school_name: 'Bright Futures Trust' }],
    });
    expect((await read(await world.as(riverside.schoolAdmin), riverside)).organizations).toEqual([]);
  });

  it('say how the school takes visits of the platform, which the school alone changes', async () => {
    const { id: tenantId } = riverside.tenant;
    const office = await world.as(riverside.schoolAdmin);
    const platform = await world.as(world.platformAdmin);
    const consentOf = async () =>
      (await world.call(platform, tenantDetailsEndpoints.read, { params: { tenantId } })).guest_consent;
    expect(await consentOf()).toBe('ask');
    await world.call(office, visitEndpoints.setConsent, { body: { guest_consent: 'never' } });
    expect(await consentOf()).toBe('never');
    expect((await read(office, riverside)).guest_consent).toBe('never');
    expect((await read(admin)).guest_consent).toBe('ask');
    await world.call(office, visitEndpoints.setConsent, { body: { guest_consent: 'ask' } });
  });

  it('change field by field, and everybody sees them', async () => {
    const before = await read(admin);
    const changed = await update(admin, {
      school_name: '  Greenfield   Primary ',
      school_email: 'Office@Greenfield.Test',
      domain_url: 'https://www.greenfield.example',
      switchboard: 'true',
      button_color: '#AbCdEf',
    });
    const wanted = {
      school_name: 'Greenfield Primary',
      school_email: 'office@greenfield.test',
      domain_url: 'https://www.greenfield.example',
      switchboard: true,
      button_color: '#AbCdEf',
    };
    const domain_proof = {
      name: '_quillshelf.www.greenfield.example',
      value: expect.stringMatching(/^quillshelf=[\w-]{27}$/u),
    };
    expect(changed).toEqual({ ...before, ...wanted, domain_proof });
    const shown = await world.call({ host: greenfield.host, access: null }, tenantEndpoints.readCurrent, {});
    expect(shown).toMatchObject(wanted);
    expect((await audits(greenfield.tenant.id))[0]).toEqual({
      actor_id: greenfield.schoolAdmin.id,
      details: { fields: Object.keys(wanted) },
    });
    expect((await read(await world.as(riverside.schoolAdmin), riverside)).school_name).toBe(
      'riverside school',
    );
  });

  it('that are sent as they were change nothing, and nobody notes it down', async () => {
    const { school_name } = await read(admin);
    const before = (await audits(greenfield.tenant.id)).length;
    await update(admin, { school_name });
    await update(admin, {});
    expect(await audits(greenfield.tenant.id)).toHaveLength(before);
  });

  it('answer at a new domain only once it was shown to be theirs', async () => {
    const { administrator } = world.testDatabase;
    await administrator.query("update tenants set verified_host = 'old.example' where id = $1", [
      greenfield.tenant.id,
    ]);
    await update(admin, { domain_url: 'https://new.example' });
    const status = async (host: string) =>
      (await world.request({ host, access: null }, 'GET', '/api/current-tenant')).status;
    expect(await status('old.example')).toBe(200);
    expect(await status('new.example')).toBe(404);
    expect((await read(admin)).verified_host).toBe('old.example');
  });

  it.each([
    [{ school_name: ' ' }, { school_name: ['School name is required'] }],
    [{ school_name: 'ab' }, { school_name: ['Name must be at least 3 characters'] }],
    [{ school_name: 'a'.repeat(101) }, { school_name: ['Name must not exceed 100 characters'] }],
    [{ school_email: '' }, { school_email: ['Email is required'] }],
    [{ school_email: 'nobody' }, { school_email: ['Invalid email'] }],
    [{ domain_url: '' }, { domain_url: ['Domain URL is required'] }],
    [{ domain_url: 'greenfield' }, { domain_url: ['Invalid URL format'] }],
    [{ domain_url: 'https://greenfield' }, { domain_url: ['Invalid domain format'] }],
    [{ primary_color: '' }, { primary_color: ['Primary color is required'] }],
    [{ primary_color: 'red' }, { primary_color: ['Invalid hex color code'] }],
    [{ border_muted_color: '#12345' }, { border_muted_color: ['Invalid hex color code'] }],
    [{ switchboard: 'perhaps' }, { switchboard: ['Switchboard status is required'] }],
  ])('are refused where they are %j, and stay', async (body, errors) => {
    const before = await read(admin);
    expect(await refusal(admin, body)).toMatchObject({ status: 400, errors });
    expect(await read(admin)).toEqual(before);
  });
});

describe('the logo of a school', () => {
  const png = (background: string) =>
    sharp({ create: { width: 64, height: 32, channels: 3, background } })
      .png()
      .toBuffer();
  const file = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') => new File([bytes], 'logo', { type });
  const send = (caller: Caller, logo: File | 'none') =>
    world.call(caller, tenantDetailsEndpoints.update, {
      params: { tenantId: greenfield.tenant.id },
      body: { logo },
    });
  const fetched = (path: string, host = greenfield.host) =>
    world.request({ host, access: null }, 'GET', path);

  it('is seen by everybody on its own host and on no other, until another one takes its place', async () => {
    const { logo } = await send(admin, file(new Uint8Array(await png('#ff0000'))));
    expect(logo).toMatch(/^\/icons\/app\/logo-[\da-f]{64}\.webp$/u);
    const answer = await fetched(logo ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect((await fetched(logo ?? '', riverside.host)).status).toBe(404);
    const shown = await world.call({ host: greenfield.host, access: null }, tenantEndpoints.readCurrent, {});
    expect(shown.logo).toBe(logo);

    const second = await send(admin, file(new Uint8Array(await png('#0000ff'))));
    expect(second.logo).not.toBe(logo);
    expect((await fetched(logo ?? '')).status).toBe(404);
    expect((await send(admin, 'none')).logo).toBeNull();
    expect((await fetched(second.logo ?? '')).status).toBe(404);
  });

  it('is looked at, whatever it is called', async () => {
    const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer();
    const refused = { status: 400, errors: { logo: ['Unsupported file format'] } };
    expect(await refusal(admin, { logo: file(new Uint8Array(gif)) })).toMatchObject(refused);
    expect(await refusal(admin, { logo: file(new Uint8Array(gif), 'image/gif') })).toMatchObject(refused);
    expect((await read(admin)).logo).toBeNull();
  });

  it('may have 5 MB, and not a byte more', async () => {
    const bytes = new Uint8Array(limits.logoBytes + 1);
    bytes.set(await png('#00ff00'));
    expect((await send(admin, file(bytes.slice(0, limits.logoBytes)))).logo).not.toBeNull();
    const refused = await refusal(admin, { logo: file(bytes) });
    expect(refused.status).toBe(413);
    expect(JSON.stringify(refused)).toContain('File too large');
    await send(admin, 'none');
  });
});

describe('who may', () => {
  it('is neither another school nor the organization that it belongs to', async () => {
    const body = { school_name: 'Taken over' };
    const unknown = { status: 404, code: 'tenants.not_found' };
    expect(await refusal(await world.as(riverside.schoolAdmin), body)).toMatchObject(unknown);
    expect(await refusal(await world.as(world.organization.admin), body)).toMatchObject(unknown);
    const nowhere = { tenant: { id: '019a0000-0000-7000-8000-000000000000' } };
    const platform = await world.as(world.platformAdmin);
    expect(await refusal(platform, body, nowhere)).toMatchObject(unknown);
    for (const person of [
      greenfield.teacher,
      greenfield.teacherAdmin,
      greenfield.student,
      greenfield.parent,
    ]) {
      expect(await refusal(await world.as(person), body)).toMatchObject({ status: 403 });
    }
  });

  it('is the organization for itself', async () => {
    const caller = await world.as(world.organization.admin);
    const changed = await update(caller, { primary_color: '#5b2a6e' }, world.organization);
    expect(changed).toMatchObject({ school_name: 'Bright Futures Trust', primary_color: '#5b2a6e' });
  });

  it('is the platform for every school, and the school finds it in its audit', async () => {
    const platform = await world.as(world.platformAdmin);
    const changed = await update(platform, { announcement_color: '#223344' }, riverside);
    expect(changed).toMatchObject({ id: riverside.tenant.id, announcement_color: '#223344' });
    expect(await audits(riverside.tenant.id)).toEqual([
      { actor_id: null, details: { fields: ['announcement_color'] } },
    ]);
    expect(await audits(world.platform.id)).toEqual([
      {
        actor_id: world.platformAdmin.id,
        details: { fields: ['announcement_color'], partner: 'riverside school' },
      },
    ]);
  });
});
