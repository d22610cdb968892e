import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Closing, explainFailure, openInstallation } from '#server/installation.ts';
import { appSettings, panelSettings } from '#server/platform/database-roles.ts';
import { openDatabase } from '#server/platform/database.ts';
import { prepareDatabase } from '#server/platform/migrate.ts';
import { testPanelRole } from '#server/platform/panel-self-test.ts';
import { openPanel } from '#server/platform/panel.ts';
import { testRoleSettings } from '#server/platform/role-settings-test.ts';
import { SelfTestError, testTenantIsolation } from '#server/platform/self-test.ts';
import { readSettings } from '#server/platform/settings.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { withDatabase } from '../support/test-cluster.ts';
import { createTestDatabase, type TestDatabase, testSecretKey } from '../support/test-database.ts';
import { emptyDatabase, x } from './start-up.support.ts';

const { root } = x();

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
