/* Runs projects of Vitest, in a process of their own, and gathers the counts. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from '../../server/bin/prepare.mjs';
import { noCounts } from './counts.mjs';

const childScript = fileURLToPath(new URL('./vitest-child.mjs', import.meta.url));
/** A page that is looked at when the time is over may need so long to its end; killed before, nothing of the run would be known. */
const killAfterStopMs = 90_000;

/**
 * @typedef {import('./counts.mjs').Counts & { stoppedBy: 'SIGINT' | 'SIGTERM' | null }} Outcome `stoppedBy`: the signal to this
 *   process that ended it early
 */

/**
 * @param {string[]} projects names in vitest.config.ts
 * @param {string[]} filters file names or options, as Vitest's command line takes them
 * @param {{ env?: NodeJS.ProcessEnv, stopAt?: number }} options `stopAt`: epoch milliseconds at which the tests that
 *   still run or wait are left out
 * @returns {Promise<Outcome>}
 */
export function runVitest(projects, filters, { env = {}, stopAt } = {}) {
  return new Promise((resolve) => {
    // A group of its own: Ctrl-C reaches the runner alone, which then asks for an orderly stop.
    const child = spawn(
      process.execPath,
      [childScript, ...projects.flatMap((project) => ['--project', project]), ...filters],
      {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
      },
    );
    let result = null;
    let killTimer;
    let stoppedBy = null;
    const stop = (signal = null) => {
      stoppedBy ??= signal;
      child.kill('SIGTERM');
      killTimer ??= setTimeout(() => killGroup(child.pid), killAfterStopMs);
    };
    const stopTimer =
      stopAt === undefined ? undefined : setTimeout(() => stop(), Math.max(stopAt - Date.now(), 0));
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
    child.on('message', (message) => {
      result = message;
    });
    child.on('close', (code, signal) => {
      clearTimeout(stopTimer);
      clearTimeout(killTimer);
      for (const name of ['SIGINT', 'SIGTERM']) process.off(name, stop);
      const reasons = [`Vitest ended without a result (${signal ?? `exit code ${code}`})`];
      resolve({ ...noCounts(), ...(result ?? { failed: 1, reasons }), stoppedBy });
    });
  });
}

/**
 * As `runVitest`, and browser tests that failed are run once more: a real browser on a busy machine. Tests of a file lean on
 * each other, so it is the file that is tried again, with everything in it new; what failed at first is said all the same.
 * @param {{ env?: NodeJS.ProcessEnv, stopAt?: number, endAt?: number }} options `endAt`: epoch milliseconds at which the
 *   second try ends
 * @returns {Promise<Outcome>}
 */
export async function runWithSecondTry(projects, filters, options = {}) {
  const { env, endAt } = options;
  const first = await runVitest(projects, filters, options);
  // What is found by histories, rounds and texts of their own each time is found.
  const failedFiles = first.failedFiles.filter(({ file }) => file.startsWith('tests/e2e/'));
  if (failedFiles.length === 0 || first.stoppedBy !== null || isOver(endAt)) return first;
  const files = failedFiles.map(({ file }) => file);
  console.log(`\nOnce more: ${files.join(', ')}\n`);
  const second = await runVitest(projects, files, { env, stopAt: endAt });
  // A file that was not run to its end a second time has failed.
  if (second.notReached > 0 || second.stoppedBy !== null) return { ...first, stoppedBy: second.stoppedBy };
  // What failed outside of any file stays as it was.
  const isOfFile = (words) => files.some((file) => words.includes(file));
  return {
    ...second,
    files: first.files,
    notReached: first.notReached,
    notBegun: first.notBegun,
    failedFiles: [...first.failedFiles.filter((each) => !failedFiles.includes(each)), ...second.failedFiles],
    reasons: [...first.reasons.filter((reason) => !isOfFile(reason)), ...second.reasons],
    passed: first.passed - sumOf(failedFiles, 'passed') + second.passed,
    failed: first.failed - sumOf(failedFiles, 'failed') + second.failed,
    findings: [
      ...first.findings.map(([what, ...lines]) => [
        isOfFile(what) ? `at the first try ${what}` : what,
        ...lines,
      ]),
      ...second.findings,
    ],
  };
}

/** A start takes half a minute. */
const leastTime = 30_000;

function isOver(endAt = Number.POSITIVE_INFINITY) {
  return Date.now() + leastTime > endAt;
}

function sumOf(files, count) {
  return files.reduce((sum, file) => sum + file[count], 0);
}

/** Ends what does not stop by itself, the servers and browsers of its tests included. */
function killGroup(leader) {
  if (leader !== undefined) process.kill(-leader, 'SIGKILL');
}
