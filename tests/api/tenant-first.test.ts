import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesOfNobody } from '../architecture/migrations.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/*
 * Whether the rows of all schools could lie on many machines, each school on one: the tenant comes first in each key and index, and
 * no key leads from one school to another. Asked of PostgreSQL itself, so that nothing is missed that a migration makes by a
 * procedure. What is not so is named here, with its reason.
 */

/**
 * Indexes of tenants' tables that begin otherwise, by what asks through them. All of it crosses schools and pages, and nothing of it is
 * in a call that a school waits for. On many machines each would be asked.
 */
const otherIndexes: Readonly<Record<string, readonly string[]>> = {
  'the platform’s lists of the audit of all schools (decision 117)': [
    'audit_entries_by_action',
    'audit_entries_by_actor',
    'audit_entries_newest',
  ],
  'the platform’s lists of letters of all schools (decision 106)': [
    'email_messages_by_domain',
    'email_messages_by_id',
    'email_messages_by_kind',
    'email_messages_by_state',
    'email_messages_newest',
  ],
  'the platform’s lists and searches of people of all schools (decisions 101 and 118)': [
    'users_by_id',
    'users_found',
    'users_listed_domain',
    'users_listed_email',
    'users_staff_by_role',
    'users_staff_listed',
    'users_staff_newest',
    'users_students_newest',
    'users_words',
  ],
  'the platform’s lists of public works and of categories (decisions 128, 129 and 143)': [
    'categories_by_name',
    'message_picks_of_school',
    'pick_suggestions_of_school',
    'work_picks_of_school',
    'works_public_found',
    'works_public_newest',
    'works_public_words',
  ],
  'the platform’s list of reported works (decision 115)': [
    'work_watch_asked',
    'work_watch_decided',
    'work_watch_waiting',
  ],
  'the platform’s books of the orders that it sells by (decisions 88 and 96)': [
    'certificates_by_address',
    'findings_open',
    'order_lines_sold_by_all',
    'orders_by_number',
    'orders_latest',
    'orders_of_email',
    'payments_latest',
    'subscription_orders_of_variant',
    'subscriptions_latest',
    'subscriptions_of_variant',
  ],
  'the platform’s days, which a task adds up (decision 119)': [
    'tenant_days_by_day',
    'tenant_work_days_by_day',
    'tenant_work_numbers_of_shelf',
  ],
  'tasks that are due, whosever they are (decision 73)': ['tasks_dated', 'tasks_due'],
  'the linked scope: a school finds the organizations that it belongs to (decision 26)': [
    'organization_schools_of_school',
  ],
};

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
    expect(plain.filter(notFirst).map(({ name }) => name)).toEqual(
      Object.values(otherIndexes).flat().toSorted(),
    );
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
