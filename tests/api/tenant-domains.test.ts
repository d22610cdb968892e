import { beforeEach, describe, expect, it } from 'vitest';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** What is said about domains in public; nobody outside is asked. */
const records = new Map<string, string[] | Error>();
const domainRecords = {
  async textsOf(name: string): Promise<readonly string[]> {
    const found = records.get(name) ?? [];
    if (found instanceof Error) throw found;
    return found;
  },
};

const { world, greenfield, riverside } = worldOfFile({
  domainRecords,
  stagingHosts: ['pages.example.dev', 'preview.example.app'],
});
let admin: Caller;

beforeEach(async () => {
  records.clear();
  admin = await world.as(greenfield.schoolAdmin);
  world.clock.advance(11 * 60 * 1000);
  admin = await world.as(greenfield.schoolAdmin);
});

const of = ({ tenant }: Pick<TestSchool, 'tenant'>) => ({ params: { tenantId: tenant.id } });
const write = (caller: Caller, school: TestSchool, domain_url: string) =>
  world.call(caller, tenantDetailsEndpoints.update, { ...of(school), body: { domain_url } });
const show = (caller: Caller, school: TestSchool) =>
  world.call(caller, tenantDetailsEndpoints.showDomain, of(school));
const refusal = async (caller: Caller, school: TestSchool) =>
  (await world.refusal(caller, tenantDetailsEndpoints.showDomain, of(school))).code;

async function nameAt(host: string): Promise<unknown> {
  const answer = await world.request({ host, access: null }, 'GET', '/api/current-tenant');
  return (answer.body as { school_name?: string; code?: string }).school_name ?? answer.body;
}

/** Writes the record that the school is told to make. */
async function makeRecord(caller: Caller, school: TestSchool, domain_url: string): Promise<void> {
  const { domain_proof } = await write(caller, school, domain_url);
  records.set(domain_proof?.name ?? '', ['v=spf1 -all', domain_proof?.value ?? '']);
}

describe('a domain of one’s own', () => {
  it('answers once its record is there, and not before', async () => {
    const host = 'www.greenfield.example';
    await write(admin, greenfield, `https://${host}/start`);
    expect(await refusal(admin, greenfield)).toBe('tenants.domain_not_shown');
    expect(await nameAt(host)).toMatchObject({ code: 'tenants.unknown_host' });
    await makeRecord(admin, greenfield, `https://${host}`);
    expect(await show(admin, greenfield)).toMatchObject({ verified_host: host, domain_proof: null });
    expect(await nameAt(host)).toBe('greenfield school');
    expect(await nameAt(greenfield.host)).toBe('greenfield school');
    expect(await refusal(admin, greenfield)).toBe('tenants.no_domain_to_show');
    const { rows } = await world.testDatabase.administrator.query(
      "select tenant_id, actor_id, details from audit_entries where action = 'tenants.domain_shown'",
    );
    expect(rows).toEqual([
      { tenant_id: greenfield.tenant.id, actor_id: greenfield.schoolAdmin.id, details: { host } },
    ]);
  });

  it('goes on answering until another one is shown to be theirs', async () => {
    const before = 'www.greenfield.example';
    await write(admin, greenfield, 'https://new.greenfield.example');
    expect(await nameAt(before)).toBe('greenfield school');
    await makeRecord(admin, greenfield, 'https://new.greenfield.example');
    await show(admin, greenfield);
    expect(await nameAt(before)).toMatchObject({ code: 'tenants.unknown_host' });
    expect(await nameAt('new.greenfield.example')).toBe('greenfield school');
  });

  it('is shown by a record that no other school’s record can stand in for', async () => {
    const url = 'https://shared.example';
    await makeRecord(admin, greenfield, url);
    const rival = await world.as(riverside.schoolAdmin);
    const { domain_proof } = await write(rival, riverside, url);
    expect([...records.keys()]).toEqual([domain_proof?.name]);
    expect(await refusal(rival, riverside)).toBe('tenants.domain_not_shown');
    await show(admin, greenfield);
    expect(await nameAt('shared.example')).toBe('greenfield school');
  });

  it('is one school’s at a time', async () => {
    const rival = await world.as(riverside.schoolAdmin);
    await makeRecord(rival, riverside, 'https://shared.example');
    expect(await refusal(rival, riverside)).toBe('tenants.domain_taken');
    expect(await nameAt('shared.example')).toBe('greenfield school');
  });

  it('cannot be an address that is ours', async () => {
    for (const url of [
      'https://riverside.localhost',
      'https://nobody.localhost',
      'https://a.b.localhost',
      'https://x.pages.example.dev',
    ]) {
      expect((await write(admin, greenfield, url)).domain_proof).toBeNull();
      expect(await refusal(admin, greenfield)).toBe('tenants.no_domain_to_show');
    }
  });

  it('is asked for again later where nobody can tell', async () => {
    const { domain_proof } = await write(admin, greenfield, 'https://slow.greenfield.example');
    records.set(domain_proof?.name ?? '', new Error('SERVFAIL'));
    expect(await refusal(admin, greenfield)).toBe('tenants.domain_unreadable');
  });

  it('is looked for so many times in ten minutes', async () => {
    await write(admin, greenfield, 'https://later.greenfield.example');
    for (let turn = 0; turn < 30; turn += 1)
      expect(await refusal(admin, greenfield)).toBe('tenants.domain_not_shown');
    expect(await refusal(admin, greenfield)).toBe('request.too_many');
    const rival = await world.as(riverside.schoolAdmin);
    expect(await refusal(rival, riverside)).toBe('tenants.domain_not_shown');
  });

  it('is the affair of those who run the school, and of the platform, which is told on both sides', async () => {
    const rival = await world.as(riverside.schoolAdmin);
    expect(await refusal(rival, greenfield)).toBe('tenants.not_found');
    await makeRecord(admin, greenfield, 'https://by-platform.greenfield.example');
    const platform = await world.as(world.platformAdmin);
    expect((await show(platform, greenfield)).verified_host).toBe('by-platform.greenfield.example');
    const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string }>(
      `select tenant_id from audit_entries
       where action = 'tenants.domain_shown' and details ->> 'host' = 'by-platform.greenfield.example'`,
    );
    expect(rows.map(({ tenant_id }) => tenant_id).toSorted()).toEqual(
      [greenfield.tenant.id, world.platform.id].toSorted(),
    );
  });
});

describe('hosts of staging pages', () => {
  it('are the platform’s own site, whatever stands before their ending', async () => {
    for (const host of [
      'branch-7.pages.example.dev',
      'a.b.preview.example.app',
      'greenfield.pages.example.dev',
    ]) {
      const tenant = await world.call({ host, access: null }, tenantEndpoints.readCurrent, {});
      expect(tenant).toMatchObject({ is_platform: true, subdomain: null, platform_host: 'localhost' });
    }
  });
});
