/*
 * Runs one command for a launcher: installing, building, checking. A signal to the launcher reaches the command, the
 * launcher waits for its end and leaves by the shells' convention, 128 and the number of the signal.
 */
import { spawn } from 'node:child_process';

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const running = new Set();

/** Set by the first signal. Each `run` below leaves the program itself once its last command has ended. */
let stopping = null;

function stop(signal) {
  stopping = signal;
  for (const child of running) child.kill(signal);
}

function listen() {
  for (const signal of Object.keys(signalNumbers)) process.on(signal, stop);
}

function unlisten() {
  for (const signal of Object.keys(signalNumbers)) process.off(signal, stop);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string, complaints: string }>} `output`: everything the command wrote;
 *   `complaints`: its standard error alone. A command that could not be started or died by a signal has code 127 or 128 and the signal's number
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const chunks = [];
    const errorChunks = [];
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (running.size === 0) listen();
    running.add(child);
    const end = (code, extra = '') => {
      if (!running.delete(child)) return;
      if (running.size === 0) {
        unlisten();
        if (stopping !== null) process.exit(128 + signalNumbers[stopping]);
      }
      const text = (parts) => Buffer.concat(parts).toString('utf8');
      resolve({ code, output: text(chunks) + extra, complaints: text(errorChunks) + extra });
    };
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => {
      chunks.push(chunk);
      errorChunks.push(chunk);
    });
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code, signal) => end(code ?? 128 + (signalNumbers[signal] ?? 9)));
  });
}

/** Runs a script of an installed package with this Node, without a shell and without npm's half second. */
export function runNode(script, args, options = {}) {
  return run(process.execPath, [script, ...args], options);
}
