import type { SnapshotRow } from '#contract/sync/sync.schema.ts';
import { ReplicaDatabase } from '#src/sync/replica-database.ts';
import type { SyncEnvironment } from '#src/sync/environment.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { RowsPlace, StoredReplica, WrittenRows } from '#src/sync/replica-stores.ts';

type Owner = Pick<Replica, 'tenant_id' | 'user_id'>;

/** A person's database on a device as somebody finds it who looks, or who breaks it. */
export async function inStored<Result>(
  environment: SyncEnvironment,
  owner: Owner,
  work: (stored: StoredReplica) => Promise<Result>,
): Promise<Result> {
  const database = new ReplicaDatabase(environment, owner);
  await database.open();
  const result = await database.write(work);
  database.close();
  return result;
}

/** The rows of a table of a scope as they are on a device. */
export async function storedRows(
  environment: SyncEnvironment,
  owner: Owner,
  { scope, table }: RowsPlace,
): Promise<SnapshotRow[]> {
  const database = new ReplicaDatabase(environment, owner);
  await database.open();
  const rows = await database.readRows(scope, table);
  database.close();
  return rows;
}

/** Puts other rows there, as if they had been pulled. */
export async function writeRows(
  environment: SyncEnvironment,
  owner: Owner,
  written: WrittenRows,
): Promise<void> {
  const database = new ReplicaDatabase(environment, owner);
  await database.open();
  const sealed = await database.sealRows([written]);
  await database.write(async (stored) => stored.rows.write(sealed));
  database.close();
}

/** The scopes that are on a device, by their versions. */
export async function storedScopes(
  environment: SyncEnvironment,
  owner: Owner,
): Promise<Record<string, number>> {
  const cursor = await inStored(environment, owner, (stored) => stored.readCursor());
  return cursor?.scopes ?? {};
}
