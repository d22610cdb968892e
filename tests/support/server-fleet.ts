import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { product } from '#contract/kit/product.ts';
import { Closing, openInstallation, type Installation } from '#server/installation.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/embedded-database.ts';
import { makeDatabase } from '#server/platform/migrate.ts';
import { readSettings } from '#server/platform/settings.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** Several servers on one PostgreSQL and one key, as behind a balancer. */
export interface ServerFleet {
  readonly servers: readonly ServerProcess[];
  readonly database: EmbeddedDatabase;
  /** Its data, for what no call of the API makes. */
  readonly installation: Installation;
  /** Address of the database, for its superuser. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/**
 * `reach`: gives the address by which servers reach the database, from its own. `databaseFolder`: where the database keeps its data; unset: in a
 * new folder. `projects`: folders of projects whose build each of the servers runs; unset: this one.
 */
export async function startFleet(
  count: number,
  options: {
    environment?: Record<string, string>;
    reach?: (url: string) => string | Promise<string>;
    databaseFolder?: string;
    projects?: readonly (string | undefined)[];
  } = {},
): Promise<ServerFleet> {
  const closing = new Closing();
  const root = process.cwd();
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-fleet-'));
    closing.add(() => rm(folder, { recursive: true, force: true }));
    // Below root the database runs as a user of its own, who must be able to walk through this folder.
    await chmod(folder, 0o711);
    const database = await startEmbeddedDatabase({
      dataDir: options.databaseFolder ?? path.join(folder, 'postgres'),
    });
    closing.add(() => database.stop());
    await makeDatabase(database.ownerUrl('postgres'), product.slug);
    const ownerUrl = database.ownerUrl(product.slug);
    const SECRET_KEY_FILE = path.join(folder, 'secret.key');
    const settings = readSettings(
      { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: ownerUrl, SECRET_KEY_FILE },
      root,
    );
    const installation = await openInstallation(settings, { root, closing, say: console.log });
    const databaseUrl = (await options.reach?.(ownerUrl)) ?? ownerUrl;
    const servers: ServerProcess[] = [];
    for (let number = 0; number < count; number += 1) {
      const project = options.projects?.[number];
      const server = await startServerProcess({
        ...(project !== undefined && { project }),
        databaseUrl,
        environment: {
          NODE_ENV: 'production',
          REFUSE_WHILE_BUSY: 'on',
          SECRET_KEY_FILE,
          ...options.environment,
        },
      });
      closing.add(() => server.dispose());
      servers.push(server);
    }
    return { servers, database, installation, ownerUrl, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
