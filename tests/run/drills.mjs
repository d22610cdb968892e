/*
 * `npm run drills -- server-killed`: breaks something under load on this machine, says what must hold and whether it held, and writes that into
 * docs/benchmarks.md. Without a name all of tests/drills, one after the other. Restoring a backup is `npm run drill`; servers on two versions
 * `npm run test:previous`.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureDependencies, prepared, root } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { lackOfBalancer, lackOfPooler, pooler } from './programs.mjs';
import { runVitest } from './vitest-part.mjs';

stopWithNpm();
const ending = '.test.ts';
const known = readdirSync(path.join(root, 'tests/drills'))
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));
const named = process.argv.slice(2);
const unknown = named.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no drill "${unknown}". There are: ${known.join(', ')}.`);
  process.exit(2);
}
/** Of drills that need programs of others, what this machine lacks. */
const lacks = { 'bell-two-servers': lackOfBalancer() ?? lackOfPooler() };
const wanted = (named.length > 0 ? named : known).filter((name) => {
  const lack = lacks[name] ?? null;
  if (lack !== null) console.log(`Not run: ${name}: ${lack}`);
  return lack === null;
});
if (wanted.length === 0) process.exit(1);
await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});
const outcome = await runVitest(
  ['drills'],
  wanted.map((name) => `tests/drills/${name}${ending}`),
  { env: { ...(wanted.includes('bell-two-servers') && { PGBOUNCER: pooler }) } },
);
for (const reason of outcome.reasons) console.log(reason);
process.exitCode = outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
