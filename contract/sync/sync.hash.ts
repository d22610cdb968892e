import * as v from 'valibot';
import { hexOf } from '../kit/hex.ts';
import type { ScopeDigest, TableDigest } from './check.schema.ts';
import { snapshotTableNames, snapshotTables, type SnapshotRow, type SnapshotTable } from './sync.schema.ts';

/** SHA-256 of bytes; both sides have one of their own. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/**
 * The rows of a table of a scope as a number and a hash. It is the contract's shape that is hashed: what a row has
 * besides, and in which order rows and fields are kept, makes no difference.
 */
export async function hashRows<Table extends SnapshotTable>(
  table: Table,
  rows: readonly SnapshotRow<Table>[],
  sha256: Sha256,
): Promise<TableDigest> {
  const shape: v.GenericSchema<unknown, { id: string }> = snapshotTables[table].row;
  const sorted = rows.map((row) => inShape(shape, row)).toSorted(byId);
  const digest = await sha256(new TextEncoder().encode(canonicalJson(sorted)));
  return { count: rows.length, hash: hexOf(digest) };
}

/** A row that the contract does not know any more is no error here: it only differs from every one that it knows. */
function inShape(shape: v.GenericSchema<unknown, { id: string }>, row: { id: string }): { id: string } {
  const parsed = v.safeParse(shape, row);
  return parsed.success ? parsed.output : row;
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** Hashes what a scope holds, table by table; a table without rows is left out. */
export async function digestTables(
  tables: ReadonlyMap<SnapshotTable, readonly SnapshotRow[]>,
  sha256: Sha256,
): Promise<ScopeDigest['tables']> {
  const digests: ScopeDigest['tables'] = {};
  for (const [table, rows] of tables) {
    if (rows.length > 0) digests[table] = await hashRows(table, rows, sha256);
  }
  return digests;
}

export function isSameDigest(one: ScopeDigest['tables'], other: ScopeDigest['tables']): boolean {
  return snapshotTableNames.every(
    (table) => one[table]?.count === other[table]?.count && one[table]?.hash === other[table]?.hash,
  );
}

/** JSON with the keys of every object in order. A field that is undefined is one that is not there. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
