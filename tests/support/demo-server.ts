import { inject } from 'vitest';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { cloneDatabase } from './test-cluster.ts';

export const demoTemplate = 'quillshelf_demo';

/**
 * The built server with the demo's schools, in a fresh database of its own that goes with the run. It was seeded once for
 * all: making a cluster, migrating and seeding takes longer than many a test. Whoever tests the program's own database, as
 * an installation has it, takes `startServerProcess`. `project`: the folder of another build of the program than this one's.
 */
export async function startDemoServer(
  options: { project?: string; environment?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const { administratorUrl, secretKeyFile } = inject('demo');
  const { url } = await cloneDatabase(administratorUrl, demoTemplate);
  return await startServerProcess({
    ...options,
    seed: 'demo',
    databaseUrl: url,
    environment: { SECRET_KEY_FILE: secretKeyFile, ...options.environment },
  });
}
