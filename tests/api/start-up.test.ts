import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { explainFailure, openInstallation, Closing } from '#server/installation.ts';
import { openDatabase } from '#server/platform/database.ts';
import { appSettings, panelSettings } from '#server/platform/database-roles.ts';
import { makeDatabase, prepareDatabase, NotReadyError } from '#server/platform/migrate.ts';
import { testPanelRole } from '#server/platform/panel-self-test.ts';
import { openPanel } from '#server/platform/panel.ts';
import { testRoleSettings } from '#server/platform/role-settings-test.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import { SelfTestError, testTenantIsolation } from '#server/platform/self-test.ts';
import { serve } from '#server/platform/serve.ts';
import { readSettings } from '#server/platform/settings.ts';
import { isEmpty, seed } from '#server/seeds/demo.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { createTestDatabase, testSecretKey, type TestDatabase } from '../support/test-database.ts';
import { withDatabase } from '../support/test-cluster.ts';
import { TestClock } from '../support/test-clock.ts';

const root = process.cwd();

/** An empty database, as a server finds one on its first start. */
async function emptyDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
  const administratorUrl = inject('administratorUrl');
  const name = `start_${randomBytes(6).toString('hex')}`;
  await makeDatabase(administratorUrl, name);
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  return {
    ownerUrl: url.href,
    async drop() {
      const client = new pg.Client({ connectionString: administratorUrl });
      await client.connect();
      await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
  };
}

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

describe('the self-test at start', () => {
  let own: TestDatabase;

  beforeAll(async () => {
    own = await createTestDatabase();
  });

  afterAll(() => own.drop());

  const role = () => own.administrator.escapeIdentifier(new URL(own.url).username);

  it('finds nothing wrong with what the migrations made, and leaves nothing behind', async () => {
    const fingerprint = await fingerprinter(own.administrator);
    const before = await fingerprint();
    await testTenantIsolation(own.database);
    expect(await fingerprint()).toEqual(before);
  });

  it('refuses to serve as a superuser', async () => {
    const database = openDatabase(
      Object.assign(new URL(inject('administratorUrl')), { pathname: `/${own.name}` }).href,
    );
    await expect(testTenantIsolation(database)).rejects.toThrow('could go round row-level security');
    await database.destroy();
  });

  const faults = [
    {
      what: 'a role that goes round row-level security',
      plant: () => `alter role ${role()} bypassrls`,
      mend: () => `alter role ${role()} nobypassrls`,
      says: 'could go round row-level security',
    },
    {
      what: 'a role that owns a table',
      plant: () => `alter table works owner to ${role()}`,
      mend: () => 'alter table works owner to current_user',
      says: 'could go round row-level security',
    },
    {
      what: 'a table whose row-level security is off',
      plant: () => 'alter table works disable row level security',
      mend: () => 'alter table works enable row level security',
      says: 'Row-level security is not forced on: works.',
    },
    {
      what: 'a table whose row-level security is not forced',
      plant: () => 'alter table students no force row level security',
      mend: () => 'alter table students force row level security',
      says: 'Row-level security is not forced on: students.',
    },
    {
      what: 'the table of tenants without it',
      plant: () => 'alter table tenants no force row level security',
      mend: () => 'alter table tenants force row level security',
      says: 'Row-level security is not forced on: tenants.',
    },
    {
      what: 'a new table that was forgotten',
      plant: () => 'create table forgotten (tenant_id uuid, id uuid)',
      mend: () => 'drop table forgotten',
      says: 'Row-level security is not forced on: forgotten.',
    },
    {
      what: 'a policy that lets everything through',
      plant: () => 'create policy leak on users for select using (true)',
      mend: () => 'drop policy leak on users',
      says: 'another tenant sees the probe row',
    },
    {
      what: 'a policy that lets nobody’s scope see',
      plant: () => 'create policy leak on users for select using (app_tenant_id() is null)',
      mend: () => 'drop policy leak on users',
      says: 'a transaction without a tenant sees the probe row',
    },
    {
      what: 'a policy that hides the own rows',
      plant: () => 'create policy blind on users as restrictive for select using (false)',
      mend: () => 'drop policy blind on users',
      says: 'its own tenant does not see the probe row',
    },
  ];

  it.each(faults)('refuses to serve with $what', async ({ plant, mend, says }) => {
    const before = await rowCount();
    await own.administrator.query(plant());
    const outcome: unknown = await testTenantIsolation(own.database).catch((error: unknown) => error);
    await own.administrator.query(mend());
    expect(outcome).toBeInstanceOf(SelfTestError);
    expect(String(outcome)).toContain(says);
    expect(await rowCount()).toBe(before);
    await testTenantIsolation(own.database);
  });

  it.each([
    ['set for this database', () => `alter role ${role()} in database ${own.name} set jit = on`],
    ['taken from the role', () => `alter role ${role()} reset enable_seqscan`],
  ])('refuses to serve where what a connection begins with was %s', async (_what, plant) => {
    await own.administrator.query(plant());
    const database = openDatabase(own.url);
    const outcome: unknown = await testRoleSettings(database, appSettings).catch((error: unknown) => error);
    await database.destroy();
    await own.administrator.query(
      `alter role ${role()} in database ${own.name} reset jit; alter role ${role()} set enable_seqscan = off`,
    );
    expect(outcome).toBeInstanceOf(SelfTestError);
    expect(String(outcome)).toMatch(
      /do not begin as they have to: (?:jit|enable_seqscan) is on and not off\./u,
    );
  });

  async function rowCount(): Promise<string | undefined> {
    const { rows } = await own.administrator.query<{ count: string }>(
      'select (select count(*) from tenants) + (select count(*) from users) as count',
    );
    return rows[0]?.count;
  }
});

describe('the self-test of the panel’s role at start', () => {
  let own: TestDatabase;

  beforeAll(async () => {
    own = await createTestDatabase();
  });

  afterAll(() => own.drop());

  const nameIn = (url: string) => own.administrator.escapeIdentifier(new URL(url).username);

  it('finds nothing wrong with what the migrations made, and leaves nothing behind', async () => {
    const fingerprint = await fingerprinter(own.administrator);
    const before = await fingerprint();
    await testPanelRole(own.panel, own.database);
    expect(await fingerprint()).toEqual(before);
  });

  it('refuses the program’s own role, and a superuser', async () => {
    for (const url of [own.url, withDatabase(inject('administratorUrl'), own.name)]) {
      const panel = openPanel(url);
      await expect(testPanelRole(panel, own.database)).rejects.toThrow(SelfTestError);
      await panel.destroy();
    }
  });

  const faults = [
    {
      what: 'a grant of a column that no list shows',
      plant: () => 'grant select (username) on users to quillshelf_panel',
      mend: () => 'revoke select (username) on users from quillshelf_panel',
      says: 'may read what no list shows: users.username',
    },
    {
      what: 'a grant to the login role alone',
      plant: () => `grant select (text) on review_comments to ${nameIn(own.panelUrl)}`,
      mend: () => `revoke select (text) on review_comments from ${nameIn(own.panelUrl)}`,
      says: 'may read what no list shows: review_comments.text',
    },
    {
      what: 'a grant of a whole table to everyone',
      plant: () => 'grant select on email_messages to public',
      mend: () => 'revoke select on email_messages from public',
      says: 'may read what no list shows: email_messages.',
    },
    {
      what: 'a grant to write a column',
      plant: () => 'grant update (country) on users to quillshelf_panel',
      mend: () => 'revoke update (country) on users from quillshelf_panel',
      says: 'may write: users.country',
    },
    {
      what: 'a grant to delete rows',
      plant: () => 'grant delete on tasks to quillshelf_panel',
      mend: () => 'revoke delete on tasks from quillshelf_panel',
      says: 'may write: tasks.',
    },
    {
      what: 'a column that a list needs and that is not granted',
      plant: () => 'revoke select (country) on users from quillshelf_panel',
      mend: () => 'grant select (country) on users to quillshelf_panel',
      says: 'may not read: users.country',
    },
    {
      what: 'a panel that could become the program',
      plant: () => `grant quillshelf_app to ${nameIn(own.panelUrl)}`,
      mend: () => `revoke quillshelf_app from ${nameIn(own.panelUrl)}`,
      says: 'could become quillshelf_app',
    },
    {
      what: 'a program that could become the panel',
      plant: () => `grant quillshelf_panel to ${nameIn(own.url)}`,
      mend: () => `revoke quillshelf_panel from ${nameIn(own.url)}`,
      says: 'The database role of the program could become quillshelf_panel',
    },
    {
      what: 'a panel that goes round row-level security',
      plant: () => `alter role ${nameIn(own.panelUrl)} bypassrls`,
      mend: () => `alter role ${nameIn(own.panelUrl)} nobypassrls`,
      says: 'could go round row-level security',
    },
  ];

  it.each(faults)('refuses to serve with $what', async ({ plant, mend, says }) => {
    await own.administrator.query(plant());
    const outcome: unknown = await testPanelRole(own.panel, own.database).catch((error: unknown) => error);
    await own.administrator.query(mend());
    expect(outcome).toBeInstanceOf(SelfTestError);
    expect(String(outcome)).toContain(says);
    await testPanelRole(own.panel, own.database);
  });

  it('stops the start of a server, in one line', async () => {
    const ownerUrl = withDatabase(inject('administratorUrl'), own.name);
    await own.administrator.query('grant select (last_name) on users to quillshelf_panel');
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'quillshelf-start-up-'));
    const SECRET_KEY_FILE = path.join(DATA_DIR, 'secret.key');
    await writeFile(SECRET_KEY_FILE, Buffer.alloc(32, 7).toString('base64url'));
    const closing = new Closing();
    const opening = openInstallation(
      readSettings({ DATABASE_URL: ownerUrl, DATA_DIR, SECRET_KEY_FILE }, root),
      {
        root,
        closing,
        say: () => undefined,
      },
    );
    const failure = explainFailure(await opening.catch((error: unknown) => error));
    await closing.close();
    await own.administrator.query('revoke select (last_name) on users from quillshelf_panel');
    await rm(DATA_DIR, { recursive: true });
    expect(failure).toBe('The database role of the panel may read what no list shows: users.last_name.');
  });
});

describe('the panel’s role', () => {
  let own: TestDatabase;

  beforeAll(async () => {
    own = await createTestDatabase({ template: 'schools' });
  });

  afterAll(() => own.drop());

  it('reads the granted columns of all schools, whatever scope a statement names', async () => {
    const { rows } = await sql<{ tenants: number; mine: number }>`
      select count(distinct tenant_id) as tenants, count(*) filter (where listed_email is null) as mine
      from users`.execute(own.panel);
    expect(rows[0]?.tenants).toBeGreaterThanOrEqual(3);
    expect(rows[0]?.mine).toBeGreaterThan(0);
  });

  it('knows a child by the first name and an initial, and no address of one', async () => {
    const listed = await own.administrator.query<Record<string, string | null>>(
      `select first_name, last_name, email, listed_name, listed_email, role from users order by id`,
    );
    expect(listed.rows.length).toBeGreaterThan(10);
    for (const { first_name, last_name, email, listed_name, listed_email, role } of listed.rows) {
      const isChild = role === 'student';
      const shown = isChild ? `${first_name} ${last_name?.[0]}.` : `${first_name} ${last_name}`;
      expect([listed_name, listed_email]).toEqual([shown, isChild ? null : email]);
    }
  });

  const denied = [
    ['a password', 'select password_hash from credentials'],
    ['a child’s last name', "select last_name from users where role = 'student'"],
    ['a username', 'select username from users'],
    ['an address that is no listed one', 'select email from users'],
    ['a title', 'select title from works'],
    ['a letter', 'select subject from email_messages'],
    ['what the audit says', 'select details from audit_entries'],
    ['a whole row', 'select * from users'],
    ['a write', "update users set country = 'FR'"],
    ['the program’s role', 'set role quillshelf_app'],
  ] as const;

  it.each(denied)('is refused %s', async (_what, statement) => {
    const client = new pg.Client({ connectionString: own.panelUrl });
    await client.connect();
    // Of its own accord it begins none that writes.
    await client.query('set default_transaction_read_only = off');
    const outcome: unknown = await client.query(statement).catch((error: unknown) => error);
    await client.end();
    expect(outcome).toMatchObject({ code: '42501' });
  });

  it('waits a second for a list and no longer, and begins no transaction that writes', async () => {
    const { ownerUrl, drop } = await emptyDatabase();
    const { panelUrl } = await prepareDatabase({ ownerUrl, root, secretKey: testSecretKey });
    const panel = openPanel(panelUrl);
    const { rows } = await sql<Record<string, string>>`
      select current_setting('statement_timeout') as timeout,
        current_setting('default_transaction_read_only') as read_only`.execute(panel);
    await testRoleSettings(panel, panelSettings);
    await panel.destroy();
    await drop();
    expect(rows).toEqual([{ timeout: '1s', read_only: 'on' }]);
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
