import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import type { PanelAuditQuery } from '#contract/panel/panel-audit.schema.ts';
import { audit, type AuditEntry } from '#server/platform/audit.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let platform: Caller;
let today: string;

const list = (query: Partial<PanelAuditQuery> = {}) =>
  world.call(platform, panelAuditEndpoints.listAudit, { query });
const details = (tenantId: string, id: string) =>
  world.call(platform, panelAuditEndpoints.readAudit, { params: { tenantId, id } });

async function write(school: TestSchool, entry: Omit<AuditEntry, 'tenant_id'>): Promise<void> {
  const tenant_id = school.tenant.id;
  await inTenant(world.context.database, tenant_id, (transaction) =>
    audit(transaction, { ...entry, tenant_id }),
  );
}

beforeAll(async () => {
  const { administrator } = world.testDatabase;
  for (const school of [greenfield, riverside]) {
    const { student, schoolAdmin } = school;
    await write(school, {
      actor_id: schoolAdmin.id,
      action: 'students.renamed',
      subject_id: student.id,
      details: { from: 'The canary of before', count: 1 },
    });
    await write(school, { actor_id: student.id, action: 'passwords.changed' });
    await write(school, { actor_id: null, action: 'tenants.resumed', subject_id: school.tenant.id });
  }
  await administrator.query(
    `insert into audit_entries (tenant_id, id, actor_id, action, created_at)
     values ($1, gen_random_uuid(), $2, 'cards.voided', '2026-01-31T23:59:59Z'),
       ($1, gen_random_uuid(), $2, 'cards.voided', '2026-02-01T00:00:00Z')`,
    [riverside.tenant.id, riverside.teacher.id],
  );
  const { rows } = await administrator.query<{ today: string }>(
    "select (now() at time zone 'UTC')::date::text as today",
  );
  today = rows[0]?.today ?? '';
});

beforeEach(async () => {
  platform = await world.as(world.platformAdmin);
});

describe('the audit of all schools', () => {
  it('says when, who, what and to whom, the latest first, and never the details', async () => {
    const { results } = await list({ action: 'students.renamed' });
    expect(results).toMatchObject([
      {
        tenant: { id: riverside.tenant.id, school_name: 'riverside school' },
        actor: { id: riverside.schoolAdmin.id, role: 'school_admin', is_guest: false },
        subject: { id: riverside.student.id, role: 'student' },
      },
      { tenant: { id: greenfield.tenant.id } },
    ]);
    expect(results[0]?.at.slice(0, 10)).toBe(today);
    expect(JSON.stringify(await list({ limit: 100 }))).not.toContain('canary');
    expect((await list({ action: 'tenants.resumed' })).results).toMatchObject([
      { actor: null, subject: null },
      {},
    ]);
  });

  it('names a child with one school chosen alone (law 2)', async () => {
    const child = riverside.students.find(({ id }) => id === riverside.student.id);
    const { first_name = '', last_name = '' } = child ?? {};
    const said = JSON.stringify(await list({ limit: 100 }));
    for (const { students } of [greenfield, riverside])
      for (const each of students) expect(said).not.toContain(each.last_name);
    expect((await list({ action: 'passwords.changed' })).results).toMatchObject([
      { actor: { id: riverside.student.id, name: null } },
      { actor: { id: greenfield.student.id, name: null } },
    ]);
    const { results } = await list({ action: 'passwords.changed', tenant_id: riverside.tenant.id });
    expect(results).toMatchObject([{ actor: { name: `${first_name} ${last_name.slice(0, 1)}.` } }]);
    expect(
      (await list({ who: first_name })).results.filter(({ actor }) => actor?.role === 'student'),
    ).toEqual([]);
    expect((await list({ who: first_name, tenant_id: riverside.tenant.id })).results).toMatchObject([
      { actor: { id: riverside.student.id } },
    ]);
  });

  it('is narrowed down by school, action, who and days, in pages', async () => {
    const { id } = riverside.tenant;
    expect((await list({ tenant_id: id, limit: 100 })).results.every(({ tenant }) => tenant.id === id)).toBe(
      true,
    );
    const byAddress = await list({ who: riverside.schoolAdmin.email.toUpperCase() });
    expect(byAddress.results).toMatchObject([{ action: 'students.renamed', tenant: { id } }]);
    expect(
      (await list({ who: `@${riverside.schoolAdmin.email.split('@')[1]}` })).results.length,
    ).toBeGreaterThan(1);
    expect((await list({ who: 'nobody of this name' })).results).toEqual([]);
    const on = async (from: string, to: string) => (await list({ from, to })).results.map(({ at }) => at);
    expect(await on('2026-01-31', '2026-01-31')).toEqual(['2026-01-31T23:59:59.000Z']);
    expect(await on('2026-02-01', '2026-02-01')).toEqual(['2026-02-01T00:00:00.000Z']);
    expect(await on('2026-02-02', '2026-02-03')).toEqual([]);
    const page = await list({ action: 'cards.voided', limit: 1 });
    expect(page).toMatchObject({ count: 2, results: [{ at: '2026-02-01T00:00:00.000Z' }] });
    const next = new URLSearchParams(page.next ?? '');
    expect(next.get('action')).toBe('cards.voided');
    const after = next.get('after') ?? '';
    expect(await list({ action: 'cards.voided', limit: 1, after })).toMatchObject({
      next: null,
      results: [{ at: '2026-01-31T23:59:59.000Z' }],
    });
    for (const query of [{ action: 'x' }, { from: '2026-02-30' }])
      expect(await world.refusal(platform, panelAuditEndpoints.listAudit, { query })).toMatchObject({
        status: 400,
      });
    expect((await list({ to: '9999-12-31', limit: 1 })).results).toHaveLength(1);
  });

  it('tells the details of one entry, and each look is one row (law 4)', async () => {
    const [entry] = (await list({ action: 'students.renamed', tenant_id: riverside.tenant.id })).results;
    const id = entry?.id ?? '';
    const looks = async () => (await list({ action: 'panel.audit_looked_at' })).results;
    const before = (await looks()).length;
    expect(await details(riverside.tenant.id, id)).toEqual({
      subject_id: riverside.student.id,
      details: [
        { name: 'count', value: '1' },
        { name: 'from', value: 'The canary of before' },
      ],
    });
    expect(await looks()).toHaveLength(before + 1);
    expect((await looks())[0]).toMatchObject({
      tenant: { id: world.platform.id },
      actor: { id: world.platformAdmin.id },
    });
    for (const params of [
      { tenantId: greenfield.tenant.id, id },
      { tenantId: crypto.randomUUID(), id },
      { tenantId: riverside.tenant.id, id: crypto.randomUUID() },
    ])
      expect(await world.refusal(platform, panelAuditEndpoints.readAudit, { params })).toMatchObject({
        status: 404,
        code: 'panel.entry_not_found',
      });
    expect(await looks()).toHaveLength(before + 1);
  });

  it('asks for another word where many people are found', async () => {
    await world.testDatabase.administrator.query(
      `insert into users (tenant_id, id, role, first_name, last_name, email, listed_search)
       select $1, gen_random_uuid(), 'teacher', 'Ottoline', 'Number ' || n, n || '@many.test', 'ottoline number ' || n
       from generate_series(1, 51) as n`,
      [greenfield.tenant.id],
    );
    expect(
      await world.refusal(platform, panelAuditEndpoints.listAudit, { query: { who: 'ottoline' } }),
    ).toMatchObject({ status: 503, code: 'panel.too_wide' });
    expect(await list({ who: 'ottoline 51' })).toMatchObject({ results: [] });
  });
});
