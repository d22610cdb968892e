import { tablesToRenew } from '#contract/sync/sync.rules.ts';
import { tableVersions, type Cursor, type Scope, type TableVersions } from '#contract/sync/sync.schema.ts';

/** Tables that a device fetches again in the scopes that it holds: it has their rows in another shape, or has none. */
export interface TableRenewal {
  readonly tables: TableVersions;
  /** Up to this scope, in the order of their names, it has them; null at the beginning. */
  readonly through: Scope | null;
}

/** Null where nothing that the device holds is of use: it starts over. */
export function renewalFor(
  cursor: Cursor | null,
  epoch: string,
  ours: TableVersions = tableVersions,
): TableRenewal | null {
  if (cursor?.epoch !== epoch) return null;
  const missing = tablesToRenew(cursor, ours);
  if (missing.length === Object.keys(ours).length) return null;
  const tables = only(ours, (table) => missing.includes(table));
  const { renewing } = cursor;
  // One that was fetching other tables begins with these at the beginning.
  return { tables, through: renewing && isSame(renewing.tables, tables) ? renewing.through : null };
}

/** The scopes whose tables are still to be sent. `isKept`: not one that goes, nor one that comes whole. */
export function scopesDue(
  { tables, through }: TableRenewal,
  known: Readonly<Partial<Record<Scope, number>>>,
  isKept: (scope: Scope) => boolean,
): Scope[] {
  if (Object.keys(tables).length === 0) return [];
  const after = (scope: Scope) => through === null || scope > through;
  return (Object.keys(known) as Scope[]).filter((scope) => after(scope) && isKept(scope)).toSorted();
}

/** What the cursor says of tables once a page is stored. `through`: the last scope in it; null where no more are due. */
export function tablesInCursor(
  renewal: TableRenewal | null,
  through: Scope | null,
  ours: TableVersions = tableVersions,
): Pick<Cursor, 'tables' | 'renewing'> {
  if (!renewal || through === null) return { tables: ours };
  const { tables } = renewal;
  return {
    tables: only(ours, (table) => !Object.hasOwn(tables, table)),
    renewing: { tables, through },
  };
}

function isSame(one: TableVersions, other: TableVersions): boolean {
  const tables = Object.keys(one);
  return tables.length === Object.keys(other).length && tables.every((table) => one[table] === other[table]);
}

function only(versions: TableVersions, isWanted: (table: string) => boolean): TableVersions {
  return Object.fromEntries(Object.entries(versions).filter(([table]) => isWanted(table)));
}
