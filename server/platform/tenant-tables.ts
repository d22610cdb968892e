import { sql } from 'kysely';
import type { TenantTransaction } from './database.ts';

export interface TenantColumn {
  name: string;
  /** As PostgreSQL calls it. */
  type: string;
  is_generated: boolean;
}

/** A table with rows of tenants. */
export interface TenantTable {
  name: string;
  columns: TenantColumn[];
}

/** All tables with rows of tenants, as the catalog of the database has them: a new one is among them by itself. */
export async function listTenantTables(transaction: TenantTransaction): Promise<TenantTable[]> {
  const { rows } = await sql<{ table: string } & TenantColumn>`
    select relation.relname::text as "table", attribute.attname::text as name,
      format_type(attribute.atttypid, null) as type, attribute.attgenerated <> '' as is_generated
    from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid
      and attribute.attnum > 0 and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
      and exists (
        select from pg_attribute as own
        where own.attrelid = relation.oid and own.attname = 'tenant_id' and not own.attisdropped
      )
    order by relation.relname, attribute.attnum`.execute(transaction);
  const tables = new Map<string, TenantColumn[]>();
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return Array.from(tables, ([name, columns]) => ({ name, columns }));
}
