import { Kysely, PostgresDialect } from 'kysely';
import { openPool } from './connections.ts';
import type { PanelTables } from './panel-columns.ts';

/** Reads named columns of all tenants, as a role that can do nothing else. For the platform's own lists alone. */
export type Panel = Kysely<PanelTables>;

/** Milliseconds after which a list gives up. */
const usualStatementTimeout = 1000;

/** Connections for the role of the platform's panel: few, so that no list takes them from the schools. */
export function openPanel(url: string, options: { statementTimeout?: number } = {}): Panel {
  const { statementTimeout = usualStatementTimeout } = options;
  return new Kysely<PanelTables>({
    dialect: new PostgresDialect({
      pool: openPool(url, { connections: 4, statementTimeout, isReadOnly: true }),
    }),
  });
}
