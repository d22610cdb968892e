/*
 * `npm run test:texts -- [filters…]`: counts the distinct texts of SQL that API tests ask by name. Each connection keeps a plan of each text it
 * ran, and PgBouncer `max_prepared_statements` of them (docs/operations.md). `--list` prints them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureDependencies, prepared } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { runVitest } from './vitest-part.mjs';

stopWithNpm();
const given = process.argv.slice(2);
const filters = given.filter((word) => word !== '--list');
await prepared(async () => {
  await ensureDependencies();
});
const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-texts-'));
try {
  const outcome = await runVitest(['api'], filters, { env: { SQL_TEXTS: folder } });
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  const texts = new Set(files.flat());
  if (given.includes('--list'))
    console.log(
      [...texts]
        .map((text) => text.replaceAll(/\s+/gu, ' ').trim())
        .toSorted()
        .join('\n'),
    );
  const longest = Math.max(0, ...files.map(({ length }) => length));
  console.log(`\n${outcome.passed} passed, ${outcome.failed} failed`);
  console.log(`${texts.size} distinct texts of SQL in ${files.length} files, at most ${longest} in one`);
  process.exitCode = outcome.failed > 0 || texts.size === 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
