import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner, type MigrationBuilder } from 'node-pg-migrate';
import pg from 'pg';
import { product } from '#contract/kit/product.ts';
import { appRole, appSettings, panelRole, panelSettings } from './database-roles.ts';
import { isLocked } from './database-errors.ts';
import { forgetEarlierKeys, isEmpty, refuseOtherKey, rememberKey } from './key-fingerprint.ts';
import { findMember, giveRolePassword, makeMember, putRoleSettings, type LoginRole } from './login-roles.ts';
import type { SecretKey } from './secret-key.ts';

/** Any number will do, as long as every server takes the same. */
const lockNumber = 7_215_041;
/** How often a change is tried that somebody's long transaction holds up, and the milliseconds between. */
const attempts = 10;
const pause = 200;
/** Milliseconds to wait for another server that brings the database up to date. */
const usualLockWait = 60_000;

export interface PreparedDatabase {
  /** Address with the program's own role: neither owner nor superuser, and row-level security holds for it. */
  url: string;
  /** The same past a pooler, for a connection that listens. */
  directUrl: string;
  /** Address with the role of the platform's panel, which reads named columns of all tenants. */
  panelUrl: string;
  applied: string[];
}

/** Whoever answers at the address, if anybody does, lets us not in or is no PostgreSQL. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The database is no such as this version can start on: another server changes it for long, or nobody did. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** A host that never answers would otherwise be waited for as long as the system likes: minutes. */
const answerWithin = 10_000;

/** @throws ConnectionError */
async function connectAs(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: answerWithin,
    // Named, so that whoever waits for it is told which machine it is.
    application_name: `${product.slug} start on ${hostname()}`,
  });
  try {
    await client.connect();
  } catch (cause) {
    throw new ConnectionError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return client;
}

/** True for a database in which no tenant is and for which no key was made. @throws ConnectionError */
export async function isEmptyDatabase(ownerUrl: string): Promise<boolean> {
  const client = await connectAs(ownerUrl);
  try {
    return await isEmpty(client);
  } finally {
    await client.end();
  }
}

interface DatabaseOptions {
  ownerUrl: string;
  pooledUrl?: string | null;
  root: string;
  secretKey: SecretKey;
}

function addresses({ ownerUrl, pooledUrl }: DatabaseOptions, program: LoginRole, panel: LoginRole) {
  const address = pooledUrl ?? ownerUrl;
  return {
    url: withRole(address, program),
    directUrl: withRole(ownerUrl, program),
    panelUrl: withRole(address, panel),
  };
}

const migrationsOf = (root: string) => path.join(root, 'server/migrations');

/**
 * Leaves a database as it is, where another program brings it up to date.
 * @throws ConnectionError, NotReadyError where it is older than this version, and SecretKeyError
 */
export async function findDatabase(options: DatabaseOptions): Promise<PreparedDatabase> {
  const client = await connectAs(options.ownerUrl);
  try {
    const missing = await missingMigrations(client, migrationsOf(options.root));
    if (missing.length > 0)
      throw new NotReadyError(
        `The database lacks changes of this version (${missing.length}, ${missing[0]} first), and MIGRATE is off: run npm run migrate.`,
      );
    await refuseOtherKey(client, options.secretKey);
    const [program, panel] = [await findMember(client, appRole), await findMember(client, panelRole)];
    if (!program || !panel)
      throw new NotReadyError(
        'The database has no roles to sign in as, and MIGRATE is off: run npm run migrate.',
      );
    return { ...addresses(options, program, panel), applied: [] };
  } finally {
    await client.end();
  }
}

async function missingMigrations(client: pg.Client, folder: string): Promise<string[]> {
  const files = await readdir(folder);
  const { rows: tables } = await client.query<{ found: string | null }>(
    "select to_regclass('migrations') as found",
  );
  if (!tables[0]?.found) return files.map(nameOfFile).toSorted();
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return files
    .map(nameOfFile)
    .filter((name) => !applied.has(name))
    .toSorted();
}

const nameOfFile = (file: string) => path.basename(file, '.sql');

/**
 * Brings a database up to date as its owner, and makes the roles that the program signs in as. Several servers may do
 * so at the same moment: the advisory lock comes first.
 * `ownerUrl`: past a pooler; `pooledUrl`: where the program connects, if that is elsewhere.
 * @throws ConnectionError, NotReadyError, and SecretKeyError for a key that is not the one of this database
 */
export async function prepareDatabase(
  options: DatabaseOptions & {
    /** Milliseconds to wait for another server; a test waits for less. */
    lockWait?: number;
  },
): Promise<PreparedDatabase> {
  const client = await connectAs(options.ownerUrl);
  try {
    await waitForLock(client, options.lockWait ?? usualLockWait);
    // First of all: a server with another key changes nothing.
    await refuseOtherKey(client, options.secretKey);
    const made = { program: await makeMember(client, appRole), panel: await makeMember(client, panelRole) };
    const applied = await migrate(client, migrationsOf(options.root));
    const program = await giveRolePassword(client, made.program, options.secretKey);
    const panel = await giveRolePassword(client, made.panel, options.secretKey);
    await putRoleSettings(client, program.name, appSettings);
    await putRoleSettings(client, panel.name, panelSettings);
    await rememberKey(client, options.secretKey);
    return { ...addresses(options, program, panel), applied: applied.map((migration) => migration.name) };
  } finally {
    await client.end();
  }
}

/** Asks again and again: who waited in PostgreSQL would be waited for by an index that is made concurrently. */
async function waitForLock(client: pg.Client, lockWait: number): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      lockNumber,
    ]);
    if (rows[0]?.is_ours === true) return;
    if (performance.now() - began > lockWait) throw new NotReadyError(await describeHolder(client));
    await sleep(pause);
  }
}

/** Who brings the database up to date, in words for whoever could end that. */
async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; address: string | null; since: string }>(
    `select activity.pid, activity.application_name as name, host(activity.client_addr) as address,
       to_char(activity.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as since
     from pg_locks as held join pg_stat_activity as activity using (pid)
     where held.locktype = 'advisory' and held.granted and held.objsubid = 1
       and held.database = (select oid from pg_database where datname = current_database())
       and held.classid = 0 and held.objid = $1`,
    [lockNumber],
  );
  const [holder] = rows;
  if (!holder)
    return 'Other servers bring the database up to date, one after the other. Start again in a minute.';
  const from = [holder.name && `“${holder.name}”`, holder.address && `at ${holder.address}`].filter(Boolean);
  return `Another server has been bringing the database up to date for long: process ${holder.pid} of PostgreSQL${
    from.length > 0 ? `, ${from.join(' ')}` : ''
  }, connected since ${holder.since}. Wait for it, or where it is gone: select pg_terminate_backend(${holder.pid})`;
}

/** Applies what is new, each file in a transaction of its own. */
async function migrate(client: pg.Client, dir: string): Promise<{ name: string }[]> {
  // Whoever waits for a table holds up all who come after, so nobody waits for long.
  await client.query("set lock_timeout = '2s'");
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runner({
        dbClient: client,
        dir,
        direction: 'up',
        migrationsTable: 'migrations',
        migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadFiles }],
        noLock: true,
        log: () => undefined,
      });
    } catch (error) {
      await client.query('rollback');
      if (!isLocked(error) || attempt === attempts) throw error;
      await sleep(pause * attempt);
    }
  }
}

/** A file whose first line says so runs outside of a transaction; it holds one statement. */
const withoutTransaction = '-- No transaction.\n';

async function loadFiles(files: string[]) {
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      const up = (builder: MigrationBuilder) => {
        if (text.startsWith(withoutTransaction)) builder.noTransaction();
        builder.sql(text);
      };
      return { id: file, filePaths: [file], actions: { up, down: false as const } };
    }),
  );
}

/**
 * Tells PostgreSQL how much there is of what. It finds out by itself within minutes; after a bulk load the first queries
 * would be planned for empty tables until then.
 */
export async function refreshStatistics(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** @see forgetEarlierKeys */
export async function endRotation(ownerUrl: string, secretKey: SecretKey): Promise<void> {
  const client = await connectAs(ownerUrl);
  try {
    await forgetEarlierKeys(client, secretKey);
  } finally {
    await client.end();
  }
}

/** Makes the database where the cluster does not have it yet; for the embedded server, whose superuser we are. */
export async function makeDatabase(administratorUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function withRole(url: string, role: LoginRole): string {
  const address = new URL(url);
  address.username = encodeURIComponent(role.name);
  address.password = encodeURIComponent(role.password);
  return address.href;
}
