import { tablesOfNobody } from './migrations.ts';

/** A row that SQL of our own puts into a table of tenants. */
export interface TenantInsert {
  table: string;
  /** The first column, and what is put into it. */
  column: string;
  value: string;
  /** False: the rows are answers of a question, which a sharded PostgreSQL refuses under row-level security unless it can hand the whole of it on. */
  isValues: boolean;
}

const source = /^server\/(?:modules|platform|operations)\/(?!.*\.test\.ts$).+\.ts$/u;
const insert =
  /\binsert into\s+(?<table>\w+)(?:\s+as\s+\w+)?\s*\((?<columns>[^)]*)\)\s*(?<how>values|select|with)\b\s*\(?\s*(?<value>\$\{[^}]*\}|[\w.]+)?/giu;
/** Without its columns, so that nobody sees which one is first. */
const unnamed = /\binsert into\s+(?:\w+)(?:\s+as\s+\w+)?\s+(?!as\b)[^\s(]/giu;

/** Of the server's own SQL; what the query builder writes is `values`, with names. */
export function findTenantInserts(
  files: Iterable<readonly [string, string]>,
): Map<string, readonly TenantInsert[]> {
  const found = new Map<string, TenantInsert[]>();
  for (const [file, text] of files) {
    if (!source.test(file)) continue;
    const all = [
      ...[...text.matchAll(insert)].map(({ groups = {} }) => ({
        table: groups['table'] ?? '',
        column: groups['columns']?.split(',')[0]?.trim() ?? '',
        value: groups['value'] ?? '',
        isValues: groups['how']?.toLowerCase() === 'values',
      })),
      ...[...text.matchAll(unnamed)].map(([written]) => ({
        table: written.split(/\s+/u)[2] ?? '',
        column: '',
        value: '',
        isValues: false,
      })),
    ].filter(({ table }) => !tablesOfNobody.has(table));
    if (all.length > 0) found.set(file, all);
  }
  return found;
}
