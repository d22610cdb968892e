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

interface Policy {
  name: string;
  table: string;
  /** Null where the policy has no such part. */
  using: string | null;
  check: string | null;
}

/** `(select f(x))`, which asks once for a statement, as `f(x)`, which says the same. */
function withoutSelect(text: string | null): string | null {
  return text?.replaceAll(/\( ?SELECT (\w+\((?:[^()]|\(\))*\)) AS \w+\)/gu, '$1') ?? null;
}

/** Citus takes no policy with a question in it. Those that ask a function alone can do without; @returns tables of the others */
async function simplifyPolicies(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<Policy>(
    `select policyname as name, tablename as table, qual as using, with_check as check from pg_policies
     where concat(qual, with_check) ~* 'select'`,
  );
  const asking = new Set<string>();
  for (const { name, table, using, check } of rows) {
    const parts = [
      ['using', withoutSelect(using)],
      ['with check', withoutSelect(check)],
    ].flatMap(([word, text]) => (text ? [`${word} (${text})`] : []));
    if (/\bselect\b/iu.test(parts.join(' '))) asking.add(table);
    else
      await client.query(
        `alter policy ${client.escapeIdentifier(name)} on ${client.escapeIdentifier(table)} ${parts.join(' ')}`,
      );
  }
  return asking;
}

/**
 * Lays tables of tenants on all machines by their tenant, and a copy of each other one on every machine. Foreign keys go before and come back after:
 * a table is not laid out while one that is not refers to it.
 * @returns how many there are of what
 */
export async function distribute(
  client: pg.Client,
): Promise<{ distributed: number; copied: number; keys: number; lost: readonly string[] }> {
  await client.query('create extension if not exists citus');
  // What `set local` says goes to the machines that have the rows: whose they are is asked there.
  await client.query(
    `do $do$ begin execute format('alter database %I set citus.propagate_set_commands = %L', current_database(), 'local');
       execute format('alter database %I set citus.allow_nested_distributed_execution = on', current_database()); end $do$`,
  );
  // Ours write into the rows of the same school alone (migration 0160).
  await client.query('set citus.enable_unsafe_triggers = on');
  const { rows: tables } = await client.query<{ name: string; isOfTenants: boolean }>(tablesSql);
  // Of tables that stay where they are.
  await client.query('set citus.enable_local_reference_table_foreign_keys = off');
  const keys = await foreignKeys(client);
  for (const { name, table } of keys)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  // What is left unasked is whether a version is live; its words have a policy of their own.
  await client.query(
    `alter policy content_pages_shared on content_pages using (shared and app_tenant_id() is not null)`,
  );
  const asking = await simplifyPolicies(client);
  const copied = tables.filter(
    ({ name, isOfTenants }) => !isOfTenants && tablesOfNobody.has(name) && !asking.has(name),
  );
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
  // Citus adds some of its own.
  const after = new Set((await foreignKeys(client)).map(({ name, table }) => `${table} ${name}`));
  const named = keys.map(({ name, table }) => `${table} ${name}`);
  return {
    distributed: laid.length,
    copied: copied.length,
    keys: keys.length,
    lost: named.filter((key) => !after.has(key)),
  };
}
