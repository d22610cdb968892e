import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { product } from '#contract/kit/product.ts';
import { runningDatabaseUrl } from '#server/platform/embedded-database.ts';

const thisProject = fileURLToPath(new URL('../..', import.meta.url));
const builtServer = 'dist/server/main.js';
const clockAhead = fileURLToPath(new URL('clock-ahead.mjs', import.meta.url));

const startTimeoutMs = 90_000;
const stopTimeoutMs = 30_000;

/** Settings of the server that a person's own shell may hold and that must not reach a test. */
const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_POOL',
  'MIGRATE',
  'BASE_DOMAIN',
  'STAGING_HOSTS',
  'TRUST_PROXY',
  'SEED',
  'SECRET_KEY_FILE',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_RETURNS_KEY',
  'PUBLIC_URL',
  'RATES',
  'REFUSE_WHILE_BUSY',
  'RESETS_PER_SECOND',
  'KEEP_CALLS_DAYS',
  'KEEP_AUDIT_DAYS',
  'KEEP_SESSIONS_DAYS',
  'KEEP_VERSIONS_DAYS',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
  'MEDIA_STORE',
  'MEDIA_MOVES',
  'MEDIA_REDIRECT',
  'MEDIA_PUBLIC_SECONDS',
  'MEDIA_PURGE_URL',
  'STREAMS_PER_SCHOOL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'METRICS_PORT',
  'METRICS_HOST',
  'NODE_ENV',
];

export interface ServerProcessOptions {
  /** Unset: the embedded database in the server's own new folder. */
  databaseUrl?: string;
  seed?: 'demo' | 'big' | 'none';
  /** Milliseconds in which it has to be ready; a school of thousands takes a while to make. */
  startTimeout?: number;
  /** Folder of the project whose build is run; unset: this one. */
  project?: string;
  /** Further settings by the names of their variables. */
  environment?: Record<string, string>;
}

function projectOf({ project = thisProject }: ServerProcessOptions): string {
  return project;
}

/** The real server as a process of its own, on one port and one data folder over all its restarts. */
export class ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  /** Every line that the server wrote, all its runs together. */
  readonly logs: string[] = [];
  readonly #folder: string;
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | null = null;
  /** Milliseconds by which its clock is ahead. */
  #ahead = 0;

  constructor(place: { folder: string; port: number }, options: ServerProcessOptions) {
    this.#folder = place.folder;
    this.#options = options;
    this.port = place.port;
    this.dataDir = path.join(place.folder, 'data');
  }

  /** `origin()` of the platform's own site, `origin('greenfield')` of a school. */
  origin(subdomain?: string): string {
    return `http://${subdomain === undefined ? '' : `${subdomain}.`}localhost:${this.port}`;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Number of the process. @throws Error where none runs */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('The server does not run.');
    return pid;
  }

  /** Address of its database, for its superuser. @throws Error where the embedded one does not run */
  async databaseUrl(): Promise<string> {
    const url =
      this.#options.databaseUrl ??
      (await runningDatabaseUrl(path.join(this.dataDir, 'postgres'), product.slug));
    if (url === null) throw new Error('The server’s database does not run.');
    return url;
  }

  /** Resolves when the server says that it is ready. @throws Error with the server's log when it ends instead */
  async start(): Promise<void> {
    if (this.#child !== null) throw new Error('The server runs already.');
    const child = spawn(
      process.execPath,
      [
        '--enable-source-maps',
        ...(this.#ahead === 0 ? [] : ['--import', clockAhead]),
        '--import',
        './server/bin/stop-with-parent.mjs',
        `./${builtServer}`,
      ],
      // A group of its own, so that Ctrl-C in the terminal reaches the tests alone, and they stop it.
      {
        cwd: projectOf(this.#options),
        env: this.#environment(),
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        detached: true,
      },
    );
    this.#child = child;
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    const ready = new Promise<boolean>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        if (stream === null) continue;
        createInterface({ input: stream }).on('line', (line) => {
          this.logs.push(line);
          if (line.includes(' is ready at http')) resolve(true);
        });
      }
      child.on('close', () => resolve(false));
    });
    const isReady = await withTimeout(ready, this.#options.startTimeout ?? startTimeoutMs, () =>
      this.#describe('did not become ready'),
    );
    if (!isReady) throw new Error(this.#describe('ended before it was ready'));
  }

  /** Resolves with the exit code when it ends by itself. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (child === null) throw new Error('The server does not run.');
    // Not at its exit: by then not all that it wrote has arrived.
    const close = once(child, 'close');
    const [code] = (await withTimeout(close, stopTimeoutMs, () => this.#describe('did not end'))) as [
      number | null,
    ];
    return code;
  }

  /** As a person or a supervisor stops it. @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === null) return null;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    try {
      await withTimeout(exit, stopTimeoutMs, () => this.#describe('did not stop after SIGTERM'));
    } catch (error) {
      await this.kill();
      throw error;
    }
    return child.exitCode;
  }

  /** As a power cut for the program alone: no chance to say goodbye. Its database may go on running, as in life. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** The same port, the same folder. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** As if it had been off for so many milliseconds; its clock stays ahead. */
  async sleep(milliseconds: number): Promise<void> {
    this.#ahead += milliseconds;
    await this.restart();
  }

  /** Stops the server, ends a database that a kill left behind, and removes the folder. */
  async dispose(): Promise<void> {
    await this.stop();
    await endDatabasesIn(this.#folder);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #environment(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !settingNames.includes(name));
    return {
      ...Object.fromEntries(inherited),
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      ...(this.#options.databaseUrl !== undefined && { DATABASE_URL: this.#options.databaseUrl }),
      ...(this.#options.seed !== undefined && { SEED: this.#options.seed }),
      // Tests do in a second what nobody does in a minute.
      RATES: 'off',
      // A page gets over it, but its console says so, and a machine with other work is slow for a moment.
      REFUSE_WHILE_BUSY: 'off',
      ...this.#options.environment,
      CLOCK_AHEAD: String(this.#ahead),
    };
  }

  #describe(what: string): string {
    return `The server ${what}. Its log:\n${this.logs.join('\n')}`;
  }
}

/** Makes the folder, finds a free port and starts the built server. Call `dispose()` at the end. */
export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  if (!existsSync(path.join(projectOf(options), builtServer)))
    throw new Error('The server is not built. Run npm run build first.');
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-'));
  // Below root the database runs as a user of its own, who must be able to walk through this folder.
  await chmod(folder, 0o711);
  for (let attempt = 1; ; attempt += 1) {
    const server = new ServerProcess({ folder, port: await freePort() }, options);
    try {
      await server.start();
      return server;
    } catch (error) {
      // Somebody else took the port before the server did, which takes seconds to get there.
      const isTaken = server.logs.some((line) => line.includes(`Port ${server.port} on`));
      if (isTaken && attempt < 3) continue;
      await server.dispose();
      throw error;
    }
  }
}

/**
 * A port that is free now. Below those that systems give to outgoing connections, one of which would take it while a
 * server is between its end and its next start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

async function withTimeout<T>(promise: Promise<T>, milliseconds: number, describe: () => string): Promise<T> {
  const patience = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: patience.signal, ref: false }).then(
    () => Promise.reject(new Error(describe())),
    // Aborted: the other one was first, and nobody listens here any more.
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    patience.abort();
  }
}

/** A killed server leaves its PostgreSQL running, which writes its process number into the data folder. */
async function endDatabasesIn(folder: string): Promise<void> {
  const places = await readdir(folder, { recursive: true });
  for (const place of places.filter((entry) => path.basename(entry) === 'postmaster.pid')) {
    const [firstLine = ''] = (await readFile(path.join(folder, place), 'utf8')).split('\n');
    const pid = Number(firstLine);
    if (!(await isDatabaseOf(pid, path.join(folder, path.dirname(place))))) continue;
    // PostgreSQL's immediate shutdown: the folder goes away with it.
    process.kill(pid, 'SIGQUIT');
    while (isAlive(pid)) await sleep(20);
  }
}

/** Process numbers are used again. Where the system tells (Linux), the process must name the folder as its own. */
async function isDatabaseOf(pid: number, dataFolder: string): Promise<boolean> {
  if (!(pid > 1) || !isAlive(pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(dataFolder);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
