import { sql } from 'kysely';
import type { ProblemBody } from '#contract/kit/problem.ts';
import type { Scope } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Decision, PersonKey } from '#server/platform/idempotency.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import type { Retention } from '#server/platform/retention.ts';
import { storedJson } from '#server/platform/stored-json.ts';
import { oldRows, type OldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

export const oldCalls = (kept: Retention): OldRows =>
  oldRows('sync_calls', { since: 'decided_at', keptFor: kept.calls * day, isWrittenOnce: true });

export async function readEpoch(transaction: TenantTransaction): Promise<string> {
  const { epoch } = await transaction.selectFrom('installation').select('epoch').executeTakeFirstOrThrow();
  return epoch;
}

/** The version of each scope; a scope that nothing was ever written to is at 0. */
export async function readVersions(
  transaction: TenantTransaction,
  tenantId: string,
  scopes: readonly Scope[],
): Promise<Map<Scope, number>> {
  const rows = await transaction
    .selectFrom('scope_versions')
    .select(['scope', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('scope', '=', sql<string>`any(${scopes}::text[])`)
    .execute();
  const versions = new Map<Scope, number>(scopes.map((scope) => [scope, 0]));
  for (const row of rows) versions.set(row.scope as Scope, row.version);
  return versions;
}

/** Stands for the version of a scope that a device has nothing of. */
export const neverHeld = -1;

/**
 * Of scopes at the versions that a device has, those that stand at another one now, in the same order. PostgreSQL compares them:
 * mostly none has moved, and hundreds of equal rows need not travel.
 */
export async function readMovedVersions(
  transaction: TenantTransaction,
  tenantId: string,
  held: ReadonlyMap<Scope, number>,
): Promise<Map<Scope, number>> {
  const { rows } = await sql<{ scope: Scope; version: number }>`
    select known.scope, coalesce(standing.version, 0) as version
    from ${unnestVersions(held)}
    left join scope_versions as standing on standing.tenant_id = ${tenantId} and standing.scope = known.scope
    where coalesce(standing.version, 0) <> known.version
    order by known.place`.execute(transaction);
  return new Map(rows.map(({ scope, version }) => [scope, version]));
}

/**
 * Scopes and versions as a table of a query, which calls it `known`. They go as two texts, which hundreds of them are faster put
 * into than into arrays; no scope has a comma.
 */
function unnestVersions(versions: ReadonlyMap<Scope, number>) {
  const [scopes, numbers] = [versions.keys(), versions.values()].map((each) => [...each].join(','));
  return sql`unnest(string_to_array(${scopes}, ','), string_to_array(${numbers}, ',')::bigint[]) with ordinality as known (scope, version, place)`;
}

export interface ChangedRow {
  scope: Scope;
  table_name: string;
  row_id: string;
}

/** The rows of each scope that changed after the version that a device has of it, removed ones among them. */
export async function readChangedRows(
  transaction: TenantTransaction,
  tenantId: string,
  since: ReadonlyMap<Scope, number>,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select change.scope, change.table_name, change.row_id
    from ${unnestVersions(since)}
    join scope_changes as change on change.scope = known.scope and change.version > known.version
    where change.tenant_id = ${tenantId}
    order by change.version`.execute(transaction);
  return rows;
}

export interface ClientKey extends PersonKey {
  client_id: string;
}

/** The highest seq of the client that was decided; 0 for a client that never sent anything. */
export async function readLastSeq(transaction: TenantTransaction, key: ClientKey): Promise<number> {
  const row = await transaction
    .selectFrom('sync_clients')
    .select('last_seq')
    .where('tenant_id', '=', key.tenant_id)
    .where('user_id', '=', key.user_id)
    .where('client_id', '=', key.client_id)
    .executeTakeFirst();
  return row?.last_seq ?? 0;
}

/** Makes the client's row where there is none and locks it: one push of a client at a time. Returns its last seq. */
export async function lockClient(transaction: TenantTransaction, key: ClientKey, now: Date): Promise<number> {
  const { last_seq } = await transaction
    .insertInto('sync_clients')
    .values({ ...key, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'client_id']).doUpdateSet({ last_seen_at: now }),
    )
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  return last_seq;
}

export async function setLastSeq(
  transaction: TenantTransaction,
  key: ClientKey,
  last_seq: number,
): Promise<void> {
  await transaction
    .updateTable('sync_clients')
    .set({ last_seq })
    .where('tenant_id', '=', key.tenant_id)
    .where('user_id', '=', key.user_id)
    .where('client_id', '=', key.client_id)
    .execute();
}

export interface DecidedCall {
  seq: number;
  mutation_id: string;
  name: string;
  /** Null where it was applied. */
  problem: ProblemBody | null;
}

/** What the ledger holds of these calls, whichever of the person's devices sent them. */
export async function readLedger(
  transaction: TenantTransaction,
  person: PersonKey,
  mutationIds: readonly string[],
): Promise<Map<string, Decision & { name: string }>> {
  const rows = await transaction
    .selectFrom('sync_calls')
    .select(['mutation_id', 'name', 'problem'])
    .where('tenant_id', '=', person.tenant_id)
    .where('user_id', '=', person.user_id)
    .where('mutation_id', '=', sql<string>`any(${mutationIds}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ mutation_id, name, problem }) => [
      mutation_id,
      { name, problem: problem as ProblemBody | null },
    ]),
  );
}

/** Once per mutation of a person; a second row for one is an error, not a silent skip. */
export async function writeLedger(
  transaction: TenantTransaction,
  key: ClientKey,
  calls: readonly DecidedCall[],
  now: Date,
): Promise<void> {
  const { tenant_id, user_id, client_id } = key;
  const rows = calls.map(({ seq, mutation_id, name, problem }) => ({
    tenant_id,
    user_id,
    client_id,
    seq,
    mutation_id,
    name,
    problem: problem && storedJson(problem),
    decided_at: now,
  }));
  for (const batch of inBatches(rows)) await transaction.insertInto('sync_calls').values(batch).execute();
}
