import type { PreparedClass } from '#src/sync/offline-sign-in.ts';
import { hasDatabases } from './has-databases.ts';
import { loadPatiently } from './late-code.ts';
import { loadCore } from './load-core.ts';

/** The classes for which this tablet is prepared, with their children; empty where it is not prepared for this school. */
export async function readPreparedClasses(tenantId: string): Promise<readonly PreparedClass[]> {
  if (!(await hasDatabases())) return [];
  const { core, environment } = await loadPatiently(() =>
    loadCore(() => import('#src/sync/offline-sign-in.ts')),
  );
  return await core.preparedClasses(environment, tenantId);
}
