import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { prepareDatabase, type PreparedDatabase } from '#server/platform/migrate.ts';
import { openPanel, type Panel } from '#server/platform/panel.ts';
import { createPasswordHasher, type PasswordCost } from '#server/platform/passwords.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import { startPooler } from './pooler.ts';
import { cloneDatabase, withDatabase } from './test-cluster.ts';
import type { TransactionPooler } from './transaction-pooler.ts';

/** Databases that test files clone: a migrated one, and one with the schools of `three-schools.ts`. */
export const templates = { migrated: 'quillshelf_template', schools: 'quillshelf_schools' } as const;
export const testSecretKey = new SecretKey(Buffer.alloc(32, 7));

/** The least that argon2id takes: a hash costs microseconds instead of 20 ms. `passwords.test.ts` holds the shipped cost. */
export const cheapPasswords: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const cheapHasher = createPasswordHasher(cheapPasswords);

export interface TestDatabase {
  name: string;
  /** As the program sees it: row-level security holds. */
  database: Database;
  /** Address with which the program signs in. */
  url: string;
  /** The same, past a pooler. */
  directUrl: string;
  /** What stands between the program and the database. */
  pooler: TransactionPooler | null;
  /** Reads all schools as the platform's panel does. */
  panel: Panel;
  /** Address with which the panel signs in. */
  panelUrl: string;
  /** The superuser's connection, which sees everything; for looking, and for breaking things on purpose. */
  administrator: pg.Client;
  drop(): Promise<void>;
}

/** As a server does at its start, but that a slow machine is no reason to refuse a list in a test. */
export async function preparePatiently(ownerUrl: string): Promise<PreparedDatabase> {
  const prepared = await prepareDatabase({ ownerUrl, root: process.cwd(), secretKey: testSecretKey });
  const administrator = new pg.Client({ connectionString: ownerUrl });
  await administrator.connect();
  const panel = administrator.escapeIdentifier(new URL(prepared.panelUrl).username);
  await administrator.query(`alter role ${panel} set statement_timeout = '60s'`);
  await administrator.end();
  return prepared;
}

/**
 * A fresh database of this file alone, cloned from a template; from the migrated one where none is named. `hasPooler`: the program
 * reaches it through one, as it does everywhere where `PGBOUNCER` names one.
 */
export async function createTestDatabase(
  options: { connections?: number; template?: keyof typeof templates; hasPooler?: boolean } = {},
): Promise<TestDatabase> {
  const { template = 'migrated', hasPooler = process.env.PGBOUNCER !== undefined } = options;
  const administratorUrl = inject('administratorUrl');
  const { name, url: ownerUrl } = await cloneDatabase(administratorUrl, templates[template]);
  // A clone of the schools is ready, and shares its role with the others; one that is only migrated has a role of its own,
  // which its tests may change.
  const direct =
    template === 'schools'
      ? {
          url: withDatabase(inject('schoolsUrl'), name),
          panelUrl: withDatabase(inject('schoolsPanelUrl'), name),
        }
      : await preparePatiently(ownerUrl);
  const pooler = hasPooler ? await startPooler([direct.url, direct.panelUrl]) : null;
  const url = pooler?.through(direct.url) ?? direct.url;
  const panelUrl = pooler?.through(direct.panelUrl) ?? direct.panelUrl;
  const database = openDatabase(url, { connections: options.connections ?? 8 });
  const panel = openPanel(panelUrl);
  const administrator = new pg.Client({ connectionString: ownerUrl });
  await administrator.connect();
  return {
    name,
    database,
    url,
    directUrl: direct.url,
    pooler,
    panel,
    panelUrl,
    administrator,
    async drop() {
      await database.destroy();
      await panel.destroy();
      await administrator.end();
      await pooler?.close();
      const last = new pg.Client({ connectionString: administratorUrl });
      await last.connect();
      await last.query(`drop database ${name} with (force)`);
      await last.end();
    },
  };
}
