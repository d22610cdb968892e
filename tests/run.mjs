/*
 * The test command: `node tests/run.mjs [part] [filters…]`, where filters are what Vitest takes (a piece of a file's
 * name, `-t` and a piece of a test's name). Without a part it does all that a fresh checkout needs and runs `wholeRun`;
 * filters without a part go to all parts but the checks. The last line is `N passed, N failed`.
 */
import { ensureBuilt, ensureDependencies, prepared, PreparationError } from '../server/bin/prepare.mjs';
import { stopWithNpm } from '../server/bin/stop-with-npm.mjs';
import { ensureBrowser, installedShell } from './run/browser.mjs';
import { runChecks, runChecksOfBuild } from './run/checks.mjs';
import { runVitest, runWithSecondTry } from './run/vitest-part.mjs';

const unitProjects = ['unit', 'unit-alone', 'unit-dom', 'unit-dom-alone'];
const inBrowser = { needsBuild: true, needsBrowser: true };

/**
 * `projects`: names in vitest.config.ts. `mayBeEmpty`: that no test file is run is no failure. `secondTry`: a file of browser
 * tests in which something failed is run once more, and the first failure is printed.
 * @type {Record<string, { projects: string[], needsBuild?: boolean, needsBrowser?: boolean, mayBeEmpty?: boolean, secondTry?: boolean }>}
 */
const vitestParts = {
  unit: { projects: unitProjects },
  api: { projects: ['api'] },
  sync: { projects: ['sync'] },
  money: { projects: ['money'] },
  smoke: { projects: ['smoke'], ...inBrowser, secondTry: true },
  slow: { projects: ['slow', 'screens'], ...inBrowser, secondTry: true },
  e2e: { projects: ['smoke', 'screens'], ...inBrowser },
  quick: { projects: [...unitProjects, 'api', 'sync', 'money'], mayBeEmpty: true },
  explore: { projects: ['explore', 'screens-in-turn'], ...inBrowser },
  bench: { projects: ['bench'], ...inBrowser },
};
const wholeRun = ['unit', 'api', 'sync', 'money', 'smoke'];
const filteredRun = ['unit', 'api', 'sync', 'money', 'e2e'];

stopWithNpm();

const startedAt = Date.now();
const given = process.argv.slice(2);
const histories = takeNumber('--histories');
if (histories !== null) process.env.SYNC_HISTORIES = String(histories);
const minutes = takeNumber('--minutes') ?? 15;
const onePart = given[0] === 'check' || Object.hasOwn(vitestParts, given[0] ?? '') ? given[0] : null;
const filters = onePart === null ? given : given.slice(1);
const withChecks = ['check', 'quick'].includes(onePart) || given.length === 0;
const parts = partsOf(onePart);

function partsOf(part) {
  if (part === 'check') return [];
  if (part !== null) return [part];
  return filters.length === 0 ? wholeRun : filteredRun;
}

/**
 * Takes `--name N` out of the words of the command line.
 * @returns {number | null} a whole number above 0, or null where it was not given
 */
function takeNumber(name) {
  const place = given.indexOf(name);
  if (place === -1) return null;
  const [, number = ''] = given.splice(place, 2);
  if (/^[1-9]\d*$/u.test(number)) return Number(number);
  console.error(`${name} needs a whole number above 0.`);
  return process.exit(2);
}

/** @type {{ name: string, seconds: number, passed: number, failed: number, note?: string, findings?: string[][] }[]} */
const results = [];

async function record(name, work) {
  const started = performance.now();
  const counts = await work();
  results.push({ ...counts, name, seconds: (performance.now() - started) / 1000 });
  return counts;
}

function heading(name) {
  console.log(`\n──── ${name} ${'─'.repeat(70 - name.length)}\n`);
}

const oneFailed = (note) => ({ passed: 0, failed: 1, note });

/**
 * Why no browser or no build could be had. The parts that need it fail, the others run.
 * @type {{ browser: string | null, build: string | null }}
 */
const lacks = { browser: null, build: null };

async function provide(need, step) {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.log(error.message);
    lacks[need] = error.message.split('\n')[0].replace(/:$/u, '');
    return null;
  }
}

async function runPart(name) {
  const { needsBuild, needsBrowser, mayBeEmpty } = vitestParts[name];
  const lack = (needsBuild && lacks.build) || (needsBrowser && lacks.browser);
  if (lack) {
    console.log(` × not run: ${lack}`);
    return oneFailed(`not run: ${lack}`);
  }
  const outcome = await runProjects(name);
  for (const reason of outcome.reasons) console.log(` × ${reason.split('\n')[0]}`);
  if (outcome.files === 0 && outcome.failed === 0) {
    const counts = { ...outcome, ...noFiles(mayBeEmpty) };
    console.log(` ${counts.failed === 0 ? '·' : '×'} ${counts.note}`);
    return counts;
  }
  if (outcome.stoppedBy !== null) {
    return {
      ...outcome,
      failed: outcome.failed + 1,
      note: `stopped by ${outcome.stoppedBy}, which counts as failed`,
    };
  }
  const { notReached, notBegun } = outcome;
  if (notReached + notBegun === 0) return outcome;
  return { ...outcome, note: `not reached in the time: ${notReached} tests, and ${notBegun} files` };
}

async function runProjects(name) {
  const { projects, secondTry = false } = vitestParts[name];
  // Who names a file by hand wants to see its first failure.
  if (secondTry && (filters.length === 0 || process.env.CI)) return await runWithSecondTry(projects, filters);
  if (name === 'quick') return await runVitest(projects, filters.length === 0 ? ['--changed'] : filters);
  if (name !== 'explore') return await runVitest(projects, filters);
  const { env, stopAt } = exploring();
  console.log(`EXPLORE_TURN=${env.EXPLORE_TURN}`);
  return await runVitest(projects, filters, { env, stopAt });
}

function noFiles(mayBeEmpty) {
  if (filters.length > 0) {
    const note = `no test file matches ${filters.join(' ')}`;
    // A filter given to all parts need not be found in each; that it is found nowhere is seen at the end.
    return onePart === null ? { note } : oneFailed(note);
  }
  return mayBeEmpty
    ? { note: 'nothing that changed is reached by a test' }
    : oneFailed('no test files, which counts as failed');
}

/**
 * Exploring draws fresh seeds, another order and other looks each time. It ends after `--minutes`: first the tests end their
 * rounds (EXPLORE_UNTIL), then the runner ends the tests (`stopAt`).
 */
function exploring() {
  const whole = minutes * 60_000;
  const stopAt = startedAt + whole - Math.min(whole * 0.2, 120_000);
  const { EXPLORE_TURN = String(startedAt) } = process.env;
  const until = Math.round(stopAt - Math.min(whole * 0.1, 20_000));
  return { stopAt, env: { EXPLORE: '1', EXPLORE_TURN, EXPLORE_UNTIL: String(until) } };
}

function summarize() {
  heading('summary');
  const sum = { passed: 0, failed: 0 };
  for (const { name, seconds, passed, failed, note } of results) {
    sum.passed += passed;
    sum.failed += failed;
    const counts = `${passed} passed, ${failed} failed`;
    console.log(
      `${name.padEnd(6)} ${counts.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s${note ? `  ${note}` : ''}`,
    );
  }
  for (const [name, ...lines] of results.flatMap(({ findings = [] }) => findings)) {
    console.log(`\n! ${name}`);
    for (const line of lines) console.log(`!   ${line}`);
  }
  if (filters.length > 0 && sum.passed + sum.failed === 0) {
    sum.failed = 1;
    console.log(`No test matches ${filters.join(' ')}.`);
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

await prepared(async () => {
  await ensureDependencies();
});

if (parts.some((name) => vitestParts[name].needsBrowser)) {
  const browser = await provide('browser', ensureBrowser);
  if (browser !== null) {
    process.env.CHROMIUM_PATH = browser;
    process.env.CHROMIUM_SHELL_PATH = installedShell() ?? browser;
  }
}

// The checks run beside the build and the unit tests, and speak when those are done.
let checks = withChecks ? record('check', runChecks) : null;

async function showChecks() {
  if (checks === null) return;
  const { text } = await checks;
  checks = null;
  heading('check');
  process.stdout.write(text);
}

if (parts.some((name) => vitestParts[name].needsBuild)) {
  if (onePart === null) heading('build');
  const build = async () => {
    await provide('build', ensureBuilt);
    if (lacks.build !== null) return oneFailed('not built');
    const budgets = await runChecksOfBuild();
    process.stdout.write(budgets.text);
    return budgets;
  };
  if (given.length === 0) await record('build', build);
  else await provide('build', ensureBuilt);
}

let stoppedBy = null;
for (const name of parts) {
  heading(name);
  ({ stoppedBy = null } = await record(name, () => runPart(name)));
  if (stoppedBy !== null) break;
  if (name === 'unit') await showChecks();
}
await showChecks();
const exitCode = summarize();
process.exitCode = stoppedBy === null ? exitCode : { SIGINT: 130, SIGTERM: 143 }[stoppedBy];
