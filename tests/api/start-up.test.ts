import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { Closing, explainFailure, openInstallation } from '#server/installation.ts';
import { openDatabase } from '#server/platform/database.ts';
import { NotReadyError, prepareDatabase } from '#server/platform/migrate.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import { testTenantIsolation } from '#server/platform/self-test.ts';
import { serve } from '#server/platform/serve.ts';
import { readSettings } from '#server/platform/settings.ts';
import { isEmpty, seed } from '#server/seeds/demo.ts';
import { TestClock } from '../support/test-clock.ts';
import { createTestDatabase, testSecretKey } from '../support/test-database.ts';
import { emptyDatabase, x } from './start-up.support.ts';

const { root } = x();

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false;
    throw error;
  } finally {
    await client.end();
  }
}

describe('bringing a database up to date', () => {
  it('applies every migration once, whether one server starts or several at the same moment', async () => {
    const files = await readdir('server/migrations');
    const { ownerUrl, drop } = await emptyDatabase();
    const servers = await Promise.all(
      [1, 2, 3].map(() => prepareDatabase({ ownerUrl, root, secretKey: testSecretKey })),
    );
    expect(servers.map(({ applied }) => applied.length).toSorted((a, b) => a - b)).toEqual([
      0,
      0,
      files.length,
    ]);
    const again = await prepareDatabase({ ownerUrl, root, secretKey: testSecretKey });
    expect(again).toEqual({ ...servers[0], applied: [] });
    await drop();
  });

  it('gives the program a role that is no owner and no superuser, with a password of its own', async () => {
    const { ownerUrl, drop } = await emptyDatabase();
    const before = await prepareDatabase({ ownerUrl, root, secretKey: testSecretKey });
    expect(new URL(before.url).username).not.toBe(new URL(ownerUrl).username);
    const database = openDatabase(before.url);
    await testTenantIsolation(database);
    await database.destroy();
    expect(await canSignIn(before.url)).toBe(true);
    // It follows from nothing: the role of an installation with the same key has another one.
    const own = new URL(before.url).password;
    const other = await emptyDatabase();
    const { url } = await prepareDatabase({ ownerUrl: other.ownerUrl, root, secretKey: testSecretKey });
    expect(await canSignIn(url)).toBe(true);
    expect(await canSignIn(Object.assign(new URL(url), { password: own }).href)).toBe(false);
    await other.drop();
    await drop();
  });

  it('keeps the password of a role from before, which followed from the key, whichever key seals', async () => {
    const { ownerUrl, drop } = await emptyDatabase();
    const before = await prepareDatabase({ ownerUrl, root, secretKey: testSecretKey });
    const { username } = new URL(before.url);
    const derived = testSecretKey.sign('database role', username).toString('base64url');
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    // As the version before leaves it.
    await owner.query('delete from login_roles');
    await owner.query(`alter role ${owner.escapeIdentifier(username)} password '${derived}'`);
    const old = Object.assign(new URL(before.url), { password: derived }).href;
    const { url } = await prepareDatabase({ ownerUrl, root, secretKey: testSecretKey });
    expect(url).toBe(old);
    const ring = new SecretKey(randomBytes(32), Buffer.alloc(32, 7));
    expect((await prepareDatabase({ ownerUrl, root, secretKey: ring })).url).toBe(old);
    expect(await canSignIn(old)).toBe(true);
    await owner.end();
    await drop();
  });
});

describe('a new database', () => {
  it('is filled with the demo once it was found to be empty, and is not empty then', async () => {
    const { database, drop } = await createTestDatabase();
    expect(await isEmpty(database)).toBe(true);
    await seed({ database, secretKey: testSecretKey }, 'none');
    expect(await isEmpty(database)).toBe(false);
    await drop();
  });
});

describe('an installation', () => {
  it('whose database cannot be reached says so in one line, without the password', async () => {
    const { hostname } = new URL(inject('administratorUrl'));
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'quillshelf-start-up-'));
    const DATABASE_URL = `postgres://somebody:very-secret@${hostname}:1/nowhere`;
    const settings = readSettings({ DATABASE_URL, DATA_DIR }, root);
    const closing = new Closing();
    const opening = openInstallation(settings, { root, closing, say: () => undefined });
    const failure = explainFailure(await opening.catch((error: unknown) => error));
    await closing.close();
    await rm(DATA_DIR, { recursive: true });
    expect(failure).toMatch(/^The database at .*:1\/nowhere cannot be reached \(DATABASE_URL\): .+$/u);
    expect(failure).not.toContain('very-secret');
  });

  async function failureOf(environment: Record<string, string>): Promise<string> {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'quillshelf-start-up-'));
    const settings = readSettings({ DATA_DIR, ...environment }, root);
    const closing = new Closing();
    const opening = openInstallation(settings, { root, closing, say: () => undefined });
    const failure = explainFailure(await opening.catch((error: unknown) => error));
    await closing.close();
    await rm(DATA_DIR, { recursive: true });
    return failure;
  }

  it('whose database is something else than PostgreSQL says so in one line', async () => {
    const other = createServer((socket) => socket.destroy());
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const failure = await failureOf({ DATABASE_URL: `postgres://somebody:very-secret@127.0.0.1:${port}/x` });
    other.close();
    expect(failure).toMatch(
      /^The database at 127\.0\.0\.1:\d+\/x cannot be reached \(DATABASE_URL\): [^\n]+$/u,
    );
  });

  it('whose role in the database may too little says so in one line', async () => {
    const { ownerUrl, drop } = await emptyDatabase();
    const role = `start_${randomBytes(6).toString('hex')}`;
    const administrator = new pg.Client({ connectionString: inject('administratorUrl') });
    await administrator.connect();
    await administrator.query(`create role ${role} login password 'very-secret'`);
    const url = Object.assign(new URL(ownerUrl), { username: role, password: 'very-secret' });
    const failure = await failureOf({ DATABASE_URL: url.href });
    await drop();
    await administrator.query(`drop role ${role}`);
    await administrator.end();
    expect(failure).toMatch(
      /^The role of DATABASE_URL must own the database at \S+ and may create roles: permission denied[^\n]+$/u,
    );
    expect(failure).not.toContain('very-secret');
  });

  it('whose secret key is none says so in one line', async () => {
    const failure = await failureOf({ SECRET_KEY_FILE: 'package.json' });
    expect(failure).toMatch(/^SECRET_KEY_FILE \S+package\.json does not hold a key [^\n]+$/u);
  });

  it('whose folder cannot be made says so in one line', async () => {
    const settings = readSettings({ DATA_DIR: 'package.json/data' }, root);
    const opening = openInstallation(settings, { root, closing: new Closing(), say: () => undefined });
    const failure = explainFailure(await opening.catch((error: unknown) => error));
    expect(failure).toMatch(
      /^DATA_DIR .*package\.json.data cannot be written to\. Choose another folder with DATA_DIR\.$/u,
    );
  });

  it('closes what was opened last first, and only once', async () => {
    const closing = new Closing();
    const closed: string[] = [];
    closing.add(async () => closed.push('database'));
    closing.add(async () => closed.push('server'));
    await Promise.all([closing.close(), closing.close()]);
    expect(closed).toEqual(['server', 'database']);
  });
});

describe('a connection to the database', () => {
  it('ends a statement that runs away, and a transaction that somebody forgot', async () => {
    const own = await createTestDatabase();
    try {
      const { rows } = await sql<{ statement: string; idle: string }>`
        select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(own.database);
      expect(rows).toEqual([{ statement: '20s', idle: '1min' }]);
    } finally {
      await own.drop();
    }
  });
});

describe('the start lock', () => {
  it('is waited for a while, and then it is said in one line who holds it', async () => {
    const { ownerUrl, drop } = await emptyDatabase();
    const holder = new pg.Client({
      connectionString: ownerUrl,
      application_name: 'quillshelf start on shelf-2',
    });
    await holder.connect();
    const { rows } = await holder.query<{ pid: number }>(
      'select pg_backend_pid() as pid, pg_advisory_lock(7215041)',
    );
    const waiting = prepareDatabase({ ownerUrl, root, secretKey: testSecretKey, lockWait: 300 });
    const failure: unknown = await waiting.catch((error: unknown) => error);
    await holder.end();
    expect(failure).toBeInstanceOf(NotReadyError);
    expect(String(failure)).toMatch(
      new RegExp(
        `process ${rows[0]?.pid} of PostgreSQL, “quillshelf start on shelf-2”.*, connected since [^\\n]+ UTC\\. ` +
          `Wait for it, or where it is gone: select pg_terminate_backend\\(${rows[0]?.pid}\\)$`,
        'u',
      ),
    );
    const { applied } = await prepareDatabase({ ownerUrl, root, secretKey: testSecretKey });
    expect(applied.length).toBeGreaterThan(0);
    await drop();
  });
});

describe('the routes', () => {
  const app = { setErrorHandler: () => undefined, route: () => undefined } as never;
  const options = {
    database: {} as never,
    clock: new TestClock(),
    endpoints,
    findTenant: () => Promise.reject(new Error('not asked')),
    findActor: () => Promise.resolve(null),
    findPushed: () => Promise.resolve(null),
    refuseGrowth: () => Promise.resolve(),
    baseDomain: 'localhost',
  };

  it('have to answer every endpoint of the contract', () => {
    expect(() => serve(app, { ...options, routes: [] })).toThrow(/^No handler for: .*sync\.push/u);
  });

  it('have to answer it once', () => {
    const routes = [...endpoints, ...endpoints.slice(0, 1)].map((endpoint) => ({
      endpoint,
      kind: 'open' as const,
      handle: () => Promise.resolve({}),
    }));
    expect(() => serve(app, { ...options, routes })).toThrow(
      `More than one handler for: ${endpoints[0]?.name}`,
    );
  });
});
