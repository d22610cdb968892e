import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Closing, explainFailure, openInstallation, type Installation } from '#server/installation.ts';
import { rotateKeys } from '#server/platform/rotation.ts';
import { readSettings } from '#server/platform/settings.ts';
import { makeTenant } from '#server/seeds/factories.ts';
import { inTenant } from '#server/platform/database.ts';
import { tenantKey } from '#server/platform/tenant-keys.ts';
import { sealedColumns } from '#server/sealed-columns.ts';
import { templates } from '../support/test-database.ts';
import { cloneDatabase, withDatabase } from '../support/test-cluster.ts';

const root = process.cwd();

let base: string;
let dataDir: string;
let said: string[];
const made: string[] = [];

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'quillshelf-installation-'));
  await chmod(base, 0o755);
  dataDir = path.join(base, 'data');
  said = [];
});

afterEach(async () => {
  await asSuperuser(async (client) => {
    for (const name of made.splice(0)) await client.query(`drop database ${name} with (force)`);
  });
  await rm(base, { recursive: true, force: true });
});

async function asSuperuser(work: (client: pg.Client) => Promise<unknown>, url = inject('administratorUrl')) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}

const keyOf = () => randomBytes(32).toString('base64url');

/** A database as the migrations leave it, which knows no key yet. */
async function newDatabase(): Promise<string> {
  const { name, url } = await cloneDatabase(inject('administratorUrl'), templates.migrated);
  made.push(name);
  await asSuperuser(
    (client) => client.query('update installation set key_fingerprint = null, key_fingerprints = null'),
    url,
  );
  return url;
}

/** Opens it as a start does, and closes it. @returns what the start says where it fails; null where it does not */
async function failureOfStart(
  environment: Record<string, string>,
  work?: (installation: Installation) => Promise<unknown>,
): Promise<string | null> {
  const settings = readSettings({ DATA_DIR: dataDir, ...environment }, root);
  const closing = new Closing();
  try {
    const say = (line: string) => void said.push(line);
    const installation = await openInstallation(settings, { root, closing, say });
    await work?.(installation);
    return null;
  } catch (error) {
    return explainFailure(error);
  } finally {
    await closing.close();
  }
}

/** A school that has a key of its own. */
async function sealSomething(installation: Installation): Promise<void> {
  const { database, secretKey } = installation;
  const { id } = await makeTenant(installation, { school_name: 'Oak school', subdomain: 'oak' });
  await inTenant(database, id, (transaction) => tenantKey(transaction, id, secretKey));
}

const canSignIn = async (url: string, key: string) => {
  await writeFile(path.join(dataDir, 'secret.key'), key);
  return (await failureOfStart({ DATABASE_URL: url })) === null;
};
const missing = /^SECRET_KEY_FILE \S+secret\.key is missing, and the database was made with it\. [^\n]+$/u;
const wrong = /^SECRET_KEY_FILE holds another key than the one that the database was made with\. [^\n]+$/u;

describe('a server that leaves the schema as it is', () => {
  it('starts on a database that another program brought up to date, and changes nothing', async () => {
    const DATABASE_URL = await newDatabase();
    expect(await failureOfStart({ DATABASE_URL })).toBeNull();
    const off = { DATABASE_URL, MIGRATE: 'off' };
    expect(
      await failureOfStart(off, async ({ applied, database }) => {
        expect(applied).toEqual([]);
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database);
        expect(rows).toEqual([{ one: 1 }]);
      }),
    ).toBeNull();
  });

  it('does not start on an older one, or on an empty one, and says in one line what to run', async () => {
    const DATABASE_URL = await newDatabase();
    expect(await failureOfStart({ DATABASE_URL })).toBeNull();
    const newest = (await readdir('server/migrations')).toSorted().at(-1)?.replace('.sql', '');
    await asSuperuser(
      (client) => client.query('delete from migrations where name = $1', [newest]),
      DATABASE_URL,
    );
    expect(await failureOfStart({ DATABASE_URL, MIGRATE: 'off' })).toBe(
      `The database lacks changes of this version (1, ${newest} first), and MIGRATE is off: run npm run migrate.`,
    );
    const empty = withDatabase(DATABASE_URL, `empty_${randomBytes(6).toString('hex')}`);
    const name = new URL(empty).pathname.slice(1);
    made.push(name);
    await asSuperuser((client) => client.query(`create database ${name}`));
    expect(await failureOfStart({ DATABASE_URL: empty, MIGRATE: 'off' })).toMatch(
      /^The database lacks changes of this version \(\d+, 0001_tenants first\), and MIGRATE is off: run npm run migrate\.$/u,
    );
  });
});

describe('the secret key of an installation', () => {
  it('is made for an empty database, and found again by the next start', async () => {
    const DATABASE_URL = await newDatabase();
    expect(await failureOfStart({ DATABASE_URL })).toBeNull();
    const key = await readFile(path.join(dataDir, 'secret.key'), 'utf8');
    expect(await failureOfStart({ DATABASE_URL })).toBeNull();
    expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe(key);
  });

  it('that is missing is noticed, and no other is made', async () => {
    const DATABASE_URL = await newDatabase();
    await failureOfStart({ DATABASE_URL });
    await rm(path.join(dataDir, 'secret.key'));
    expect(await failureOfStart({ DATABASE_URL })).toMatch(missing);
    expect(await readdir(dataDir)).not.toContain('secret.key');
  });

  it('that is another one is noticed, and servers with the right one go on', async () => {
    const DATABASE_URL = await newDatabase();
    await failureOfStart({ DATABASE_URL });
    const key = await readFile(path.join(dataDir, 'secret.key'), 'utf8');
    await writeFile(path.join(dataDir, 'secret.key'), keyOf());
    expect(await failureOfStart({ DATABASE_URL })).toMatch(wrong);
    expect(await canSignIn(DATABASE_URL, key)).toBe(true);
  });

  it('of the first of two servers that start at once with keys of their own is the one', async () => {
    const DATABASE_URL = await newDatabase();
    const files = ['one.key', 'two.key'].map((name) => path.join(base, name));
    const failures = await Promise.all(
      files.map((SECRET_KEY_FILE) => failureOfStart({ DATABASE_URL, SECRET_KEY_FILE })),
    );
    expect(failures.filter((failure) => failure === null)).toHaveLength(1);
    expect(failures.find((failure) => failure !== null)).toMatch(wrong);
  });

  it.each(['superuser', 'an owner that row-level security holds for'])(
    'is asked of the tenants’ keys where the database is of a version before: %s',
    async (owner) => {
      let DATABASE_URL = await newDatabase();
      const role = `owner_${randomBytes(4).toString('hex')}`;
      if (owner !== 'superuser') DATABASE_URL = await ownedBy(role);
      expect(await failureOfStart({ DATABASE_URL }, sealSomething)).toBeNull();
      const key = await readFile(path.join(dataDir, 'secret.key'), 'utf8');
      const forget = () =>
        asSuperuser(
          (client) => client.query('update installation set key_fingerprint = null, key_fingerprints = null'),
          DATABASE_URL,
        );
      await forget();
      await writeFile(path.join(dataDir, 'secret.key'), keyOf());
      expect(await failureOfStart({ DATABASE_URL })).toMatch(wrong);
      await rm(path.join(dataDir, 'secret.key'));
      expect(await failureOfStart({ DATABASE_URL })).toMatch(missing);
      expect(await canSignIn(DATABASE_URL, key)).toBe(true);
      // Row-level security is as it was.
      await asSuperuser(async (client) => {
        const { rows } = await client.query(
          "select relname from pg_class where relname in ('tenants', 'tenant_keys') and not relforcerowsecurity",
        );
        expect(rows).toEqual([]);
      }, DATABASE_URL);
    },
  );

  it('may be several: servers that know the new one and servers that do not start beside each other', async () => {
    const DATABASE_URL = await newDatabase();
    expect(await failureOfStart({ DATABASE_URL }, sealSomething)).toBeNull();
    const old = (await readFile(path.join(dataDir, 'secret.key'), 'utf8')).trim();
    const anew = keyOf();
    // Those that open with it come first, then those that seal with it.
    for (const ring of [[old, anew], [anew, old], [old], [anew, old], [old, anew]])
      expect(await canSignIn(DATABASE_URL, ring.join('\n'))).toBe(true);
    const failureWith = async (...keys: string[]) => {
      await writeFile(path.join(dataDir, 'secret.key'), keys.join('\n'));
      return await failureOfStart({ DATABASE_URL });
    };
    expect(await failureWith(anew)).toMatch(/^SECRET_KEY_FILE lacks a key [^\n]+npm run keys:rotate[^\n]+$/u);
    expect(await failureWith(keyOf())).toMatch(wrong);

    await writeFile(path.join(dataDir, 'secret.key'), `${anew}\n${old}\n`);
    const rotate = async (installation: Installation) => {
      expect(await rotateKeys({ ...installation, columns: sealedColumns })).toBe(1);
      await installation.endRotation();
    };
    expect(await failureOfStart({ DATABASE_URL }, rotate)).toBeNull();
    expect(await failureWith(anew)).toBeNull();
    expect(await failureWith(old)).toMatch(wrong);
  });

  /** An empty database of a role that is no superuser, as of a hoster. */
  async function ownedBy(role: string): Promise<string> {
    const name = `test_${role}`;
    made.push(name);
    await asSuperuser(async (client) => {
      await client.query(`create role ${role} login createrole password 'of-a-hoster'`);
      await client.query(`grant quillshelf_app, quillshelf_panel to ${role} with admin option`);
      await client.query(`create database ${name} owner ${role}`);
    });
    const url = new URL(inject('administratorUrl'));
    return Object.assign(url, { pathname: `/${name}`, username: role, password: 'of-a-hoster' }).href;
  }
});

describe('the data folder', () => {
  const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8);

  it('is made for its owner alone', async () => {
    expect(await failureOfStart({ DATABASE_URL: await newDatabase() })).toBeNull();
    expect(await modeOf(dataDir)).toBe('700');
    expect(said).toEqual([]);
  });

  it('of a version before is closed to others', async () => {
    const DATABASE_URL = await newDatabase();
    await mkdir(path.join(dataDir, 'mailbox'), { recursive: true });
    await chmod(dataDir, 0o755);
    expect(await failureOfStart({ DATABASE_URL })).toBeNull();
    expect(await modeOf(dataDir)).toBe('700');
    expect(said).toEqual([]);
  });

  it('in which somebody has files of their own stays as it is, and a line says so', async () => {
    const DATABASE_URL = await newDatabase();
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    await writeFile(path.join(dataDir, 'thesis.txt'), 'years of work');
    expect(await failureOfStart({ DATABASE_URL })).toBeNull();
    expect(await modeOf(dataDir)).toBe('755');
    expect(said).toEqual([
      `DATA_DIR ${dataDir} can be entered by other users of this machine: there are files of others in it.`,
    ]);
  });

  it('with the embedded database in it is closed to others, and its data is there again', async () => {
    expect(await failureOfStart({}, sealSomething)).toBeNull();
    expect(await modeOf(dataDir)).toBe('700');
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['postgres', 'secret.key']));
    await rm(path.join(dataDir, 'secret.key'));
    expect(await failureOfStart({})).toMatch(missing);
    expect(said).toEqual([]);
  });
});
