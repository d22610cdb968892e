/*
 * `npm run test:previous -- [commit] [filters…]`: the API tests of an earlier commit, with its program, on the schema of this one. What
 * passes shows that servers of the version before go on while the first new one has changed the schema. Without a commit it takes
 * the one before the newest change of the schema.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies, prepared, root } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { git, refuse, runTestsIn, takeOut } from './commit-folder.mjs';

/** They ask what is in the schema, and know only their own. */
const aboutTheSchema = ['tenant-first', 'row-level-security', 'migrating', 'start-up', 'tables'];
/** Tests that look for a row in each table there is, and fill only those that they know; and those that need what these did. */
const aboutEachTable = [
  'holds each row of each table and each file as the database has them',
  'is told by e-?mail to who asked, with the page',
  'is downloaded once by a link, within a quarter',
  'comes once, though servers die in it 20 times',
  'leaves an address that says so, which nobody else gets',
];

const migrations = 'server/migrations';

/** @returns {string | null} the commit before the one that brought the newest file */
function beforeNewest() {
  const newest = readdirSync(path.join(root, migrations)).toSorted().at(-1);
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${migrations}/${newest}`);
  return added ? git('rev-parse', '--verify', '--quiet', `${added}^`) : null;
}

stopWithNpm();
if (git('rev-parse', '--git-dir') === null) refuse('it needs git, and a clone with history.');
const [named, ...filters] = process.argv.slice(2);
const commit =
  named === undefined ? beforeNewest() : git('rev-parse', '--verify', '--quiet', `${named}^{commit}`);
if (commit === null)
  refuse(`${named ?? 'the commit before the newest change of the schema'} is not in this clone.`);
await prepared(async () => {
  await ensureDependencies();
});
console.log(`The API tests of ${git('log', '-1', '--format=%h %s', commit)}, on the schema of this version`);
const folder = takeOut(commit, 'previous');
try {
  rmSync(path.join(folder, migrations), { recursive: true });
  cpSync(path.join(root, migrations), path.join(folder, migrations), { recursive: true });
  const excluded = aboutTheSchema.flatMap((name) => ['--exclude', `tests/api/${name}.test.ts`]);
  process.exitCode = await runTestsIn(folder, [
    '--project',
    'api',
    '--testNamePattern',
    `^(?!.*(?:${aboutEachTable.join('|')}))`,
    ...excluded,
    ...filters,
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
