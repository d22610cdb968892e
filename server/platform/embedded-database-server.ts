import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './embedded-database-binaries.ts';
import type { Place } from './embedded-database-place.ts';

export type EmbeddedDatabaseFailure = 'unwritable' | 'in_use' | 'version' | 'damaged' | 'failed';

/** One clear line that names the folder. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';

  constructor(
    readonly code: EmbeddedDatabaseFailure,
    message: string,
  ) {
    super(message);
  }
}

export const superuser = 'postgres';
const startSeconds = 60;
const stopSeconds = 60;
const startAttempts = 5;
/** Backends of a killed server hold its shared memory until their statement ends, which takes 20 seconds at most. */
const restartAttempts = 12;
/** A server that ends more often than this many times in `restartMinutes` is not started again. */
const mostRestarts = 3;
const restartMinutes = 10;

/** Who hears of a server that ended by itself. */
export interface DatabaseWatcher {
  /** It was started again, on the same port. `line` says why it ended. */
  onRestart(line: string): void;
  /** It could not be started again: nothing can be served any more. */
  onLost(error: EmbeddedDatabaseError): void;
}

export interface ServerOptions {
  place: Place;
  cluster: string;
  binaries: Binaries;
  password: string;
  hasSocket: boolean;
  watcher: DatabaseWatcher;
}

export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

export function addressOf(port: number, password: string, database: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/** The server speaks plain English to its log, whatever the machine speaks. */
export function environment(): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return { ...(PATH !== undefined && { PATH }), LC_ALL: 'C', TZ: 'UTC' };
}

export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const settingsOf = ({ place, hasSocket }: ServerOptions) => [
  'listen_addresses=127.0.0.1',
  `unix_socket_directories=${hasSocket ? place.folder : ''}`,
  'max_connections=100',
  'shared_buffers=128MB',
  // Two devices may lock the same children in opposite order; the loser need not wait a whole second to hear of it.
  'deadlock_timeout=200ms',
  'timezone=UTC',
  'log_timezone=UTC',
  // Failed statements are on the program's own log. PostgreSQL would write rows and values to them, and people are in those.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];

interface Process {
  child: ChildProcess;
  stop(): Promise<void>;
}

// Backends of a killed server still write while the next one starts: each line goes to the end, over no other's.
const appending = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND;

function launch(options: ServerOptions, port: number, hasNewLog: boolean): Process {
  const { place, cluster, binaries } = options;
  const log = openSync(logFileOf(place), hasNewLog ? appending | constants.O_TRUNC : appending, 0o600);
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, '-p', String(port), ...settingsOf(options).flatMap((setting) => ['-c', setting])],
    // A process group of its own: Ctrl-C in the terminal reaches us alone, and we shut it down in order.
    { ...place.runAs, cwd: place.folder, detached: true, stdio: ['ignore', log, log], env: environment() },
  );
  closeSync(log);
  const exited = exitOf(child).then(
    () => undefined,
    () => undefined,
  );
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  void exited.then(() => process.off('exit', interrupt));
  return {
    child,
    async stop() {
      if (hasEnded(child)) return;
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), stopSeconds * 1000);
      await exited;
      clearTimeout(late);
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const logFileOf = (place: Place) => path.join(place.folder, 'postgres.log');

const readLog = (place: Place) => readFile(logFileOf(place), 'utf8').catch(() => '');

/** Why a start failed, from what it added to the log. */
async function lastComplaint(place: Place, before: string): Promise<string> {
  const lines = (await readLog(place)).slice(before.length).split('\n').filter(Boolean);
  // Said to us, who asked before it was up, or by a connection of the server that ended before.
  const isOther = (line: string) => /the database system is|unexpected postmaster exit/u.test(line);
  return (
    lines.findLast((line) => /FATAL|PANIC/u.test(line) && !isOther(line)) ??
    lines.findLast((line) => !isOther(line)) ??
    'no reason given'
  );
}

/** @param again the port of a server that ended; null for a first start, on any free port */
async function startProcess(
  options: ServerOptions,
  again: number | null,
  isWanted: () => boolean,
): Promise<Process & { port: number }> {
  const { place, password } = options;
  for (let attempt = 1; ; attempt += 1) {
    // Between asking for a free port and taking it, somebody else may take it; then another is tried.
    const port = again ?? (await freePort());
    const before = again === null ? '' : await readLog(place);
    const started = launch(options, port, again === null);
    if (await answers(started.child, port, password)) return { ...started, port };
    await started.stop();
    const complaint = await lastComplaint(place, before);
    // Backends of a killed server linger for a moment and hold its shared memory; the port may be gone. Both pass.
    const passing = /shared memory|could not bind|could not create any TCP|lock file/u.test(complaint);
    const attempts = again === null ? startAttempts : restartAttempts;
    if (!passing || attempt === attempts || !isWanted())
      throw new EmbeddedDatabaseError(
        'failed',
        `The database in ${place.folder} did not start: ${complaint}`,
      );
    await sleep(500 * attempt);
  }
}

/**
 * Starts the server, and starts it again where it ends by itself: killed, out of memory, or with a full disk.
 * @throws EmbeddedDatabaseError
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { place, watcher } = options;
  let isStopping = false;
  let running = await startProcess(options, null, () => true);
  const { port } = running;
  const ends: number[] = [];
  let restart: Promise<void> | null = null;

  async function startAgain({ child }: Process): Promise<void> {
    const reason = child.signalCode ?? `code ${child.exitCode ?? 'unknown'}`;
    const what = `The database in ${place.folder} ended by itself (${reason})`;
    const recent = ends.filter((end) => end > Date.now() - restartMinutes * 60_000);
    ends.splice(0, ends.length, ...recent, Date.now());
    try {
      if (recent.length >= mostRestarts)
        throw new EmbeddedDatabaseError('failed', `it did so ${recent.length} times before`);
      running = await startProcess(options, port, () => !isStopping);
      watch(running);
      watcher.onRestart(`${what}. It was started again.`);
    } catch (error) {
      if (isStopping) return;
      const why = error instanceof Error ? error.message : String(error);
      watcher.onLost(new EmbeddedDatabaseError('failed', `${what} and was not started again: ${why}`));
    }
  }

  function watch(started: Process): void {
    const onEnd = () => {
      if (!isStopping) restart = startAgain(started);
    };
    // It may have ended between its first answer and here.
    if (hasEnded(started.child)) onEnd();
    else started.child.once('exit', onEnd);
  }

  watch(running);
  return {
    port,
    async stop() {
      isStopping = true;
      await restart;
      await running.stop();
    },
  };
}

async function answers(child: ChildProcess, port: number, password: string): Promise<boolean> {
  const deadline = Date.now() + startSeconds * 1000;
  while (Date.now() < deadline && !hasEnded(child)) {
    const client = new pg.Client({
      connectionString: addressOf(port, password, 'postgres'),
      connectionTimeoutMillis: 2000,
    });
    // A server that ends in the middle of the greeting is seen above.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // Not up yet: starting, or recovering after a crash.
      await sleep(20);
    }
  }
  return false;
}
