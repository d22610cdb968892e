/*
 * `npm run bench:baseline -- <commit> [--rounds N]`: the server of an earlier commit and that of this one, measured in turns by the bench that
 * each of them brings (`npm run bench -- server`), five times each. It ends with 1 where a figure is worse than the earlier one by more than a
 * tenth, median over median. Measured is what is committed. Nothing else should run on the machine meanwhile; it takes an hour.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureDependencies, prepared, root } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { git, refuse, runTestsIn, takeOut } from './commit-folder.mjs';

const page = 'docs/benchmarks.md';
const worseFrom = 1.1;

function readOptions(given) {
  const words = [...given];
  const place = words.indexOf('--rounds');
  const [, rounds = '5'] = place < 0 ? [] : words.splice(place, 2);
  if (!/^[1-9]\d?$/u.test(rounds)) refuse(`--rounds needs a whole number from 1 to 99, not "${rounds}".`);
  const [named] = words;
  if (named === undefined) refuse('it needs a commit to measure against.');
  const commit = git('rev-parse', '--verify', '--quiet', `${named}^{commit}`);
  if (commit === null) refuse(`${named} is not in this clone, or there is no git.`);
  return { commit, rounds: Number(rounds) };
}

/** Its server; the pages are those of this version, which the bench does not look at. */
async function build(folder) {
  const { serverBundle } = await import(pathToFileURL(path.join(folder, 'server/bin/prepare.mjs')).href);
  const { build: bundle } = await import('esbuild');
  mkdirSync(path.join(folder, 'dist'));
  await bundle(serverBundle('dist/server'));
  cpSync(path.join(root, 'dist/web'), path.join(folder, 'dist/web'), { recursive: true });
}

/** @returns {Map<string, { value: number, moreIsBetter: boolean }>} by what was measured, from the tables of the part */
function readFigures(folder) {
  const text = readFileSync(path.join(folder, page), 'utf8');
  const part = text.slice(text.indexOf('<!-- server -->'), text.indexOf('<!-- end of server -->'));
  const rows = [...part.matchAll(/^\| (?<what>[^|]+) \| (?<value>[\d,.]+) (?<unit>ms|MB|calls\/s)/gmu)];
  return new Map(
    rows.map(({ groups: { what, value, unit } }) => [
      what,
      { value: Number(value.replaceAll(',', '')), moreIsBetter: unit === 'calls/s' },
    ]),
  );
}

/** @returns null where the bench did not come to its end */
async function measure(folder) {
  const code = await runTestsIn(folder, ['--project', 'bench', 'tests/bench/server.test.ts']);
  return code === 0 ? readFigures(folder) : null;
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @returns {number} how many figures are worse */
function compare(before, after) {
  let worse = 0;
  for (const [what, { moreIsBetter }] of after[0]) {
    const of = (rounds) => rounds.map((figures) => figures.get(what)?.value ?? Number.NaN);
    const [then, now] = [median(of(before)), median(of(after))];
    if (Number.isNaN(then)) continue;
    const ratio = moreIsBetter ? then / now : now / then;
    const isWorse = ratio > worseFrom;
    worse += isWorse ? 1 : 0;
    console.log(
      ` ${isWorse ? '×' : '✓'} ${what}: ${then} then, ${now} now, ${ratio.toFixed(2)} times as dear`,
    );
  }
  return worse;
}

stopWithNpm();
const { commit, rounds } = readOptions(process.argv.slice(2));
await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});
const folders = [takeOut(commit, 'before'), takeOut('HEAD', 'after')];
try {
  for (const folder of folders) await build(folder);
  const [before, after] = [[], []];
  let isWhole = true;
  for (let round = 0; round < rounds && isWhole; round += 1) {
    console.log(`Round ${round + 1} of ${rounds}`);
    for (const [place, gathered] of [before, after].entries()) {
      const figures = isWhole ? await measure(folders[place]) : null;
      isWhole = figures !== null;
      gathered.push(figures);
    }
  }
  if (isWhole) {
    console.log(`\n${git('log', '-1', '--format=%h %s', commit)}, against what is committed here\n`);
    const worse = compare(before, after);
    console.log(`\n${after[0].size - worse} figures hold, ${worse} are worse by more than a tenth`);
    process.exitCode = worse > 0 ? 1 : 0;
  } else {
    console.log('The bench did not come to its end: nothing is compared.');
    process.exitCode = 1;
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
