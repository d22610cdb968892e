import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner, type MigrationBuilder } from 'node-pg-migrate';
import pg from 'pg';
import { appRole, panelRole } from './database-roles.ts';
import { isLocked } from './database-errors.ts';
import { forgetEarlierKeys, isEmpty, refuseOtherKey, rememberKey } from './key-fingerprint.ts';
import { giveRolePassword, makeMember, type LoginRole } from './login-roles.ts';
import type { SecretKey } from './secret-key.ts';

/** Any number will do, as long as every server takes the same. */
const lockNumber = 7_215_041;
/** How often a change is tried that somebody's long transaction holds up, and the milliseconds between. */
const attempts = 10;
const pause = 200;

export interface PreparedDatabase {
  /** Address with the program's own role: neither owner nor superuser, and row-level security holds for it. */
  url: string;
  /** Address with the role of the platform's panel, which reads named columns of all tenants. */
  panelUrl: string;
  applied: string[];
}

/** Whoever answers at the address, if anybody does, lets us not in or is no PostgreSQL. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A host that never answers would otherwise be waited for as long as the system likes: minutes. */
const answerWithin = 10_000;

/** @throws ConnectionError */
async function connectAs(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: answerWithin });
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

/**
 * Brings a database up to date as its owner, and makes the roles that the program signs in as. Several servers may do
 * so at the same moment: the advisory lock comes first.
 * @throws ConnectionError, and SecretKeyError for a key that is not the one of this database
 */
export async function prepareDatabase(options: {
  ownerUrl: string;
  root: string;
  secretKey: SecretKey;
}): Promise<PreparedDatabase> {
  const client = await connectAs(options.ownerUrl);
  try {
    await waitForLock(client);
    // First of all: a server with another key changes nothing.
    await refuseOtherKey(client, options.secretKey);
    const program = await makeMember(client, appRole);
    const panel = await makeMember(client, panelRole);
    const applied = await migrate(client, path.join(options.root, 'server/migrations'));
    const url = withRole(options.ownerUrl, await giveRolePassword(client, program, options.secretKey));
    const panelUrl = withRole(options.ownerUrl, await giveRolePassword(client, panel, options.secretKey));
    await rememberKey(client, options.secretKey);
    return {
      url,
      panelUrl,
      applied: applied.map((migration) => migration.name),
    };
  } finally {
    await client.end();
  }
}

/** Asks again and again: who waited in PostgreSQL would be waited for by an index that is made concurrently. */
async function waitForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      lockNumber,
    ]);
    if (rows[0]?.is_ours === true) return;
    await sleep(pause);
  }
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
