import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { prepareDatabase } from '#server/platform/migrate.ts';
import { openPanel, type Panel } from '#server/platform/panel.ts';
import { createPasswordHasher, type PasswordCost } from '#server/platform/passwords.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import { cloneDatabase, withDatabase } from './test-cluster.ts';

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
  /** Reads all schools as the platform's panel does. A slow machine is no reason to refuse a list in a test. */
  panel: Panel;
  /** Address with which the panel signs in. */
  panelUrl: string;
  /** The superuser's connection, which sees everything; for looking, and for breaking things on purpose. */
  administrator: pg.Client;
  drop(): Promise<void>;
}

/** A fresh database of this file alone, cloned from a template; from the migrated one where none is named. */
export async function createTestDatabase(
  options: { connections?: number; template?: keyof typeof templates } = {},
): Promise<TestDatabase> {
  const { template = 'migrated' } = options;
  const administratorUrl = inject('administratorUrl');
  const { name, url: ownerUrl } = await cloneDatabase(administratorUrl, templates[template]);
  // A clone of the schools is ready, and shares its role with the others; one that is only migrated has a role of its own,
  // which its tests may change.
  const { url, panelUrl } =
    template === 'schools'
      ? {
          url: withDatabase(inject('schoolsUrl'), name),
          panelUrl: withDatabase(inject('schoolsPanelUrl'), name),
        }
      : await prepareDatabase({ ownerUrl, root: process.cwd(), secretKey: testSecretKey });
  const database = openDatabase(url, { connections: options.connections ?? 8 });
  const panel = openPanel(panelUrl, { statementTimeout: 60_000 });
  const administrator = new pg.Client({ connectionString: ownerUrl });
  await administrator.connect();
  return {
    name,
    database,
    url,
    panel,
    panelUrl,
    administrator,
    async drop() {
      await database.destroy();
      await panel.destroy();
      await administrator.end();
      const last = new pg.Client({ connectionString: administratorUrl });
      await last.connect();
      await last.query(`drop database ${name} with (force)`);
      await last.end();
    },
  };
}
