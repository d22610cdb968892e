import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { prepareDatabase } from '#server/platform/migrate.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import { cloneDatabase } from './test-cluster.ts';

export const templateDatabase = 'quillshelf_template';
export const testSecretKey = new SecretKey(Buffer.alloc(32, 7));

export interface TestDatabase {
  name: string;
  /** As the program sees it: row-level security holds. */
  database: Database;
  /** Address with which the program signs in. */
  url: string;
  /** The superuser's connection, which sees everything; for looking, and for breaking things on purpose. */
  administrator: pg.Client;
  drop(): Promise<void>;
}

/** A fresh database of this file alone, cloned from the migrated template. */
export async function createTestDatabase(options: { connections?: number } = {}): Promise<TestDatabase> {
  const administratorUrl = inject('administratorUrl');
  const { name, url: ownerUrl } = await cloneDatabase(administratorUrl, templateDatabase);
  const { url } = await prepareDatabase({ ownerUrl, root: process.cwd(), secretKey: testSecretKey });
  const database = openDatabase(url, { connections: options.connections ?? 8 });
  const administrator = new pg.Client({ connectionString: ownerUrl });
  await administrator.connect();
  return {
    name,
    database,
    url,
    administrator,
    async drop() {
      await database.destroy();
      await administrator.end();
      const last = new pg.Client({ connectionString: administratorUrl });
      await last.connect();
      await last.query(`drop database ${name} with (force)`);
      await last.end();
    },
  };
}
