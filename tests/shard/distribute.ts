import type pg from 'pg';
import { tablesOfNobody } from '../architecture/migrations.ts';

interface ForeignKey {
  name: string;
  table: string;
  definition: string;
}

const tablesSql = `
  select relname as name, exists (
    select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped
  ) as "isOfTenants"
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conname`,
  );
  return rows;
}

/**
 * Lays tables of tenants on all machines by their tenant, and a copy of each other one on every machine. Foreign keys go before and come back after:
 * a table is not laid out while one that is not refers to it.
 * @returns how many there are of what
 */
export async function distribute(
  client: pg.Client,
): Promise<{ distributed: number; copied: number; keys: { before: number; after: number } }> {
  await client.query('create extension if not exists citus');
  // Ours write into the rows of the same school alone (migration 0160).
  await client.query('set citus.enable_unsafe_triggers = on');
  const { rows: tables } = await client.query<{ name: string; isOfTenants: boolean }>(tablesSql);
  const keys = await foreignKeys(client);
  for (const { name, table } of keys)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  const copied = tables.filter(({ name, isOfTenants }) => !isOfTenants && tablesOfNobody.has(name));
  for (const { name } of copied) await client.query('select create_reference_table($1)', [name]);
  const laid = tables.filter(({ isOfTenants }) => isOfTenants).map(({ name }) => name);
  const [first = ''] = laid;
  for (const name of laid)
    await client.query(`select create_distributed_table($1, 'tenant_id', colocate_with => $2)`, [
      name,
      name === first ? 'none' : first,
    ]);
  for (const { name, table, definition } of keys)
    await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`);
  const after = await foreignKeys(client);
  return {
    distributed: laid.length,
    copied: copied.length,
    keys: { before: keys.length, after: after.length },
  };
}
