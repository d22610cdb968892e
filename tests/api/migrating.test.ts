import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { prepareDatabase } from '#server/platform/migrate.ts';
import { withDatabase } from '../support/test-cluster.ts';
import { createTestDatabase, testSecretKey, type TestDatabase } from '../support/test-database.ts';
import { until } from '../support/until.ts';

const ownerOf = ({ name }: TestDatabase) => withDatabase(inject('administratorUrl'), name);

/** The migrations of the program and one more, as the next version has them. */
async function withMigration(sql: string): Promise<{ root: string; remove(): Promise<void> }> {
  const next = await mkdtemp(path.join(tmpdir(), 'quillshelf-migrations-'));
  await cp('server/migrations', path.join(next, 'server/migrations'), { recursive: true });
  await writeFile(path.join(next, 'server/migrations/9999_next.sql'), sql);
  return { root: next, remove: () => rm(next, { recursive: true }) };
}

describe('a change of the schema', () => {
  it('makes an index while others write, also where several servers start at the same moment', async () => {
    const own = await createTestDatabase();
    const next = await withMigration(
      '-- No transaction.\ncreate index concurrently works_by_language on works (tenant_id, language);\n',
    );
    const options = { ownerUrl: ownerOf(own), root: next.root, secretKey: testSecretKey };
    const servers = await Promise.all([1, 2, 3].map(() => prepareDatabase(options)));
    expect(servers.flatMap(({ applied }) => applied)).toEqual(['9999_next']);
    const { rows } = await own.administrator.query<{ indisvalid: boolean }>(
      "select indisvalid from pg_index where indexrelid = 'works_by_language'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    await next.remove();
    await own.drop();
  });

  it('holds up nobody for long where somebody uses a table, and changes it once they are done', async () => {
    const own = await createTestDatabase();
    const next = await withMigration('alter table works add column next_note text;\n');
    const { administrator } = own;
    await administrator.query('begin');
    await administrator.query('select from works');
    const waiting = async () => {
      const { rowCount } = await administrator.query(
        "select from pg_locks where relation = 'works'::regclass and not granted",
      );
      return rowCount;
    };
    const prepared = prepareDatabase({ ownerUrl: ownerOf(own), root: next.root, secretKey: testSecretKey });
    await until(async () => expect(await waiting()).toBe(1));
    await until(async () => expect(await waiting()).toBe(0));
    await administrator.query('commit');
    expect((await prepared).applied).toEqual(['9999_next']);
    await next.remove();
    await own.drop();
  });
});
