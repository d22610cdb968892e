/*
 * `npm run load -- --tablets 300 --within 10 --servers 2 [--cards] [--streams 5000]`: servers of its own on this machine, tablets that sign in and
 * pull at the bell, and streams that stay open. It says what it measured and decides about nothing.
 */
import { ensureBuilt, ensureDependencies, prepared } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { readLoadOptions } from './load-options.mjs';
import { runVitest } from './vitest-part.mjs';

stopWithNpm();
const asked = readLoadOptions(process.argv.slice(2));
if ('refusal' in asked) {
  console.error(asked.refusal);
  process.exit(2);
}
await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});
const outcome = await runVitest(['load'], [], { env: { LOAD: JSON.stringify(asked.options) } });
for (const reason of outcome.reasons) console.log(reason);
process.exitCode = outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
