import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { OperationError } from './operation-error.ts';
import { openDatabase } from '#server/platform/database.ts';
import { appRole, appSettings, panelRole } from '#server/platform/database-roles.ts';
import { prepareDatabase } from '#server/platform/migrate.ts';
import { testPanelRole } from '#server/platform/panel-self-test.ts';
import { openPanel } from '#server/platform/panel.ts';
import { readSecretKey } from '#server/platform/secret-key.ts';
import { testRoleSettings } from '#server/platform/role-settings-test.ts';
import { testTenantIsolation } from '#server/platform/self-test.ts';
import { files, majorVersion, readBackup } from './backup.ts';
import { requireTool, runTool } from './database-tools.ts';
import { countTables, differences } from './table-counts.ts';

export interface DrillResult {
  tables: number;
  rows: number;
  /** Seconds from the beginning until a server could have started. */
  seconds: number;
  /** When what was restored was true. */
  madeAt: Date;
}

/** The address of another database of the same server. */
function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts as a server would, and asks whether schools are still apart. */
async function testAsServer(ownerUrl: string, root: string, keyFile: string): Promise<void> {
  const secretKey = await readSecretKey(keyFile);
  if (!secretKey) throw new OperationError(`${keyFile} is missing.`);
  const { url, panelUrl } = await prepareDatabase({ ownerUrl, root, secretKey });
  const database = openDatabase(url, { connections: 1 });
  const panel = openPanel(panelUrl);
  try {
    await testRoleSettings(database, appSettings);
    await testTenantIsolation(database);
    await testPanelRole(panel, database);
  } finally {
    await database.destroy();
    await panel.destroy();
  }
}

/**
 * Restores a backup beside the database that is in use, compares each table with what was backed up, lets the self-test of the
 * start judge it, and takes it away again.
 * @throws OperationError with one line a difference
 */
export async function runDrill(options: {
  ownerUrl: string;
  folder: string;
  root: string;
}): Promise<DrillResult> {
  const { ownerUrl, folder, root } = options;
  const began = performance.now();
  const manifest = await readBackup(folder);
  const name = `drill_${randomBytes(6).toString('hex')}`;
  const url = inDatabase(ownerUrl, name);
  const groups = [appRole, panelRole];
  await withClient(ownerUrl, async (client) => {
    await requireTool('pg_restore', await majorVersion(client));
    // A new server has none of the groups to which the dump grants.
    for (const group of groups) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [group]);
      if (!rowCount) await client.query(`create role ${client.escapeIdentifier(group)} nologin`);
    }
    await client.query(`create database ${name}`);
  });
  try {
    await runTool('pg_restore', url, [
      '--no-owner',
      '--exit-on-error',
      `--dbname=${name}`,
      path.join(folder, files.database),
    ]);
    const found = await withClient(url, countTables);
    const different = differences(manifest.tables, found);
    if (different.length > 0)
      throw new OperationError(`The backup was not restored as it was:\n${different.join('\n')}`);
    await testAsServer(url, root, path.join(folder, files.key));
    const all = Object.values(found);
    return {
      tables: all.length,
      rows: all.reduce((sum, { rows }) => sum + rows, 0),
      seconds: (performance.now() - began) / 1000,
      madeAt: new Date(manifest.made_at),
    };
  } finally {
    await withClient(ownerUrl, async (client) => {
      await client.query(`drop database ${name} with (force)`);
      for (const group of groups)
        await client.query(`drop role if exists ${client.escapeIdentifier(`${group}_${name}`)}`);
    });
  }
}
