import type pg from 'pg';

/** What stands in a table: how many rows, and a number that changes with any of them, whatever their order. */
export interface TableCount {
  rows: number;
  fingerprint: string;
}

export type TableCounts = Record<string, TableCount>;

/** Reads every row of every table, as whoever may see all of them. */
export async function countTables(client: pg.Client): Promise<TableCounts> {
  // Where row-level security would leave rows out, PostgreSQL says so instead; values are written alike on every server.
  await client.query(
    "set row_security = off; set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1",
  );
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`,
  );
  const counts: TableCounts = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; fingerprint: string }>(
      `select count(*) as rows, coalesce(sum(hashtextextended(whole::text, 0)::numeric), 0) as fingerprint
       from ${client.escapeIdentifier(name)} as whole`,
    );
    counts[name] = { rows: Number(rows[0]?.rows), fingerprint: String(rows[0]?.fingerprint) };
  }
  return counts;
}

/** One line for each table that is not the same. */
export function differences(expected: TableCounts, found: TableCounts): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  return names.flatMap((name) => {
    const before = expected[name];
    const after = found[name];
    if (!before) return [`${name} was not in the backup`];
    if (!after) return [`${name} is missing`];
    if (before.rows !== after.rows) return [`${name} has ${after.rows} rows instead of ${before.rows}`];
    return before.fingerprint === after.fingerprint ? [] : [`${name} has other rows than before`];
  });
}
