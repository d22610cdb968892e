/* Runs one part's projects in Vitest, in a process of its own, and gathers its counts. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from '../../server/bin/prepare.mjs';

const childScript = fileURLToPath(new URL('./vitest-child.mjs', import.meta.url));
const killAfterStopMs = 20_000;

/**
 * @param {string[]} projects names in vitest.config.ts
 * @param {string[]} filters file names or options, as Vitest's command line takes them
 * @param {{ env?: NodeJS.ProcessEnv, stopAt?: number }} options `stopAt`: epoch milliseconds at which the tests that
 *   still run or wait are left out
 * @returns {Promise<{ passed: number, failed: number, notReached: number, files: number, reasons: string[],
 *   findings: string[][], stoppedBy: 'SIGINT' | 'SIGTERM' | null }>} `stoppedBy`: the signal to this process that ended the part early
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
      resolve({
        ...(result ?? { passed: 0, failed: 1, notReached: 0, files: 0, reasons, findings: [] }),
        stoppedBy,
      });
    });
  });
}

/** Ends what does not stop by itself, the servers and browsers of its tests included. */
function killGroup(leader) {
  if (leader !== undefined) process.kill(-leader, 'SIGKILL');
}
