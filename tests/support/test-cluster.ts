import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#server/platform/embedded-database.ts';

/** A real PostgreSQL for one run of the tests. */
export interface TestCluster {
  /** Of this run alone, for files that belong to it. */
  folder: string;
  /** Address of the superuser in a database of it. */
  ownerUrl(database: string): string;
  stop(): Promise<void>;
}

/**
 * What is thrown away after the run need not outlive a power cut, nor be swept: PostgreSQL would go through a hundred clones
 * all the time. What does is tested with servers of their own.
 */
async function trustMemory(administratorUrl: string): Promise<void> {
  const administrator = new pg.Client({ connectionString: administratorUrl });
  await administrator.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
    await administrator.query(`alter system set ${setting} = off`);
  await administrator.query('select pg_reload_conf()');
  await administrator.end();
}

export async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-tests-'));
  // Run as root, the database has a user of its own, who has to get here.
  await chmod(folder, 0o755);
  const embedded = await startEmbeddedDatabase({
    dataDir: path.join(folder, 'postgres'),
    hasSocket: process.platform !== 'win32',
  });
  await trustMemory(embedded.ownerUrl('postgres'));
  return {
    folder,
    ownerUrl: (database) => embedded.ownerUrl(database),
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same address, in another database of the cluster. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A database of its own for whoever asks, as the template is. `url`: its superuser's. */
export async function cloneDatabase(
  administratorUrl: string,
  template: string,
): Promise<{ name: string; url: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await cloneAs(administratorUrl, name, template);
  return { name, url: withDatabase(administratorUrl, name) };
}

/** `administratorUrl`: the superuser's. */
export async function cloneAs(administratorUrl: string, name: string, template: string): Promise<void> {
  const cluster = new pg.Client({ connectionString: administratorUrl });
  await cluster.connect();
  // Cloning needs the template to itself; files that start at the same moment take turns.
  await cluster.query('select pg_advisory_lock(1)');
  await cluster.query(`create database ${name} template ${template}`);
  await cluster.query('select pg_advisory_unlock(1)');
  await cluster.end();
}
