import { describe, expect, test } from 'vitest';
import { readProject } from './import-graph.ts';
import { namedColumns } from './named-columns.ts';

const foundIn = (text: string) =>
  namedColumns.inText(text, 'server/a.ts', undefined).map(({ found }) => found);

test('no statement of the server asks for all columns', () => {
  const files = [...readProject()].filter(([file]) => namedColumns.isFor(file));
  expect(files.length).toBeGreaterThan(100);
  const breaches = files.flatMap(([file, text]) =>
    namedColumns
      .inText(text, file, undefined)
      .map(
        ({ line, found }) =>
          `${file}:${line}: ${found}. ${namedColumns.name} Instead: ${namedColumns.instead}`,
      ),
  );
  expect(breaches).toEqual([]);
});

describe('planted samples', () => {
  test.each([
    'sql`select * from users`',
    'sql`\n  select distinct\n  * from users`',
    'sql`insert into users (id) values (1) returning *`',
    'sql`select work.*, author.id from works as work`',
    "transaction.selectFrom('users').selectAll().execute()",
    "transaction.selectFrom('users').selectAll('users')",
    "transaction.insertInto('users').returningAll()",
    'create function f() returns setof tenants language sql',
    'return query select * from tenants;',
  ])('%s is caught', (text) => {
    expect(foundIn(text)).toHaveLength(1);
  });

  test.each([
    'sql`select count(*) from users`',
    'sql`select price * 2 from books`',
    '// select * is refused',
    '/** Never `returning *`. */',
    '-- select * from users',
    'create function f() returns setof record language sql',
    'create function f() returns table (id uuid) language sql',
    "const files = 'server/modules/**/*.ts';",
  ])('%s is let through', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  test('migrations from before the rule are left, later ones are not', () => {
    expect(namedColumns.isFor('server/migrations/0049_tenant_at_host.sql')).toBe(false);
    expect(namedColumns.isFor('server/migrations/0052_columns_by_name.sql')).toBe(true);
    expect(namedColumns.isFor('server/migrations/0100_things.sql')).toBe(true);
  });
});
