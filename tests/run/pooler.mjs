/*
 * `npm run test:pooler`: API tests whose program reaches its database through PgBouncer. Filters name other files than the usual ones.
 * It needs PgBouncer 1.21 or later on the PATH; a run of the tests without it has one that behaves so (tests/support/transaction-pooler.ts).
 */
import { spawnSync } from 'node:child_process';
import { ensureDependencies, prepared } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { runVitest } from './vitest-part.mjs';

const usual = [
  'pooler',
  'transactions',
  'sync-push',
  'sync-pull',
  'sync-once',
  'writing',
  'students',
  'visits',
  'mail',
];
const program = 'pgbouncer';

/** @returns {string | null} what is missing */
function lack() {
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (error) return 'there is no pgbouncer on the PATH';
  const [, name = 'unknown', major, minor] = /PgBouncer ((\d+)\.(\d+)\S*)/u.exec(stdout) ?? [];
  const isNew = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21);
  return isNew ? null : `the pgbouncer on the PATH is ${name}`;
}

stopWithNpm();
const missing = lack();
if (missing !== null) {
  console.log(`Not run: it needs PgBouncer 1.21 or later, and ${missing}.`);
  process.exit(1);
}
await prepared(async () => {
  await ensureDependencies();
});
const filters = process.argv.slice(2);
const outcome = await runVitest(['api'], filters.length > 0 ? filters : usual, {
  env: { PGBOUNCER: program },
});
console.log(`\n${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
