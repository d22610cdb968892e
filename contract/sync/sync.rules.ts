import {
  oneNumber,
  tableVersions,
  type Cursor,
  type PullAnswer,
  type Scope,
  type TableVersions,
} from './sync.schema.ts';

/** The id in a scope's name, where the scope is of this kind; null otherwise. */
export function idInScope(scope: Scope, kind: 'class' | 'school' | 'user'): string | null {
  return scope.startsWith(`${kind}:`) ? scope.slice(kind.length + 1) : null;
}

/** Where a device stands once it has stored an answer: the answer names only the scopes that moved. */
export function advance(before: Cursor | null, { reset, drop_scopes, cursor }: PullAnswer): Cursor {
  const dropped = new Set<string>(drop_scopes);
  const kept = Object.entries(reset ? {} : (before?.scopes ?? {})).filter(([scope]) => !dropped.has(scope));
  return { ...cursor, scopes: { ...Object.fromEntries(kept), ...cursor.scopes } };
}

/** What says of which shape rows are. */
type Shapes = Pick<Cursor, 'schema' | 'tables'>;

/** Versions of the tables that are there whole. */
export function versionsIn({ schema, tables }: Shapes, ours: TableVersions = tableVersions): TableVersions {
  if (tables) return tables;
  return schema === oneNumber ? Object.fromEntries(Object.keys(ours).map((table) => [table, 1])) : {};
}

/** Tables to fetch again: their version differs from ours, or some of their rows are not there yet. */
export function tablesToRenew(stood: Shapes, ours: TableVersions = tableVersions): string[] {
  const versions = versionsIn(stood, ours);
  return Object.keys(ours).filter((table) => versions[table] !== ours[table]);
}

/** True where all rows are of the shapes that we know: an app would lose what it does not know of one, and miss a table. */
export function isInOurShapes(
  { renewing, ...stood }: Pick<Cursor, 'schema' | 'tables' | 'renewing'>,
  ours: TableVersions = tableVersions,
): boolean {
  const tables = { ...versionsIn(stood, ours), ...renewing?.tables };
  const isComplete = tablesToRenew({ ...stood, tables }, ours).length === 0;
  return isComplete && Object.keys(tables).length === Object.keys(ours).length;
}
