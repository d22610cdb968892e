import { fork, type ChildProcess } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { EmbeddedDatabaseError, type DatabaseWatcher } from './embedded-database-server.ts';

let base: string;
let program: string;

/** Starts the database in a process of its own and tells its parent the address; lives until it is killed. */
const programSource = `
  import { startEmbeddedDatabase } from './embedded-database.ts';
  try {
    const database = await startEmbeddedDatabase({ dataDir: process.argv[2] });
    process.send({ url: database.ownerUrl('postgres') });
    setInterval(() => undefined, 1000);
  } catch (error) {
    process.send({ failure: error.code, message: error.message });
    process.disconnect();
  }
`;

interface Report {
  url?: string;
  failure?: string;
}

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'quillshelf-embedded-'));
  // Run as root, the database has a user of its own, who has to get here.
  await chmod(base, 0o755);
  // Beside the project's modules, so that the child finds the packages.
  program = path.join(process.cwd(), '.build', `embedded-database-program-${process.pid}.mjs`);
  await build({
    stdin: { contents: programSource, resolveDir: path.join(process.cwd(), 'server/platform'), loader: 'ts' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'silent',
  });
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
  await rm(program, { force: true });
});

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function runProgram(dataDir: string): { child: ChildProcess; report: Promise<Report> } {
  const child = fork(program, [dataDir], { execArgv: [] });
  const report = new Promise<Report>((resolve) =>
    child.once('message', (message) => resolve(message as Report)),
  );
  return { child, report };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

async function failure(dataDir: string): Promise<EmbeddedDatabaseError> {
  const error: unknown = await startEmbeddedDatabase({ dataDir }).catch((reason: unknown) => reason);
  if (!(error instanceof EmbeddedDatabaseError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

// Starting and stopping real servers takes seconds where other tests keep the machine busy.
describe('the embedded database', { timeout: 60_000 }, () => {
  it('keeps its rows over a stop and a start', async () => {
    const dataDir = path.join(base, 'kept');
    const first = await startEmbeddedDatabase({ dataDir });
    expect(first.isNew).toBe(true);
    await query(first.ownerUrl('postgres'), 'create table kept as select 42 as answer');
    await first.stop();
    const second = await startEmbeddedDatabase({ dataDir });
    expect(second.isNew).toBe(false);
    expect(await query(second.ownerUrl('postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    await second.stop();
  });

  it('is opened by one program only, and says so in one line', async () => {
    const dataDir = path.join(base, 'once');
    const database = await startEmbeddedDatabase({ dataDir });
    const refusal = await failure(dataDir);
    expect(refusal.code).toBe('in_use');
    expect(refusal.message).toBe(`The data folder ${dataDir} is already in use by another running program.`);
    await database.stop();
  });

  it('lets exactly one of two programs in that start at the same moment', async () => {
    const dataDir = path.join(base, 'race');
    const programs = [runProgram(dataDir), runProgram(dataDir)];
    const reports = await Promise.all(programs.map((each) => each.report));
    expect(reports.map((report) => report.failure ?? 'started').toSorted()).toEqual(['in_use', 'started']);
    for (const { child } of programs) {
      child.kill('SIGKILL');
      await ended(child);
    }
    const after = await startEmbeddedDatabase({ dataDir });
    await after.stop();
  });

  it('starts again after its program was killed, with every acknowledged row', async () => {
    const dataDir = path.join(base, 'killed');
    const { child, report } = runProgram(dataDir);
    const { url = '' } = await report;
    await query(url, 'create table acknowledged as select generate_series(1, 1000) as number');
    child.kill('SIGKILL');
    await ended(child);
    const database: EmbeddedDatabase = await startEmbeddedDatabase({ dataDir });
    const rows = await query<{ count: string }>(
      database.ownerUrl('postgres'),
      'select count(*) from acknowledged',
    );
    expect(rows).toEqual([{ count: '1000' }]);
    await database.stop();
  });

  it('starts again after everything was killed, a stale process id in its file or not', async () => {
    const dataDir = path.join(base, 'all-killed');
    const { child, report } = runProgram(dataDir);
    const { url = '' } = await report;
    await query(url, 'create table acknowledged as select 1 as number');
    child.kill('SIGKILL');
    await ended(child);
    const pidFile = path.join(dataDir, 'cluster/postmaster.pid');
    const [pid, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    // The number now belongs to another program: to this one, which must survive the start.
    await writeFile(pidFile, [process.pid, ...rest].join('\n'));
    const database = await startEmbeddedDatabase({ dataDir });
    expect(await query(database.ownerUrl('postgres'), 'select number from acknowledged')).toEqual([
      { number: 1 },
    ]);
    await database.stop();
  });

  it('makes its cluster anew when the first start was cut off', async () => {
    const dataDir = path.join(base, 'cut-off');
    await mkdir(path.join(dataDir, 'unfinished-1234/global'), { recursive: true });
    await writeFile(path.join(dataDir, 'password'), 'old\n');
    const database = await startEmbeddedDatabase({ dataDir });
    expect(database.isNew).toBe(true);
    expect(await readdir(dataDir)).not.toContain('unfinished-1234');
    await database.stop();
  });

  it('leaves a folder alone that holds something else', async () => {
    const dataDir = path.join(base, 'foreign');
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, 'thesis.txt'), 'years of work');
    expect((await failure(dataDir)).code).toBe('damaged');
    expect(await readdir(dataDir)).toEqual(['thesis.txt']);
  });

  it('never replaces a damaged cluster by an empty one', async () => {
    const dataDir = path.join(base, 'damaged');
    await mkdir(path.join(dataDir, 'cluster'), { recursive: true });
    await writeFile(path.join(dataDir, 'cluster/PG_VERSION'), '18\n');
    const refusal = await failure(dataDir);
    expect(refusal.code).toBe('damaged');
    expect(refusal.message).toContain('nothing was changed');
    expect(await readdir(path.join(dataDir, 'cluster'))).toEqual(['PG_VERSION']);
  });

  it('refuses data of another major version, and names both', async () => {
    const dataDir = path.join(base, 'version');
    await mkdir(path.join(dataDir, 'cluster/global'), { recursive: true });
    await writeFile(path.join(dataDir, 'cluster/PG_VERSION'), '15\n');
    await writeFile(path.join(dataDir, 'cluster/global/pg_control'), '');
    await writeFile(path.join(dataDir, 'password'), 'x\n');
    const refusal = await failure(dataDir);
    expect(refusal.code).toBe('version');
    expect(refusal.message).toMatch(/PostgreSQL 15, this program has 18/u);
  });

  it('says which folder cannot be written to', async () => {
    const file = path.join(base, 'a-file');
    await writeFile(file, '');
    const refusal = await failure(path.join(file, 'below'));
    expect(refusal.code).toBe('unwritable');
    expect(refusal.message).toContain(file);
  });
});

describe('an embedded database that ends by itself', { timeout: 60_000 }, () => {
  /** What its program hears. */
  class Heard implements DatabaseWatcher {
    readonly restarts: string[] = [];
    readonly losses: EmbeddedDatabaseError[] = [];

    onRestart(line: string): void {
      this.restarts.push(line);
    }

    onLost(error: EmbeddedDatabaseError): void {
      this.losses.push(error);
    }
  }

  async function killServerOf(dataDir: string): Promise<void> {
    const [pid] = (await readFile(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  it('is started again at the same address, with every acknowledged row, and says why it ended', async () => {
    const dataDir = path.join(base, 'ended');
    const watcher = new Heard();
    const database = await startEmbeddedDatabase({ dataDir, watcher });
    const url = database.ownerUrl('postgres');
    await query(url, 'create table acknowledged as select 7 as number');
    for (const times of [1, 2]) {
      await killServerOf(dataDir);
      await expect.poll(() => watcher.restarts.length, { timeout: 50_000 }).toBe(times);
      expect(await query(url, 'select number from acknowledged')).toEqual([{ number: 7 }]);
    }
    expect(watcher.restarts[0]).toBe(
      `The database in ${dataDir} ended by itself (SIGKILL). It was started again.`,
    );
    await database.stop();
    expect(watcher).toMatchObject({ restarts: { length: 2 }, losses: [] });
  });

  it('and cannot start again is given up with one line that says why', async () => {
    const dataDir = path.join(base, 'lost');
    const watcher = new Heard();
    const database = await startEmbeddedDatabase({ dataDir, watcher });
    await rename(path.join(dataDir, 'cluster/global/pg_control'), path.join(dataDir, 'away'));
    await killServerOf(dataDir);
    await expect.poll(() => watcher.losses.length, { timeout: 50_000 }).toBe(1);
    expect(watcher.losses[0]?.message).toMatch(
      /^The database in \S+ ended by itself \(SIGKILL\) and was not started again: .*did not start: .*pg_control[^\n]*$/u,
    );
    expect(watcher.restarts).toEqual([]);
    await database.stop();
  });

  it('writes to the end of its log, after what a process of an earlier server wrote', async () => {
    const dataDir = path.join(base, 'appended');
    const log = path.join(dataDir, 'postgres.log');
    const database = await startEmbeddedDatabase({ dataDir });
    const late = `FATAL: terminating connection due to unexpected postmaster exit${'.'.repeat(2000)}\n`;
    await appendFile(log, late);
    await database.stop();
    const [, after = ''] = (await readFile(log, 'utf8')).split(late);
    expect(after).toContain('database system is shut down');
  });

  it('writes no row and no value to its log, whatever fails', async () => {
    const dataDir = path.join(base, 'quiet');
    const database = await startEmbeddedDatabase({ dataDir });
    const url = database.ownerUrl('postgres');
    await query(url, 'create table people (name text primary key)');
    await query(url, "insert into people values ('Zoë Quillfeather')");
    for (const failing of [
      "insert into people values ('Zoë Quillfeather')",
      "select 'Zoë Quillfeather'::uuid",
      "select 1 from nowhere where name = 'Zoë Quillfeather'",
    ])
      await expect(query(url, failing)).rejects.toThrow();
    const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system is ready');
    expect(log).not.toContain('Quillfeather');
    await database.stop();
  });
});
