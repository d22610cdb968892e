import { describe, expect, test } from 'vitest';
import { readProject } from './import-graph.ts';
import { migrationRules } from './migrations.ts';

const file = 'server/migrations/0099_things.sql';
const migrations = [...readProject()].filter(([path]) => path.startsWith('server/migrations/'));

/** A table as it should be. */
const things = `-- Things. A comment with a quote: isn't.
create table things (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  owner_id uuid not null,
  name text not null default 'a, b); -- c' check (length(name) <= 20),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, owner_id) references users (tenant_id, id) on delete cascade
);
create index things_of_owner on things (tenant_id, owner_id);
call protect_tenant_table('things', 'select, insert');
`;

const replaced = (from: string, to: string) => {
  expect(things).toContain(from);
  return things.replace(from, to);
};

const samples: Record<string, Record<string, () => string>> = {
  'A row belongs to a tenant.': {
    'a table without tenant_id': () => 'create table things (id uuid primary key);',
    'a tenant_id that is only a text': () =>
      "create table things (id uuid primary key, note text default 'tenant_id');",
  },
  'The keys of a tenant’s table begin with tenant_id.': {
    'a primary key that begins with the id': () =>
      replaced('primary key (tenant_id, id)', 'primary key (id, tenant_id)'),
    'a primary key on a column': () => replaced('  id uuid not null,', '  id uuid primary key,'),
    'no primary key': () => replaced('  primary key (tenant_id, id),\n', ''),
    'a name that is unique in all schools': () => replaced('unique (tenant_id, name)', 'unique (name)'),
    'a named constraint that ends with the tenant': () =>
      replaced('unique (tenant_id, name)', 'constraint one_name unique (name, tenant_id)'),
    'a reference without the tenant': () =>
      replaced('(tenant_id, owner_id) references users (tenant_id, id)', '(owner_id) references users (id)'),
    'a reference to the tenant last': () =>
      replaced('references users (tenant_id, id)', 'references users (id, tenant_id)'),
    'a reference to unnamed columns': () => replaced('references users (tenant_id, id)', 'references users'),
    'a reference on a column': () =>
      replaced('owner_id uuid not null', 'owner_id uuid not null references users (id)'),
    'a unique index without the tenant': () => `${things}create unique index things_names on things (name);`,
    'a unique index over an expression first': () =>
      `${things}create unique index things_names on things (lower(name), tenant_id);`,
    'a unique constraint added later': () => 'alter table things add constraint one_name unique (name);',
    'a unique column added later': () =>
      'alter table only things add column note text, add column code text unique;',
    'a reference added later': () => 'alter table things add foreign key (owner_id) references users (id);',
  },
  'A tenant’s table is protected by the migration that makes it.': {
    'a table that nothing protects': () =>
      replaced("call protect_tenant_table('things', 'select, insert');", ''),
    'the protection of another table': () =>
      replaced("call protect_tenant_table('things'", "call protect_tenant_table('thinks'"),
    'a protection in a comment': () => replaced('call protect_tenant_table', '-- call protect_tenant_table'),
  },
  'A table is made by a plain create table.': {
    'a table from a query': () => 'create table things as select * from users;',
    'a table like another': () => 'create table things (like users including all);',
    'a partition': () => 'create table things partition of users default;',
    'a table that may be there': () => 'create table if not exists things (tenant_id uuid);',
    'a table that a crash empties': () => 'create unlogged table things (tenant_id uuid);',
    'a table that inherits': () => 'create table things (tenant_id uuid) inherits (users);',
    'a table made by a function': () => "do $$ begin execute 'create table things (id uuid)'; end $$;",
    'a tenant that comes later': () => 'alter table things add column tenant_id uuid;',
  },
  'Nothing goes round row-level security.': {
    'security switched off': () => `${things}alter table things disable row level security;`,
    'security without force': () => `${things}alter table things no force row level security;`,
    'a role above it': () => 'alter role quillshelf_app bypassrls;',
    'a function with the rights of its owner': () =>
      'create function f() returns uuid language sql security definer as $$ select null::uuid $$;',
    'a grant to everyone': () => 'grant select on users to public;',
  },
};

const told = (sql: string) =>
  migrationRules.flatMap((rule) =>
    rule.inText(sql, file, undefined).map(({ found }) => ({ rule: rule.name, found })),
  );

test('the migrations are read: there are tables, and each has its tenant first', () => {
  expect(migrations.length).toBeGreaterThanOrEqual(4);
  const breaches = migrations.flatMap(([path, sql]) =>
    migrationRules.flatMap((rule) =>
      rule
        .inText(sql, path, undefined)
        .map(({ line, found }) => `${path}:${line}: ${found}. ${rule.name} Instead: ${rule.instead}`),
    ),
  );
  expect(breaches).toEqual([]);
});

test('a real migration whose protection is taken away is caught, table by table', () => {
  const calls = migrations.flatMap(([, sql]) =>
    [...sql.matchAll(/^call protect_tenant_table\('(\w+)'.*$/gmu)].map(({ 0: call, 1: table }) => ({
      sql,
      call,
      table,
    })),
  );
  expect(calls.length).toBeGreaterThanOrEqual(18);
  for (const { sql, call, table } of calls) {
    expect(told(sql.replace(call, ''))).toEqual([
      {
        rule: 'A tenant’s table is protected by the migration that makes it.',
        found: `${table} is not protected`,
      },
    ]);
  }
});

test('a real migration whose primary key is turned round is caught, table by table', () => {
  const keys = migrations.flatMap(([, sql]) =>
    [...sql.matchAll(/primary key \(tenant_id, (\w+)/gu)].map(({ 0: key, 1: column, index }) => ({
      sql,
      key,
      column,
      index,
    })),
  );
  expect(keys.length).toBeGreaterThanOrEqual(16);
  for (const { sql, key, column, index } of keys) {
    const turned = `${sql.slice(0, index)}primary key (${column}, tenant_id${sql.slice(index + key.length)}`;
    expect(told(turned)).toHaveLength(1);
  }
});

describe('planted migrations', () => {
  test('as they should be pass', () => {
    expect(told(things)).toEqual([]);
    expect(told(`${things}create unique index things_first on things (tenant_id, lower(name));`)).toEqual([]);
    expect(told('alter table things add column note text;')).toEqual([]);
    expect(told('create unique index tenants_hosts on tenants (verified_host);')).toEqual([]);
  });

  test('are there for every rule, and every rule says what to do instead', () => {
    expect(Object.keys(samples)).toEqual(migrationRules.map(({ name }) => name));
    expect(migrationRules.filter(({ instead }) => !/^[a-z].{30,}\.$/u.test(instead))).toEqual([]);
    expect(migrationRules.filter(({ isFor }) => !isFor(file) || isFor('server/platform/tables.ts'))).toEqual(
      [],
    );
  });

  const cases = Object.entries(samples).flatMap(([rule, bad]) =>
    Object.entries(bad).map(([what, sql]) => ({ rule, what, sql })),
  );
  test.each(cases)('with $what are caught', ({ rule, sql }) => {
    expect(told(sql()).map((breach) => breach.rule)).toContain(rule);
  });

  test('are told by their line', () => {
    const rule = migrationRules.find(({ name }) => name.startsWith('The keys'));
    expect(rule?.inText(replaced('unique (tenant_id, name)', 'unique (name)'), file, undefined)).toEqual([
      { line: 8, found: 'things: unique (name)' },
    ]);
  });
});
