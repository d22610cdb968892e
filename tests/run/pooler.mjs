/*
 * `npm run test:pooler`: API tests whose program reaches its database through PgBouncer. Filters name other files than the usual ones.
 * It needs PgBouncer 1.21 or later on the PATH, or named by `PGBOUNCER`; a run of the tests without it has one that behaves so (tests/support/transaction-pooler.ts).
 */
import { ensureDependencies, prepared } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { lackOfPooler, pooler } from './programs.mjs';
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
stopWithNpm();
const missing = lackOfPooler();
if (missing !== null) {
  console.log(`Not run: ${missing}`);
  process.exit(1);
}
await prepared(async () => {
  await ensureDependencies();
});
const filters = process.argv.slice(2);
const outcome = await runVitest(['api'], filters.length > 0 ? filters : usual, {
  env: { PGBOUNCER: pooler },
});
console.log(`\n${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
