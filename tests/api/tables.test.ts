import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const folder = 'server/platform/tables';

/** Used before there is a query builder: by the migrations and by the way to the program's own role. */
const ofTheDatabase = ['login_roles', 'migrations'];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ template: 'schools' });
});

afterAll(async () => {
  await database.drop();
});

/** The names of columns, by table. */
async function declared(): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  const visitor = new Visitor({
    TSInterfaceDeclaration: ({ body }) => {
      for (const table of body.body) {
        if (table.type !== 'TSPropertySignature' || table.key.type !== 'Identifier') continue;
        const type = table.typeAnnotation?.typeAnnotation;
        if (type?.type !== 'TSTypeLiteral') continue;
        tables[table.key.name] = type.members
          .flatMap((column) =>
            column.type === 'TSPropertySignature' && column.key.type === 'Identifier'
              ? [column.key.name]
              : [],
          )
          .toSorted();
      }
    },
  });
  for (const file of await readdir(folder)) {
    const source = path.join(folder, file);
    visitor.visit(parseSync(source, await readFile(source, 'utf8')).program);
  }
  return tables;
}

it('the tables of the query builder are those of the migrated database, column by column', async () => {
  const { rows } = await database.administrator.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attname collate "C") as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and relname <> all($1) group by relname`,
    [ofTheDatabase],
  );
  const migrated = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
  expect(await declared()).toEqual(migrated);
});
