/*
 * The test command: `node tests/run.mjs [part] [filters…]`, where filters are what Vitest takes (a piece of a file's
 * name, `-t` and a piece of a test's name). Without a part it does all that a fresh checkout needs and runs every part;
 * filters without a part go to all parts but the checks. The last line is `N passed, N failed`.
 */
import { ensureBuilt, ensureDependencies, prepared, PreparationError } from '../server/bin/prepare.mjs';
import { stopWithNpm } from '../server/bin/stop-with-npm.mjs';
import { ensureBrowser, installedShell } from './run/browser.mjs';
import { runChecks, runChecksOfBuild } from './run/checks.mjs';
import { runVitest, runWithSecondTry } from './run/vitest-part.mjs';

/**
 * `projects`: names in vitest.config.ts. `asked`: further ones where the part is asked for by name, or a test of it.
 * `mayBeEmpty`: no test file is no failure, because nothing asks for one yet. Where a browser is needed, a file of browser
 * tests in which something failed is run once more.
 * @type {Record<string, { projects: string[], asked?: string[], needsBuild?: boolean, needsBrowser?: boolean, mayBeEmpty?: boolean }>}
 */
const vitestParts = {
  unit: { projects: ['unit', 'unit-alone', 'unit-dom', 'unit-dom-alone'] },
  api: { projects: ['api'] },
  sync: { projects: ['sync'], mayBeEmpty: true },
  e2e: { projects: ['e2e'], asked: ['e2e-long'], needsBuild: true, needsBrowser: true },
  long: {
    projects: ['long', 'e2e-long'],
    needsBuild: true,
    needsBrowser: true,
    mayBeEmpty: true,
  },
  bench: { projects: ['bench'], needsBuild: true, needsBrowser: true, mayBeEmpty: true },
};
const wholeRun = ['unit', 'api', 'sync', 'e2e'];

stopWithNpm();

const startedAt = Date.now();
const words = takeHistories(process.argv.slice(2));
const onePart = words[0] === 'check' || Object.hasOwn(vitestParts, words[0] ?? '') ? words[0] : null;
const filters = onePart === null ? words : words.slice(1);
const withChecks = onePart === 'check' || words.length === 0;
const parts = onePart === null ? wholeRun : [onePart].filter((name) => name !== 'check');

/** `--histories N` says how many histories the simulator of the offline core runs. */
function takeHistories(given) {
  const place = given.indexOf('--histories');
  if (place === -1) return given;
  const number = given[place + 1] ?? '';
  if (!/^[1-9]\d*$/u.test(number)) {
    console.error('--histories needs a number above 0.');
    process.exit(2);
  }
  process.env.SYNC_HISTORIES = number;
  return given.toSpliced(place, 2);
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
  const { projects, asked = [], needsBrowser } = vitestParts[name];
  const isAsked = onePart !== null || filters.length > 0;
  const limit = name === 'long' ? timeLimit() : {};
  if (limit.env) console.log(`LONG_TURN=${limit.env.LONG_TURN}`);
  // Whoever asks for one test by its name wants to hear at once what is wrong.
  const run = needsBrowser && filters.length === 0 ? runWithSecondTry : runVitest;
  return await run([...projects, ...(isAsked ? asked : [])], filters, limit);
}

function noFiles(mayBeEmpty) {
  if (filters.length > 0) {
    const note = `no test file matches ${filters.join(' ')}`;
    // A filter given to all parts need not be found in each; that it is found nowhere is seen at the end.
    return onePart === null ? { note } : oneFailed(note);
  }
  return mayBeEmpty ? { note: 'no tests yet' } : oneFailed('no test files, which counts as failed');
}

/**
 * The command ends within LONG_MINUTES: first the tests end their rounds (LONG_UNTIL), then the runner ends the tests
 * (`stopAt`), then what is tried once more (`endAt`).
 */
function timeLimit() {
  const minutes = Number(process.env.LONG_MINUTES ?? 15);
  if (!(minutes > 0)) throw new PreparationError('LONG_MINUTES must be a number of minutes above 0.');
  const whole = minutes * 60_000;
  const ending = Math.min(whole * 0.1, 20_000);
  const endAt = startedAt + whole - ending;
  // The longest files take two minutes, with a start and an end.
  const stopAt = endAt - Math.min(whole * 0.2, 160_000);
  // Which browser tests come last, and may not be reached, and how they look at a page, is another matter each time.
  const { LONG_TURN = String(startedAt) } = process.env;
  return { stopAt, endAt, env: { LONG_TURN, LONG_UNTIL: String(Math.round(stopAt - ending)) } };
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
  if (onePart === 'long') timeLimit();
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
  if (words.length === 0) await record('build', build);
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
