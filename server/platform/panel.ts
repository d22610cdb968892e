import { Kysely, PostgresDialect } from 'kysely';
import { ArrayLists } from './array-lists.ts';
import { openPool } from './connections.ts';
import type { PanelTables } from './panel-columns.ts';

/** Reads named columns of all tenants, as a role that can do nothing else. For the platform's own lists alone. */
export type Panel = Kysely<PanelTables>;

/** Connections for the role of the platform's panel: few, so that no list takes them from the schools. */
export function openPanel(url: string): Panel {
  return new Kysely<PanelTables>({
    dialect: new PostgresDialect({ pool: openPool(url, { connections: 4 }) }),
    plugins: [new ArrayLists()],
  });
}
