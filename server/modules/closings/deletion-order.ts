import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { listTenantTables } from '#server/platform/tenant-tables.ts';
import { isKept } from './kept-tables.ts';

interface Reference {
  table: string;
  columns: string[];
  to: string;
  to_columns: string[];
}

/** A table whose rows go. */
export interface GoingTable {
  name: string;
  /** References to its own rows: who is referred to goes after who refers. */
  own: { columns: string[]; to_columns: string[] }[];
}

export interface DeletionPlan {
  /** Whoever refers comes before what is referred to. */
  tables: GoingTable[];
  kept: string[];
  /** Columns that are emptied first: of rows that stay, and of people who refer to each other in circles. */
  loosened: { table: string; columns: string[] }[];
}

async function listReferences(transaction: TenantTransaction): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select source.relname::text as "table", target.relname::text as "to",
      array(select attname::text from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = confrelid and attnum = number order by place) as to_columns
    from pg_constraint
    join pg_class as source on source.oid = conrelid
    join pg_class as target on target.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by source.relname, conname`.execute(transaction);
  return rows;
}

const isPeopleInCircles = ({ table, to }: Reference) => table === 'users' && to === 'users';

/**
 * In which order rows of a school can go, as the catalog of the database says it: a new table is among them by itself.
 * @throws Error where tables refer to each other in a circle
 */
export async function planDeletion(transaction: TenantTransaction): Promise<DeletionPlan> {
  const names = (await listTenantTables(transaction)).map(({ name }) => name);
  const going = new Set(names.filter((name) => !isKept(name)));
  const references = (await listReferences(transaction)).filter(({ to }) => going.has(to));
  const loosened = references
    .filter((reference) => !going.has(reference.table) || isPeopleInCircles(reference))
    .map(({ table, columns }) => ({ table, columns: columns.filter((column) => column !== 'tenant_id') }));
  const tables: GoingTable[] = [];
  while (going.size > 0) {
    const free = [...going].filter(
      (name) => !references.some(({ table, to }) => to === name && table !== name && going.has(table)),
    );
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...going].join(', ')}`);
    for (const name of free) {
      going.delete(name);
      const own = references
        .filter(
          (reference) => reference.table === name && reference.to === name && !isPeopleInCircles(reference),
        )
        .map(({ columns, to_columns }) => ({ columns, to_columns }));
      tables.push({ name, own });
    }
  }
  return { tables, kept: names.filter(isKept), loosened };
}
