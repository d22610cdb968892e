import type pg from 'pg';

/** Table name → a hash of everything in it. Two equal ones: nothing was changed in between. */
export type Fingerprint = Readonly<Record<string, string>>;

/** Counts whatever writes to each table, also what is undone. A sequence is moved on at once, in no transaction. */
const countWrites = `
  create schema if not exists counted;
  create sequence if not exists counted."any table";
  create or replace function count_write() returns trigger language plpgsql security definer as $function$
    begin
      perform nextval(('counted.' || quote_ident(tg_table_name))::regclass), nextval('counted."any table"');
      return null;
    end
  $function$;
  do $block$
    declare
      name name;
    begin
      for name in
        select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      loop
        execute format('create sequence if not exists counted.%I', name);
        execute format(
          'create or replace trigger count_writes after insert or update or delete or truncate on %I
             for each statement execute function count_write()',
          name
        );
      end loop;
    end
  $block$`;

/** Most calls write nothing, and one number says so. */
const readTotal = `select pg_sequence_last_value('counted."any table"')::text as writes`;

/** How often each table was written to, and whether all of that is there for everybody to see. */
const readCounts = `
  select relname as name, coalesce(pg_sequence_last_value(oid), 0)::text as writes, not exists (
    select from pg_stat_activity where datname = current_database() and backend_xid is not null
  ) as is_written
  from pg_class where relkind = 'S' and relnamespace = 'counted'::regnamespace`;

/**
 * Takes fingerprints of all tables as the superuser sees them. `except` names tables that may change meanwhile;
 * `tenantId` looks at the rows of one tenant alone.
 */
export async function fingerprinter(
  administrator: pg.Client,
  { except = [], tenantId }: { except?: readonly string[]; tenantId?: string } = {},
): Promise<() => Promise<Fingerprint>> {
  const { rows: tables } = await administrator.query<{ name: string; of_tenants: boolean }>(
    `select relname as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped
     ) as of_tenants
     from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
  );
  const hashes = new Map(
    tables
      .filter((table) => !except.includes(table.name) && (tenantId === undefined || table.of_tenants))
      .map(({ name }) => {
        const where =
          tenantId === undefined ? '' : ` where tenant_id = ${administrator.escapeLiteral(tenantId)}`;
        const hash = `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash
          from ${administrator.escapeIdentifier(name)} t${where}`;
        return [name, hash] as const;
      }),
  );
  await administrator.query(countWrites);
  const known = new Map<string, { writes: string; hash: string }>();
  let latest: { writes: string | null; fingerprint: Fingerprint } | null = null;
  return async () => {
    const [total] = (await administrator.query<{ writes: string | null }>({ name: 'total', text: readTotal }))
      .rows;
    if (latest !== null && total?.writes === latest.writes) return latest.fingerprint;
    // Reading all of it takes longer than most calls do, and few of them write to more than a table or two.
    const { rows: counted } = await administrator.query<{
      name: string;
      writes: string;
      is_written: boolean;
    }>({ name: 'counts', text: readCounts });
    const changed = counted.filter(
      ({ name, writes }) => hashes.has(name) && known.get(name)?.writes !== writes,
    );
    if (changed.length > 0) {
      const query = changed.map(({ name }) => hashes.get(name)).join(' union all ');
      const { rows } = await administrator.query<{ name: string; hash: string }>(query);
      const found = new Map(rows.map(({ name, hash }) => [name, hash]));
      // What is counted and not yet committed is read again by the next one.
      for (const { name, writes, is_written } of changed)
        known.set(name, { writes: is_written ? writes : '', hash: found.get(name) ?? '' });
    }
    const fingerprint = Object.fromEntries([...known].map(([name, { hash }]) => [name, hash]));
    const isSettled = counted.every(({ is_written }) => is_written);
    latest = isSettled && total ? { writes: total.writes, fingerprint } : null;
    return fingerprint;
  };
}
