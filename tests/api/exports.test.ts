import { createHash, randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import { savedListEndpoints } from '#contract/exports/saved-lists.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { exportTask } from '#server/modules/exports/exports.task.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createMedia } from '#server/platform/media.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { testSecretKey } from '../support/test-database.ts';
import { makeVisitLinks, visitByYes } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mailbox = new TestMailbox();
const day = 24 * 60 * 60 * 1000;
let office: Caller;
let platform: Caller;

/** A server that writes exports, in ZIPs that are soon full. */
function writer(): DueWork {
  const { context, clock } = world;
  const work: DueWork = createDueWork({
    database: context.database,
    clock,
    kinds: [
      exportTask({
        media: createMedia(null),
        database: context.database,
        clock,
        partBytes: 4096,
        outbox: createMailOutbox({
          secretKey: testSecretKey,
          addTask: (...task) => work.add(...task),
          suppressions: createSuppressions({ secretKey: testSecretKey }),
        }),
      }),
    ],
    onProblem: ({ error }) => {
      throw error;
    },
  });
  return work;
}

async function download(caller: Caller, url: string): Promise<{ status: number; content: Buffer }> {
  const { statusCode, rawPayload } = await world.app.inject({ url, headers: { host: caller.host } });
  return { status: statusCode, content: rawPayload };
}

/** All files of an export, by their paths. */
async function unpack(caller: Caller, exportId: string, parts: readonly { part: number; sha256: string }[]) {
  const files = new Map<string, Buffer>();
  for (const { part, sha256 } of parts) {
    const { url } = await world.call(caller, exportEndpoints.makeLink, {
      params: { exportId },
      body: { part },
    });
    const { status, content } = await download(caller, url);
    expect([status, sha256]).toEqual([200, createHash('sha256').update(content).digest('hex')]);
    for (const [path, bytes] of Object.entries(unzipSync(content))) files.set(path, Buffer.from(bytes));
  }
  return files;
}

const Manifest = v.object({
  tables: v.array(v.object({ table: v.string(), rows: v.number() })),
  left_out: v.array(v.string()),
  files: v.array(v.object({ path: v.string(), part: v.number(), bytes: v.number(), sha256: v.string() })),
});

async function rowsOf<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await world.testDatabase.administrator.query(text, values);
  return rows as Row[];
}

/** What `fillEveryTable` puts everywhere, so that it also names files and certificates. */
const samples = new Set(['a'.repeat(22), createHash('sha256').update('x').digest('hex')]);

/** What must not leave: each secret and each hash of one, as text and as the bytes in hexadecimal. */
async function secretsOf({ tenant }: TestSchool): Promise<string[]> {
  const columns = await rowsOf<{ table: string; name: string; type: string }>(
    `select relname as "table", attname as name, format_type(atttypid, null) as type
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attname ~ '(hash|sealed|token|secret|shown_letter|wrapped)'
       and exists (select from pg_attribute as own where own.attrelid = pg_class.oid and own.attname = 'tenant_id')`,
  );
  const found: string[] = [];
  for (const { table, name, type } of columns) {
    const value = type === 'bytea' ? `encode(${name}, 'hex')` : `${name}::text`;
    const rows = await rowsOf<{ value: string }>(
      `select ${value} as value from ${table} where tenant_id = $1 and ${name} is not null`,
      [tenant.id],
    );
    found.push(...rows.map((row) => row.value).filter((text) => text.length > 12 && !samples.has(text)));
  }
  return found;
}

beforeAll(async () => {
  for (const school of [greenfield, riverside]) await fillEveryTable(world, school);
  await world.testDatabase.administrator.query('delete from exports');
  await world.testDatabase.administrator.query("update users set first_name = '=1+1' where id = $1", [
    greenfield.otherStudents[0]?.id,
  ]);
  await world.testDatabase.administrator.query(
    "update users set last_name = 'Canary' || role where tenant_id = $1",
    [riverside.tenant.id],
  );
  office = await world.as(greenfield.schoolAdmin);
  platform = await world.as(world.platformAdmin);
});

describe('an export', () => {
  it('holds each row of each table and each file as the database has them, and no secret, nor anything of a neighbour', async () => {
    const asked = await world.call(office, exportEndpoints.start, {});
    expect(asked).toMatchObject({ state: 'waiting', rows_done: 0, rows_total: null, parts: [] });
    expect(await world.refusal(office, exportEndpoints.start, {})).toMatchObject({
      status: 409,
      code: 'exports.under_way',
    });
    await writer().runDue();
    const [made] = (await world.call(office, exportEndpoints.list, {})).results;
    if (!made) throw new Error('There is no export');
    expect(made).toMatchObject({ id: asked.id, state: 'ready' });
    expect([made.rows_done, made.parts.length > 1]).toEqual([made.rows_total, true]);

    const files = await unpack(office, made.id, made.parts);
    const manifest = v.parse(Manifest, JSON.parse(files.get('manifest.json')?.toString() ?? ''));
    expect(manifest.files.map(({ path }) => path).toSorted()).toEqual(
      [...files.keys()].filter((path) => path !== 'manifest.json').toSorted(),
    );
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = files.get(path) ?? Buffer.alloc(0);
      expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        path,
        bytes,
        sha256,
      ]);
    }

    const tables = await rowsOf<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'tenant_id' order by relname`,
    );
    expect([...manifest.tables.map(({ table }) => table), ...manifest.left_out].toSorted()).toEqual(
      tables.map(({ name }) => name),
    );
    // Downloading and asking wrote to these.
    const moving = ['audit_entries', 'email_messages', 'idempotency_keys'];
    for (const { table, rows } of manifest.tables) {
      const lines = files.get(`tables/${table}.jsonl`)?.toString().split('\n').slice(0, -1) ?? [];
      expect([table, lines.length]).toEqual([table, rows]);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ tenant_id: greenfield.tenant.id });
      const [counted] = await rowsOf<{ count: string }>(
        `select count(*) as count from ${table} where tenant_id = $1`,
        [greenfield.tenant.id],
      );
      if (!moving.includes(table)) expect([table, rows]).toEqual([table, Number(counted?.count)]);
      expect([table, rows > 0]).toEqual([table, true]);
    }
    const assets = await rowsOf<{ sha256: string; content: Buffer }>(
      "select encode(sha256, 'hex') as sha256, content from assets where tenant_id = $1",
      [greenfield.tenant.id],
    );
    for (const { sha256, content } of assets) {
      const path = [...files.keys()].find((each) => each.startsWith(`media/${sha256}.`));
      expect(files.get(path ?? '')?.equals(content)).toBe(true);
    }

    const students = files.get('lists/students.csv')?.toString() ?? '';
    expect(students).toContain('"Zoë","Fern","zoe-otter-42","Maple"');
    expect(students).toContain(`"'=1+1"`);
    const whole = [...files.values()].map((content) => content.toString('latin1')).join('\n');
    const secrets = await secretsOf(greenfield);
    expect(secrets.length).toBeGreaterThan(20);
    expect(secrets.filter((secret) => whole.includes(secret))).toEqual([]);
    expect(whole).not.toContain(riverside.tenant.id);
    expect(whole).not.toContain('Canary');
  });

  it('is told by email to who asked, with the page and without a link that opens it', async () => {
    await mailSenderOf(world, mailbox).sendDue();
    const mail = mailbox.lastTo(greenfield.schoolAdmin.email);
    expect(mail.subject).toBe('The export of greenfield school is ready');
    expect(mail.text).toContain('/admin-school/profile');
    expect(mail.text).not.toContain('/exports/files/');
  });

  it('is downloaded once by a link, within a quarter of an hour', async () => {
    const [made] = (await world.call(office, exportEndpoints.list, {})).results;
    const wanted = { params: { exportId: made?.id ?? '' }, body: { part: 1 } };
    const { url } = await world.call(office, exportEndpoints.makeLink, wanted);
    expect((await download(office, `${url}0`)).status).toBe(404);
    expect((await download(office, url.replace(greenfield.tenant.id, riverside.tenant.id))).status).toBe(404);
    expect((await download(office, url)).status).toBe(200);
    expect((await download(office, url)).status).toBe(404);
    const late = await world.call(office, exportEndpoints.makeLink, wanted);
    world.clock.advance(16 * 60_000);
    expect((await download(office, late.url)).status).toBe(404);
    office = await world.as(greenfield.schoolAdmin);
    platform = await world.as(world.platformAdmin);
    expect(
      await world.refusal(office, exportEndpoints.makeLink, { ...wanted, body: { part: 10_000 } }),
    ).toMatchObject({ status: 404, code: 'exports.not_found' });
    const other = await world.as(riverside.schoolAdmin);
    expect((await world.refusal(other, exportEndpoints.makeLink, wanted)).code).toBe('exports.not_found');
    expect((await world.call(other, exportEndpoints.list, {})).results).toEqual([]);
  });

  it('of a list that a device saved as a file stands in the audit of its school, and is no guest’s', async () => {
    const body = { list: 'students', rows: 25 } as const;
    for (const [by, expected] of [
      [greenfield.teacher, 'noted'],
      [greenfield.student, 'request.forbidden'],
    ] as const) {
      const answer = await world.request(await world.as(by), 'POST', '/api/v1/exports/lists/', { body });
      expect(answer.body).toMatchObject(expected === 'noted' ? { noted: true } : { code: expected });
    }
    const guest = await visitByYes(world, greenfield, 'help');
    expect((await world.refusal(guest, savedListEndpoints.noteList, { body })).code).toBe(
      'visits.not_for_guests',
    );
    await world.call(office, visitEndpoints.end, { params: { guestId: guest.guestId } });
    expect(
      await rowsOf(
        "select tenant_id, actor_id, details from audit_entries where action = 'exports.list_saved'",
      ),
    ).toEqual([
      {
        tenant_id: greenfield.tenant.id,
        actor_id: greenfield.teacher.id,
        details: { name: 'students', count: 25 },
      },
    ]);
  });

  it('that another attempt began again is written by that one alone', async () => {
    const other = await world.as(riverside.schoolAdmin);
    await world.call(other, exportEndpoints.start, {});
    const { administrator } = world.testDatabase;
    // A server that died in its first attempt left a piece.
    await administrator.query(
      `insert into export_chunks (tenant_id, export_id, part, place, content)
       select tenant_id, id, 1, 0, 'half' from exports where tenant_id = $1`,
      [riverside.tenant.id],
    );
    await writer().runDue();
    const [made] = (await world.call(other, exportEndpoints.list, {})).results;
    expect(made?.state).toBe('ready');
    await unpack(other, made?.id ?? '', made?.parts ?? []);
  });

  it('is asked for by the platform with a reason that both audits keep', async () => {
    const params = { tenantId: greenfield.tenant.id };
    expect(
      await world.refusal(platform, exportEndpoints.startOf, { params, body: { reason: ' ' } }),
    ).toMatchObject({ status: 400, errors: { reason: ['Please say why'] } });
    await world.call(platform, exportEndpoints.startOf, { params, body: { reason: 'They asked' } });
    await writer().runDue();
    const [made] = (await world.call(platform, exportEndpoints.listOf, { params })).results;
    expect(made).toMatchObject({ state: 'ready', is_by_platform: true });
    const { url } = await world.call(platform, exportEndpoints.makeLinkOf, {
      params: { ...params, exportId: made?.id ?? '' },
      body: { part: 1 },
    });
    expect((await download(platform, url)).status).toBe(200);
    const audits = await rowsOf<{ action: string; details: unknown }>(
      `select action, details from audit_entries where subject_id = $1 and action like 'tenants.export%'
       order by created_at desc, tenant_id = $1 limit 4`,
      [greenfield.tenant.id],
    );
    const partner = greenfield.tenant.school_name;
    expect(audits.map(({ action, details }) => [action, details])).toEqual(
      expect.arrayContaining([
        ['tenants.exported', { reason: 'They asked' }],
        ['tenants.exported', { reason: 'They asked', partner }],
        ['tenants.export_fetched', { part: 1 }],
        ['tenants.export_fetched', { part: 1, partner }],
      ]),
    );
    const nobody = { tenantId: randomUUID() };
    expect((await world.refusal(platform, exportEndpoints.listOf, { params: nobody })).code).toBe(
      'tenants.not_found',
    );
    const own = { tenantId: world.platform.id };
    expect((await world.refusal(platform, exportEndpoints.listOf, { params: own })).code).toBe(
      'tenants.not_found',
    );
  });

  it('is not for guests, and is gone after a week', async () => {
    const [token = ''] = await makeVisitLinks(world, greenfield, 1);
    const { access } = await world.call({ host: greenfield.host, access: null }, visitEndpoints.redeem, {
      body: { token },
    });
    const guest = { host: greenfield.host, access };
    expect((await world.refusal(guest, exportEndpoints.start, {})).code).toBe('visits.only_looking');
    expect((await world.refusal(guest, exportEndpoints.list, {})).code).toBe('visits.not_for_guests');
    world.clock.advance(8 * day);
    await sweeperOf(world).sweep();
    const left = await rowsOf('select from exports union all select from export_chunks');
    expect(left).toEqual([]);
  });
});
