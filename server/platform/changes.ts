import { sql } from 'kysely';
import { afterCommit, type Database, type TenantTransaction } from './database.ts';
import { inBatches } from './in-batches.ts';

interface RowChange {
  scope: string;
  table: string;
  id: string;
  removed: boolean;
}

/** The versions that a committed transaction gave to scopes of a tenant. */
export interface CommittedChanges {
  readonly tenantId: string;
  /** By scope. */
  readonly versions: ReadonlyMap<string, number>;
}

type CommitListener = (changes: CommittedChanges) => void;

const commitListeners = new WeakMap<Database, Set<CommitListener>>();

/** Hears of all that is written through this database, when it is committed. Returns how to stop. */
export function onCommittedChanges(database: Database, listener: CommitListener): () => void {
  const listeners = commitListeners.get(database) ?? new Set();
  commitListeners.set(database, listeners.add(listener));
  return () => listeners.delete(listener);
}

/**
 * Every write that a device must hear of goes through here: what changed is noted while a call runs and written as the
 * last statements before commit. Why last: the counter of a scope is then held for the shortest time, versions become
 * visible in the order of commits, and no pull can ever step over a row (sync laws 4 and 9). Under which scopes a row is noted
 * has to be read while nobody can move it to others (decision 37).
 */
export class Changes {
  readonly #changes = new Map<string, RowChange>();

  /** A row was made or changed in a scope. */
  put(scope: string, table: string, id: string): void {
    this.#note({ scope, table, id, removed: false });
  }

  /** A row left a scope; a tombstone tells the devices. */
  remove(scope: string, table: string, id: string): void {
    this.#note({ scope, table, id, removed: true });
  }

  #note(change: RowChange): void {
    this.#changes.set(`${change.scope} ${change.table} ${change.id}`, change);
  }

  /** Adds what another call of the same transaction noted after this one. */
  add(later: Changes): void {
    for (const [key, change] of later.#changes) this.#changes.set(key, change);
  }

  /** Bumps the touched scopes in sorted order and stores the changed rows with the new versions. */
  async write(transaction: TenantTransaction, tenantId: string): Promise<void> {
    if (this.#changes.size === 0) return;
    const changes = [...this.#changes.values()];
    // Sorted, so that two transactions that touch the same scopes queue up instead of locking each other out.
    const scopes = [...new Set(changes.map((change) => change.scope))].toSorted();
    const versions = new Map<string, number>();
    for (const batch of inBatches(scopes)) {
      const bumped = await transaction
        .insertInto('scope_versions')
        .values(batch.map((scope) => ({ tenant_id: tenantId, scope, version: 1 })))
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'scope']).doUpdateSet({ version: sql`scope_versions.version + 1` }),
        )
        .returning(['scope', 'version'])
        .execute();
      for (const { scope, version } of bumped) versions.set(scope, version);
    }
    const noted = changes.map(({ scope, table, id, removed }) => ({
      tenant_id: tenantId,
      scope,
      table_name: table,
      row_id: id,
      version: versionIn(versions, scope),
      removed,
    }));
    for (const batch of inBatches(noted))
      await transaction
        .insertInto('scope_changes')
        .values(batch)
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'scope', 'table_name', 'row_id']).doUpdateSet((row) => ({
            version: row.ref('excluded.version'),
            removed: row.ref('excluded.removed'),
          })),
        )
        .execute();
    const committed = { tenantId, versions };
    afterCommit(transaction, (database) => {
      for (const listener of commitListeners.get(database) ?? []) listener(committed);
    });
  }
}

function versionIn(versions: ReadonlyMap<string, number>, scope: string): number {
  const version = versions.get(scope);
  if (version === undefined) throw new Error(`The version of ${scope} was not stored`);
  return version;
}

/** Runs `work`, and writes what it noted once it is through. */
export async function withChanges<Result>(
  transaction: TenantTransaction,
  tenantId: string,
  work: (changes: Changes) => Result | Promise<Result>,
): Promise<Result> {
  const changes = new Changes();
  const result = await work(changes);
  await changes.write(transaction, tenantId);
  return result;
}
