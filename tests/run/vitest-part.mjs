/* Runs projects of Vitest, in a process of their own, and gathers the counts. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from '../../server/bin/prepare.mjs';
import { noCounts } from './counts.mjs';

const childScript = fileURLToPath(new URL('./vitest-child.mjs', import.meta.url));
/** A page that axe checks when the time is over may need so long; killed before, nothing of the run would be known. */
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
 * As `runVitest`, and files of browser tests in which something failed are run once more, with everything in them new: a real
 * browser on a busy machine. The first failure is printed in any case.
 * @param {string[]} projects names in vitest.config.ts
 * @param {string[]} filters as `runVitest` takes them
 * @returns {Promise<Outcome>}
 */
export async function runWithSecondTry(projects, filters) {
  const first = await runVitest(projects, filters);
  const failedFiles = first.failedFiles.filter(({ file }) => file.startsWith('tests/e2e/'));
  if (failedFiles.length === 0 || first.stoppedBy !== null) return first;
  const files = failedFiles.map(({ file }) => file);
  console.log(`\nOnce more: ${files.join(', ')}\n`);
  const second = await runVitest(projects, files);
  // A file that was not run to its end a second time has failed.
  if (second.stoppedBy !== null) return { ...first, stoppedBy: second.stoppedBy };
  // What failed outside of any file stays as it was.
  const isOfFile = (words) => files.some((file) => words.includes(file));
  return {
    ...second,
    files: first.files,
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

function sumOf(files, count) {
  return files.reduce((sum, file) => sum + file[count], 0);
}

/** Ends what does not stop by itself, the servers and browsers of its tests included. */
function killGroup(leader) {
  if (leader !== undefined) process.kill(-leader, 'SIGKILL');
}
