import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { makeBackup, readBackup } from '#server/operations/backup.ts';
import { runDrill } from '#server/operations/drill.ts';
import { countTables, differences } from '#server/operations/table-counts.ts';
import { withDatabase } from '../support/test-cluster.ts';
import { createTestDatabase, templates, type TestDatabase } from '../support/test-database.ts';

/*
 * The programs of PostgreSQL are played here by scripts, as not every machine has those of the version that the tests run on.
 */

let own: TestDatabase;
let ownerUrl: string;
let folder: string;

beforeAll(async () => {
  own = await createTestDatabase({ template: 'schools' });
  ownerUrl = withDatabase(inject('administratorUrl'), own.name);
});

afterAll(() => own.drop());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-backup-'));
  await writeFile(path.join(folder, 'the.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`);
  vi.stubEnv('PG_BIN', folder);
  return async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  };
});

/** A program of PostgreSQL that does what it is told, in the language of the shell. */
async function play(tool: 'pg_dump' | 'pg_restore', does: string, version = 99): Promise<void> {
  const file = path.join(folder, tool);
  const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo "${tool} (PostgreSQL) ${version}.1"; exit 0; fi\n${does}\n`;
  await writeFile(file, script);
  await chmod(file, 0o700);
}

const writesFile =
  'for each in "$@"; do case "$each" in --file=*) echo "$PGUSER $*" > "${each#--file=}";; esac; done';
const into = () => path.join(folder, 'backups');

const backup = () =>
  makeBackup({
    ownerUrl,
    secretKeyFile: path.join(folder, 'the.key'),
    into: into(),
    version: '1.2.3',
    now: new Date('2026-11-27T02:03:04Z'),
  });

describe('a backup', () => {
  it('is a folder for its owner alone, with the dump of one moment, the key, and what has to come back', async () => {
    await play('pg_dump', writesFile);
    const made = await backup();
    expect(path.basename(made.folder)).toBe('2026-11-27T02-03-04');
    expect((await readdir(made.folder)).toSorted()).toEqual(['database.dump', 'manifest.json', 'secret.key']);
    expect((await stat(made.folder)).mode & 0o777).toBe(0o700);
    const dump = await readFile(path.join(made.folder, 'database.dump'), 'utf8');
    expect(dump).toContain(decodeURIComponent(new URL(ownerUrl).username));
    expect(dump).toMatch(/--snapshot=[\w-]+/u);
    const manifest = await readBackup(made.folder);
    expect(manifest).toEqual(made.manifest);
    expect(manifest).toMatchObject({
      made_at: '2026-11-27T02:03:04.000Z',
      version: '1.2.3',
      schema: expect.stringMatching(/^\d{4}_\w+$/u) as string,
    });
    const { rows } = await own.administrator.query<{ count: string }>('select count(*) from users');
    expect(manifest.tables['users']?.rows).toBe(Number(rows[0]?.count));
  });

  it('that fails leaves nothing behind, and quotes no row', async () => {
    await play(
      'pg_dump',
      'echo "pg_dump: error: it broke" >&2; echo "DETAIL: Zoraya Quillfeather" >&2; exit 1',
    );
    await expect(backup()).rejects.toThrow(/^pg_dump failed: it broke$/u);
    expect(await readdir(into())).toEqual([]);
  });

  it('says in one line which program is missing, or too old for the database', async () => {
    await expect(backup()).rejects.toThrow(
      /^pg_dump is not on this machine\. Install the client programs of PostgreSQL \d+ .*PG_BIN\.$/u,
    );
    await play('pg_dump', writesFile, 9);
    await expect(backup()).rejects.toThrow(/^pg_dump is of PostgreSQL 9, and the database of \d+\. Install/u);
  });

  it('that was changed, or is not all there, is told by its file', async () => {
    await play('pg_dump', writesFile);
    const made = await backup();
    await appendFile(path.join(made.folder, 'database.dump'), ' ');
    await expect(readBackup(made.folder)).rejects.toThrow(/database\.dump is not the file that was written/u);
    await rm(path.join(made.folder, 'secret.key'));
    await rm(path.join(made.folder, 'database.dump'));
    await expect(readBackup(made.folder)).rejects.toThrow(/database\.dump is missing\.$/u);
    await writeFile(path.join(made.folder, 'manifest.json'), '{"made_at":');
    await expect(readBackup(made.folder)).rejects.toThrow(/manifest\.json is not whole\.$/u);
    await expect(readBackup(folder)).rejects.toThrow(/holds no backup: there is no manifest\.json in it\.$/u);
  });
});

describe('what is compared', () => {
  it('is each row of each table, in any order', async () => {
    const { administrator } = own;
    await administrator.query('begin');
    const before = await countTables(administrator);
    expect(before['users']?.rows).toBeGreaterThan(10);
    expect(differences(before, await countTables(administrator))).toEqual([]);
    await administrator.query(
      "update users set first_name = 'Another' where id = (select max(id::text)::uuid from users)",
    );
    expect(differences(before, await countTables(administrator))).toEqual([
      'users has other rows than before',
    ]);
    await administrator.query('rollback');
    const { users, works, ...rest } = before;
    const more = {
      ...rest,
      users: { ...(users ?? { fingerprint: '' }), rows: 1 },
      things: { rows: 0, fingerprint: '0' },
    };
    expect(differences(before, more)).toEqual([
      'things was not in the backup',
      `users has 1 rows instead of ${users?.rows}`,
      'works is missing',
    ]);
    expect(works).toBeDefined();
  });
});

describe('a drill', () => {
  const leftovers = async () => {
    const { rows } = await own.administrator.query<{ name: string }>(
      "select datname as name from pg_database where datname like 'drill%' union select rolname from pg_roles where rolname like '%drill%'",
    );
    return rows.map(({ name }) => name);
  };

  it('tells what was not restored as it was, and takes its database away again', async () => {
    await play('pg_dump', writesFile);
    await play('pg_restore', 'exit 0');
    const { folder: made } = await backup();
    await expect(runDrill({ ownerUrl, folder: made, root: process.cwd() })).rejects.toThrow(
      /^The backup was not restored as it was:\n[\s\S]*^users is missing$/mu,
    );
    expect(await leftovers()).toEqual([]);
  });

  it('that finds all as it was, and schools apart, says how long it took and what it compared', async () => {
    await play('pg_dump', writesFile);
    const made = await backup();
    // Nobody is connected to the template, which holds the same.
    const script = path.join(folder, 'restore.mjs');
    await writeFile(
      script,
      `import { createRequire } from 'node:module';
       const { Client } = createRequire(process.cwd() + '/')('pg');
       const name = process.env.PGDATABASE;
       const client = new Client({ database: 'postgres' });
       await client.connect();
       await client.query('drop database ' + name);
       await client.query('create database ' + name + ' template ${templates.schools}');
       await client.end();`,
    );
    await play('pg_restore', `exec ${process.execPath} ${script}`);
    const result = await runDrill({ ownerUrl, folder: made.folder, root: process.cwd() });
    expect(result.tables).toBe(Object.keys(made.manifest.tables).length);
    expect(result.rows).toBeGreaterThan(100);
    expect(result.madeAt).toEqual(new Date('2026-11-27T02:03:04Z'));
    expect(await leftovers()).toEqual([]);
  });

  it('of a backup that cannot be restored says why', async () => {
    await play('pg_dump', writesFile);
    await play('pg_restore', 'echo "pg_restore: error: not an archive" >&2; exit 1');
    const { folder: made } = await backup();
    await expect(runDrill({ ownerUrl, folder: made, root: process.cwd() })).rejects.toThrow(
      'pg_restore failed: not an archive',
    );
    expect(await leftovers()).toEqual([]);
  });
});
