import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesOfNobody } from '../architecture/migrations.ts';
import { indexesAcrossSchools } from '../support/every-table.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/*
 * Whether the rows of all schools could lie on many machines, each school on one: the tenant comes first in each key and index, and
 * no key leads from one school to another. Asked of PostgreSQL itself, so that nothing is missed that a migration makes by a
 * procedure. What is not so is named here, with its reason.
 */

/** Tables of nobody to which a key leads without the tenant: every machine would have a copy of them. */
const copiedEverywhere = ['causes', 'modes', 'payouts', 'subscription_variants'];

/** They ask `tenants` alone, of which every machine has a copy: whether a page that all schools share is the platform's. */
const askingPolicies = ['content_pages_shared'];

interface Key {
  name: string;
  table: string;
  columns: string[];
}

let own: TestDatabase;
let ofTenants: Set<string>;

async function rows<Row>(sql: string): Promise<Row[]> {
  const answer = await own.administrator.query(sql);
  return answer.rows as Row[];
}

beforeAll(async () => {
  own = await createTestDatabase();
  const tables = await rows<{ name: string }>(`
    select relation.relname as name from pg_class relation
    join pg_attribute tenant on tenant.attrelid = relation.oid and tenant.attname = 'tenant_id' and not tenant.attisdropped
    where relation.relnamespace = current_schema()::regnamespace and relation.relkind = 'r'`);
  ofTenants = new Set(tables.map(({ name }) => name));
});

afterAll(() => own.drop());

/** Of tenants' tables, with the kind: primary, unique or plain. An expression has no column. */
async function indexes(): Promise<(Key & { kind: string })[]> {
  const all = await rows<Key & { kind: string }>(`
    select entry.indexrelid::regclass::text as name, entry.indrelid::regclass::text as table,
      case when entry.indisprimary then 'primary' when entry.indisunique then 'unique' else 'plain' end as kind,
      array(
        select coalesce(attname, '')::text from unnest(entry.indkey::int2[]) with ordinality as part (number, place)
        left join pg_attribute on attrelid = entry.indrelid and attnum = number
        order by place
      ) as columns
    from pg_index entry join pg_class relation on relation.oid = entry.indrelid
    where relation.relnamespace = current_schema()::regnamespace
    order by name`);
  return all.filter(({ table }) => ofTenants.has(table));
}

const notFirst = ({ columns }: Key) => columns[0] !== 'tenant_id';

describe('a table of tenants', () => {
  it('is each that has a tenant, and those that have none are named with a reason', async () => {
    const all = await rows<{ name: string }>(
      "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
    );
    const without = all.map(({ name }) => name).filter((name) => !ofTenants.has(name));
    expect(without.toSorted()).toEqual([...tablesOfNobody.keys(), 'migrations'].toSorted());
    expect(ofTenants.size).toBeGreaterThan(60);
  });

  it('has its tenant first in its primary key and in all that is unique', async () => {
    const keys = (await indexes()).filter(({ kind }) => kind !== 'plain');
    const keyed = new Set(keys.filter(({ kind }) => kind === 'primary').map(({ table }) => table));
    expect([...ofTenants].filter((table) => !keyed.has(table))).toEqual([]);
    expect(keys.filter(notFirst).map(({ name }) => name)).toEqual([]);
  });

  it('has its tenant first in all other indexes, but for those that are named', async () => {
    const plain = (await indexes()).filter(({ kind }) => kind === 'plain');
    expect(plain.filter(notFirst).map(({ name }) => name)).toEqual(indexesAcrossSchools.toSorted());
  });

  it('leads by a foreign key to rows of its own tenant, or to what every machine has', async () => {
    const keys = await rows<Key & { target: string; targetColumns: string[] }>(`
      select pg_constraint.conname as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
        array(select attname::text from unnest(conkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
        array(select attname::text from unnest(confkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number order by place) as "targetColumns"
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      order by name`);
    const wrong = keys
      .filter(({ table }) => ofTenants.has(table))
      .filter((key) => {
        if (key.target === 'tenants') return key.columns.length !== 1;
        return notFirst(key) || key.targetColumns[0] !== 'tenant_id';
      });
    expect(wrong.filter(({ target }) => ofTenants.has(target))).toEqual([]);
    expect([...new Set(wrong.map(({ target }) => target))].toSorted()).toEqual(copiedEverywhere);
  });

  it('has policies that read no other rows, which many machines could not answer', async () => {
    const all = await rows<{ name: string; table: string; text: string }>(`
      select policyname as name, tablename as table, concat_ws(' ', qual, with_check) as text from pg_policies
      where schemaname = current_schema()`);
    const policies = all.filter(({ table }) => table === 'tenants' || ofTenants.has(table));
    expect(policies.length).toBeGreaterThan(60);
    const asking = policies.filter(({ text }) => /\bfrom\b/iu.test(text));
    expect(asking.map(({ name }) => name)).toEqual(askingPolicies);
  });
});
