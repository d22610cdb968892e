import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { makeDatabase } from '#server/platform/migrate.ts';

/** An empty database, as a server finds one on its first start. */
export async function emptyDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
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

/** What the tests of start up have in each file: a world of their own, and what they ask of it. */
export function x() {
  const root = process.cwd();

  return { root };
}
