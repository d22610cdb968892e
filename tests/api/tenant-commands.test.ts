import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { deletionTask } from '#server/modules/closings/deletion.task.ts';
import { isKept } from '#server/modules/closings/kept-tables.ts';
import { createOperatorDeletion, type Deed } from '#server/modules/closings/operator-deletion.ts';
import { writeSchoolFiles } from '#server/modules/exports/export-files.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createDueWork } from '#server/platform/due-work.ts';
import { openMediaFolder } from '#server/platform/media-folder.ts';
import { createMedia } from '#server/platform/media.ts';
import { closingSchools } from '../support/closing-schools.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-commands-'));
const store = openMediaFolder(path.join(folder, 'media'));
const into = path.join(folder, 'exports');
const { world, greenfield, riverside } = worldOfFile();
afterAll(() => rm(folder, { recursive: true, force: true }));
const mailbox = new TestMailbox();
const media = createMedia(store);
const { administrate, closeItself, letTimePass, settle, countsOf } = closingSchools(() => world, mailbox);

function parts() {
  const { context, clock } = world;
  const { database } = context;
  const work = createDueWork({
    database,
    clock,
    kinds: [],
    onProblem: ({ error }) => {
      throw error;
    },
  });
  const suppressions = createSuppressions({ secretKey: testSecretKey });
  const outbox = createMailOutbox({ secretKey: testSecretKey, addTask: work.add, suppressions });
  return { database, clock, media, outbox, addTask: work.add, secretKey: testSecretKey, backupDays: 35 };
}

/** What was asked before it was done; `no` types something else. */
const asked: [string, Deed][] = [];
const run = (slug: string, answer: 'yes' | 'no' = 'yes') =>
  createOperatorDeletion(parts()).run({ slug, reason: 'Left the country' }, async ({ school_name }, deed) => {
    asked.push([school_name, deed]);
    if (answer === 'no') throw new Error('Something else was typed');
  });

const exported = (slug: string, partBytes?: number) =>
  writeSchoolFiles({
    database: world.context.database,
    media,
    slug,
    into,
    now: world.clock.now(),
    ...(partBytes !== undefined && { partBytes }),
  });

beforeAll(async () => {
  for (const school of [greenfield, riverside]) {
    await fillEveryTable(world, school);
    const content = Buffer.from(`A picture of ${school.tenant.id}`);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await store.put({ tenantId: school.tenant.id, sha256 }, content, 'image/webp');
  }
  await administrate('delete from closing_asks');
  await administrate("update users set last_name = 'Canary' || role where tenant_id = $1", [
    riverside.tenant.id,
  ]);
});

describe('the command that exports a tenant', () => {
  it('writes files with their hashes for their owner alone, of one school and with nothing of its neighbour', async () => {
    const neighbour = await fingerprinter(world.testDatabase.administrator, {
      tenantId: riverside.tenant.id,
    });
    const before = await neighbour();
    const { folder: made, rows, files } = await exported('greenfield', 4096);
    expect(files.length).toBeGreaterThan(1);
    const sums = (await readFile(path.join(made, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
    expect(sums).toEqual(files.map(({ file, sha256 }) => `${sha256}  ${file}`));
    const unpacked = new Map<string, Buffer>();
    for (const { file, bytes, sha256 } of files) {
      const content = await readFile(path.join(made, file));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
      expect((await stat(path.join(made, file))).mode & 0o777).toBe(0o600);
      for (const [name, piece] of Object.entries(unzipSync(content))) unpacked.set(name, Buffer.from(piece));
    }
    const manifest = JSON.parse(unpacked.get('manifest.json')?.toString() ?? '{}') as {
      school: { id: string };
      tables: { rows: number }[];
    };
    expect(manifest.school.id).toBe(greenfield.tenant.id);
    expect(manifest.tables.reduce((sum, table) => sum + table.rows, 0)).toBe(rows);
    const all = Buffer.concat([...unpacked.values()]).toString('latin1');
    expect(all).toContain(greenfield.student.id);
    expect(all).not.toContain('Canary');
    expect(all).not.toContain(riverside.student.id);
    expect(await neighbour()).toEqual(before);
    expect((await readdir(into)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    // The school and the platform see that it left.
    const { rows: lines } = await administrate(
      "select tenant_id, actor_id from audit_entries where action = 'tenants.exported' and subject_id = $1",
      [greenfield.tenant.id],
    );
    expect(lines).toHaveLength(2);
  });

  it('leaves nothing half behind where it fails, and knows no school that is none', async () => {
    const before = await readdir(into);
    for (const slug of ['nobody', '', 'localhost', world.platform.id])
      await expect(exported(slug)).rejects.toMatchObject({ code: 'tenants.unknown_slug' });
    await administrate(
      "update assets set content = null, kept_in = 'store' where tenant_id = $1 and content is not null",
      [riverside.tenant.id],
    );
    await expect(exported('riverside')).rejects.toThrow();
    expect(await readdir(into)).toEqual(before);
  });
});

describe('the command that deletes a tenant', () => {
  it('changes nothing where something else is typed', async () => {
    const look = await fingerprinter(world.testDatabase.administrator);
    const before = await look();
    await expect(run('greenfield', 'no')).rejects.toThrow('Something else');
    for (const slug of ['nobody', '', world.platform.id])
      await expect(run(slug)).rejects.toMatchObject({ code: 'tenants.unknown_slug' });
    expect(asked).toEqual([['greenfield school', 'begin']]);
    expect(await look()).toEqual(before);
  });

  it('closes it for 30 days first, tells its office, and deletes nothing before', async () => {
    const begun = await run('greenfield');
    const day = 24 * 60 * 60 * 1000;
    const due_at = new Date(world.clock.now().getTime() + 30 * day);
    expect(begun).toEqual({ is: 'closing', due_at });
    await mailSenderOf(world, mailbox).sendDue();
    expect(mailbox.lastTo(greenfield.schoolAdmin.email).subject).toMatch(/closes on/u);
    const platform = await world.as(world.platformAdmin);
    const { closing } = await world.call(platform, closingEndpoints.readOf, {
      params: { tenantId: greenfield.tenant.id },
    });
    expect(closing).toMatchObject({ is_by_platform: true, reason: 'Left the country' });
    const before = await countsOf(greenfield);
    asked.length = 0;
    expect(await run('greenfield')).toEqual({ is: 'closing', due_at });
    // A clock that is ahead deletes nothing either: the database looks at its own.
    world.clock.advance(40 * day);
    expect(await run('greenfield')).toMatchObject({ is: 'waiting', reason: expect.stringMatching(/date/u) });
    world.clock.advance(-40 * day);
    expect(asked).toEqual([['greenfield school', 'delete']]);
    expect(await countsOf(greenfield)).toEqual(before);
  });

  it('then deletes all of it and nothing of its neighbour, and ends with a signed receipt that it tells again', async () => {
    await letTimePass(greenfield);
    const waiting = await run('greenfield');
    expect(waiting).toMatchObject({ is: 'waiting', reason: expect.stringMatching(/not settled: \d+ /u) });
    await settle(greenfield);
    const neighbour = await fingerprinter(world.testDatabase.administrator, {
      tenantId: riverside.tenant.id,
    });
    const before = await neighbour();
    const gone = await run('greenfield');
    expect(gone).toMatchObject({
      is: 'gone',
      isGenuine: true,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/u),
      left: { rows: 0, objects: 0 },
      receipt: { school: { id: greenfield.tenant.id }, closed_by: 'platform', reason: 'Left the country' },
    });
    const counts = Object.entries(await countsOf(greenfield));
    expect(counts.filter(([name, count]) => count > 0 && !isKept(name))).toEqual([]);
    expect(await neighbour()).toEqual(before);
    const objects = async (tenantId: string) => {
      const found = [];
      for await (const { sha256 } of store.list(tenantId)) found.push(sha256);
      return found.length;
    };
    expect([await objects(greenfield.tenant.id), await objects(riverside.tenant.id)]).toEqual([0, 1]);

    asked.length = 0;
    expect(await run('greenfield')).toEqual(gone);
    expect(asked).toEqual([]);
    await expect(exported('greenfield')).rejects.toMatchObject({ code: 'tenants.unknown_slug' });
    // The task of a server finds nothing to do any more.
    const { database, clock, ...rest } = parts();
    const server = createDueWork({
      database,
      clock,
      kinds: [deletionTask({ database, clock, ...rest })],
      onProblem: ({ error }) => {
        throw error;
      },
    });
    await server.runDue();
    expect(await run('greenfield')).toEqual(gone);
  });

  it('goes on with a closing that the school itself began', async () => {
    await closeItself(riverside);
    const closing = await run('riverside');
    expect(closing.is).toBe('closing');
    await administrate("update assets set kept_in = 'row', content = '\\x00' where tenant_id = $1", [
      riverside.tenant.id,
    ]);
    await letTimePass(riverside);
    await settle(riverside);
    expect(await run('riverside')).toMatchObject({
      is: 'gone',
      receipt: { closed_by: 'school' },
      left: { rows: 0, objects: 0 },
    });
  });
});
