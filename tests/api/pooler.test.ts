import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { describe, expect, inject, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { Closing, explainFailure, openInstallation } from '#server/installation.ts';
import { inTenant } from '#server/platform/database.ts';
import { appSettings, panelSettings } from '#server/platform/database-roles.ts';
import { testPooler } from '#server/platform/pooler-test.ts';
import { testRoleSettings } from '#server/platform/role-settings-test.ts';
import { readSettings } from '#server/platform/settings.ts';
import { EventReader } from '../support/event-reader.ts';
import { startPooler } from '../support/pooler.ts';
import { withDatabase } from '../support/test-cluster.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile({ hasPooler: true });
const schools = () => [greenfield, riverside];

describe('a pooler that gives each transaction another connection', () => {
  it('lets two schools sign in, read and write at the same moment, each in its own rows', async () => {
    const names = Array.from({ length: 8 }, (_, place) => `Pooled ${place}`);
    await Promise.all(
      schools().map(async ({ host, teacher, ownClass }) => {
        const caller = await world.signIn(host, teacher.email);
        await Promise.all(
          names.map((first_name) =>
            world.call(caller, studentEndpoints.addToClass, {
              params: { classId: ownClass.id },
              body: { students: [{ id: uuidv7(), first_name, last_name: 'Stream' }] },
            }),
          ),
        );
      }),
    );
    for (const { teacher, ownClass } of schools()) {
      const { results } = await world.call(await world.as(teacher), studentEndpoints.listInClass, {
        params: { classCode: ownClass.class_id },
        query: { limit: 1000 },
      });
      const pooled = results.students.filter(({ first_name }) => first_name.startsWith('Pooled'));
      expect(pooled.map(({ first_name }) => first_name).toSorted()).toEqual(names);
    }
    const { pooler } = world.testDatabase;
    if (pooler?.moved !== null) expect(pooler?.moved).toBeGreaterThan(10);
  });

  it('knows a statement on each connection, also where more clients are than connections', async () => {
    const { database } = world.testDatabase;
    const pids = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        inTenant(database, schools()[place % 2]?.tenant.id ?? '', async (transaction) => {
          const seen = await transaction.selectFrom('users').select('tenant_id').distinct().execute();
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
          return { tenants: seen.map(({ tenant_id }) => tenant_id), pid: rows[0]?.pid };
        }),
      ),
    );
    expect(pids.map(({ tenants }) => tenants)).toEqual(
      pids.map((_, place) => [schools()[place % 2]?.tenant.id]),
    );
    expect(new Set(pids.map(({ pid }) => pid)).size).toBeGreaterThan(1);
  });

  it('leaves the limits and what plans are made by to the roles, on each connection', async () => {
    const { database, panel } = world.testDatabase;
    // The panel of the tests is more patient.
    const ofPanel = { ...panelSettings, statement_timeout: '1min' };
    for (let look = 0; look < 6; look += 1) {
      await expect(testRoleSettings(database, appSettings)).resolves.toBeUndefined();
      await expect(testRoleSettings(panel, ofPanel)).resolves.toBeUndefined();
    }
  });

  it('is passed by the connection that listens, so that tablets are told of what was written', async () => {
    const caller = await world.as(greenfield.teacher);
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const reader = await EventReader.open(port, caller);
    const scope = scopeOf.schoolClass(greenfield.ownClass.id);
    await reader.until(() => reader.versionOf(scope) !== undefined, 'the stream began');
    const before = reader.versionOf(scope) ?? 0;
    const [{ id } = { id: '' }] = greenfield.students;
    const body = { first_name: 'Told', last_name: 'Again' };
    await world.call(caller, studentEndpoints.rename, { params: { id }, body });
    await reader.until(() => (reader.versionOf(scope) ?? 0) > before, 'the change was told');
    reader.close();
    expect(reader.versionOf(scope)).toBeGreaterThan(before);
  });
});

describe('a start through a pooler', () => {
  it('brings the database up to date past it', async () => {
    const own = await createTestDatabase({ hasPooler: true });
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-pooler-'));
    const direct = withDatabase(inject('administratorUrl'), own.name);
    const DATABASE_URL = own.pooler?.through(direct);
    const SECRET_KEY_FILE = path.join(folder, 'secret.key');
    await writeFile(SECRET_KEY_FILE, Buffer.alloc(32, 7).toString('base64url'));
    const { administrator, panelUrl } = own;
    const panel = administrator.escapeIdentifier(new URL(panelUrl).username);
    // The panel of the tests is more patient; the start sets what belongs there, and connections of before would keep it.
    await administrator.query(`alter role ${panel} set statement_timeout = '1min'`);
    const settings = readSettings(
      { DATABASE_URL, DATABASE_DIRECT_URL: direct, DATA_DIR: folder, SECRET_KEY_FILE },
      process.cwd(),
    );
    const closing = new Closing();
    const installation = await openInstallation(settings, {
      root: process.cwd(),
      closing,
      say: () => undefined,
    });
    expect(new URL(installation.databaseUrl).port).toBe(new URL(DATABASE_URL ?? '').port);
    expect(new URL(installation.directUrl).port).toBe(new URL(direct).port);
    await closing.close();
    await rm(folder, { recursive: true });
    await own.drop();
  });

  it('is refused where the pooler loses prepared statements, in one line', async () => {
    const { directUrl } = world.testDatabase;
    const pooler = await startTransactionPooler({ urls: [directUrl], keepsStatements: false });
    const failure = explainFailure(
      await testPooler(pooler.through(directUrl)).catch((error: unknown) => error),
    );
    await pooler.close();
    expect(failure).toMatch(
      /^The pooler at 127\.0\.0\.1:\d+ \(DATABASE_URL\) loses prepared statements\. PgBouncer has to be 1\.21 or later, [^\n]+$/u,
    );
    const good = await startPooler([directUrl]);
    await testPooler(good.through(directUrl));
    await good.close();
  });
});
