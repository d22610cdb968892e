import { describe, expect, test } from 'vitest';
import { readProject } from './import-graph.ts';
import { firstChecked, schemaChangeRules } from './schema-changes.ts';

const file = 'server/migrations/0999_things.sql';

const told = (sql: string) =>
  schemaChangeRules.flatMap((rule) =>
    rule.inText(sql, file, undefined).map(({ line }) => ({ rule: rule.name, line })),
  );

const samples: Record<string, readonly string[]> = {
  'Nothing is taken away that the version before uses.': [
    'drop table works;',
    'drop function app_is_mail();',
    'alter table works drop column title;',
    'alter table works drop title;',
    'alter table works add column note text, drop column if exists title cascade;',
    'truncate works;',
  ],
  'Nothing gets another name or type.': [
    'alter table works rename to books;',
    'alter table works rename column title to name;',
    'alter table works alter column title type varchar(20);',
    'alter table works alter title set data type varchar(20);',
    'alter index works_recent rename to books_recent;',
  ],
  'A new column is filled by what does not know it.': [
    'alter table works add column note text not null;',
    'alter table works add note text not null;',
    'alter table works add column note text, add column more integer not null;',
    'alter table works add column code uuid default gen_random_uuid();',
    'alter table works add column low text generated always as (lower(title)) stored;',
  ],
  'No constraint reads a whole table under a lock.': [
    'alter table works alter column title set not null;',
    'alter table works add check (length(title) < 200);',
    'alter table works add constraint titles check (length(title) < 200);',
    'alter table works add foreign key (tenant_id, author_id) references users (tenant_id, id);',
    'alter table works add constraint one unique (tenant_id, title);',
  ],
  'An index is made while others write.': [
    'create index works_by_title on works (tenant_id, title);',
    'create unique index works_by_title on works (tenant_id, title);',
    'create index concurrently works_by_title on works (tenant_id, title);',
    '-- No transaction.\ncreate index concurrently a on works (tenant_id, title);\ncreate index concurrently b on works (tenant_id);',
    'drop index works_by_title;',
    'reindex table works;',
  ],
  'No table is locked or written anew.': [
    'lock table works;',
    'cluster works using works_pkey;',
    'vacuum full works;',
    'alter table works set unlogged;',
  ],
  'Rows are changed by a task, tenant by tenant.': [
    "update works set title = '';",
    'delete from works;',
    'insert into works (title) select title from works;',
    'with old as (select 1) delete from works;',
    "do $$ begin update works set title = ''; end $$;",
  ],
};

test('new migrations stop nobody', () => {
  const checked = [...readProject()].filter(([path]) => schemaChangeRules[0]?.isFor(path));
  const breaches = checked.flatMap(([path, sql]) =>
    schemaChangeRules.flatMap((rule) =>
      rule
        .inText(sql, path, undefined)
        .map(({ line, found }) => `${path}:${line}: ${found}. ${rule.name} Instead: ${rule.instead}`),
    ),
  );
  expect(breaches).toEqual([]);
});

test('are checked from a number on; those before it stay as they are', () => {
  const isFor = (number: number) =>
    schemaChangeRules.every((rule) => rule.isFor(`server/migrations/0${number}_things.sql`));
  expect([firstChecked - 1, firstChecked, firstChecked + 1].map(isFor)).toEqual([false, true, true]);
});

describe('planted changes', () => {
  test('are there for every rule, and every rule says what to do instead', () => {
    expect(Object.keys(samples)).toEqual(schemaChangeRules.map(({ name }) => name));
    expect(schemaChangeRules.filter(({ instead }) => !/^[a-z].{30,}\.$/u.test(instead))).toEqual([]);
  });

  const cases = Object.entries(samples).flatMap(([rule, all]) => all.map((sql) => ({ rule, sql })));
  test.each(cases)('are caught: $sql', ({ rule, sql }) => {
    expect(told(sql).map((breach) => breach.rule)).toContain(rule);
  });

  test.each([
    'create table things (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));\ncreate index things_all on things (tenant_id);\nalter table things add check (id is not null);',
    'alter table works add column note text;',
    "alter table works add column note text not null default '';",
    'alter table works add column made_at timestamptz not null default now();',
    'alter table works add constraint titles check (length(title) < 200) not valid;',
    'alter table works validate constraint titles;',
    'alter table works add constraint one unique using index works_one;',
    'alter table works alter column title drop not null;',
    "alter table works alter column title set default '';",
    'alter table works drop constraint titles;',
    '-- No transaction.\ncreate index concurrently works_by_title on works (tenant_id, title);',
    "call protect_tenant_table('things', 'select');\ngrant select on works to quillshelf_panel;",
  ])('that stop nobody pass: %s', (sql) => {
    expect(told(sql)).toEqual([]);
  });

  test('pass with a reason right above, and with nothing less', () => {
    const statement = 'alter table works drop column title;';
    expect(told(`-- No stop: nobody reads it since version 0.4.\n${statement}`)).toEqual([]);
    expect(
      told(`-- No stop: nobody reads it since version 0.4.\n-- It was the old title.\n${statement}`),
    ).toEqual([]);
    expect(told(`-- No stop: fine.\n${statement}`)).toHaveLength(1);
    expect(told(`-- Nobody reads it since version 0.4.\n${statement}`)).toHaveLength(1);
    expect(told(`-- No stop: nobody reads it since version 0.4.\n\n${statement}`)).toHaveLength(1);
    const second = `-- No stop: nobody reads it since version 0.4.\n${statement}\ndrop table works;`;
    expect(told(second)).toEqual([{ rule: 'Nothing is taken away that the version before uses.', line: 3 }]);
  });
});
