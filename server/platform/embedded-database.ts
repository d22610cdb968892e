import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBinaries, type Binaries } from './embedded-database-binaries.ts';
import { takeLock, type FolderLock } from './embedded-database-lock.ts';
import { choosePlace, type Place } from './embedded-database-place.ts';
import {
  addressOf,
  EmbeddedDatabaseError,
  environment,
  exitOf,
  startServer,
  superuser,
  type DatabaseWatcher,
} from './embedded-database-server.ts';

/** A real PostgreSQL server of our own, with its data in a folder. */
export interface EmbeddedDatabase {
  /** Address of the superuser in a database of this server. */
  ownerUrl(database: string): string;
  readonly port: number;
  /** Where the data really is: elsewhere than asked where the database's user cannot reach the folder. */
  readonly folder: string;
  /** A line for people when the data is elsewhere than asked. */
  readonly notice: string | null;
  /** True where this start made the cluster. */
  readonly isNew: boolean;
  /** Shuts down cleanly; may be called twice. */
  stop(): Promise<void>;
}

const stopSeconds = 60;
const nobody: DatabaseWatcher = { onRestart: () => undefined, onLost: () => undefined };

/**
 * Starts the server in a folder, making the cluster on first use. Whatever an earlier life left running there is shut
 * down first; data that is damaged or of another version is never touched.
 * @throws EmbeddedDatabaseError
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  /** `ownerUrl` names a local socket in the folder: a question by it takes a third less of a processor than by the port. */
  hasSocket?: boolean;
  /** Hears of a server that ended by itself; left out: nobody does. */
  watcher?: DatabaseWatcher;
}): Promise<EmbeddedDatabase> {
  const asked = path.resolve(options.dataDir);
  const place = await choosePlace(asked).catch((error: unknown) => {
    throw unwritable(asked, error);
  });
  await mkdir(place.folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unwritable(place.folder, error);
  });
  await access(place.folder).catch((error: unknown) => {
    throw unwritable(place.folder, error);
  });
  const lock = await takeLock(place.folder);
  if (!lock) {
    throw new EmbeddedDatabaseError(
      'in_use',
      `The data folder ${asked} is already in use by another running program.`,
    );
  }
  try {
    return await startLocked(asked, place, lock, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Address of the superuser of a server that another program of ours is running in this folder, for commands that are
 * given beside it; null where none runs.
 */
export async function runningDatabaseUrl(dataDir: string, database: string): Promise<string | null> {
  const { folder } = await choosePlace(path.resolve(dataDir));
  const cluster = path.join(folder, 'cluster');
  const [pid, , , port] = (
    await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n');
  if (!port || !(await isServerOf(Number(pid), cluster))) return null;
  return addressOf(Number(port), (await readFile(path.join(folder, 'password'), 'utf8')).trim(), database);
}

function unwritable(folder: string, error: unknown): EmbeddedDatabaseError {
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedDatabaseError('unwritable', `The data folder ${folder} cannot be written to: ${reason}`);
}

async function startLocked(
  asked: string,
  place: Place,
  lock: FolderLock,
  { hasSocket = false, watcher = nobody }: { hasSocket?: boolean; watcher?: DatabaseWatcher },
): Promise<EmbeddedDatabase> {
  const cluster = path.join(place.folder, 'cluster');
  const binaries = await reachableBinaries(place);
  await stopOrphan(cluster);
  const isNew = await makeCluster(asked, place, cluster, binaries);
  const password = (await readFile(path.join(place.folder, 'password'), 'utf8')).trim();
  const running = await startServer({ place, cluster, binaries, password, hasSocket, watcher });
  return {
    port: running.port,
    folder: place.folder,
    notice:
      place.folder === asked
        ? null
        : `The database keeps its data in ${place.folder}, because its user cannot reach ${asked}.`,
    isNew,
    ownerUrl(database) {
      const address = addressOf(running.port, password, database);
      return hasSocket ? `${address}?host=${encodeURIComponent(place.folder)}` : address;
    },
    async stop() {
      await running.stop();
      await lock.release();
    },
  };
}

/** The program files, copied to the database's place where its user cannot reach our own. */
async function reachableBinaries(place: Place): Promise<Binaries> {
  const binaries = await readBinaries();
  if (!place.copyBinariesTo) return binaries;
  const target = path.join(place.copyBinariesTo, `postgresql-${binaries.version}`);
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    await chmod(unfinished, 0o755);
    await rename(unfinished, target).catch(async () => {
      // Another program made the same copy in the meantime.
      await rm(unfinished, { recursive: true, force: true });
    });
  }
  const moved = (file: string) => path.join(target, path.relative(binaries.folder, file));
  return { ...binaries, folder: target, postgres: moved(binaries.postgres), initdb: moved(binaries.initdb) };
}

/** True where a new cluster was made. @throws EmbeddedDatabaseError for data that is not ours to open */
async function makeCluster(
  asked: string,
  place: Place,
  cluster: string,
  binaries: Binaries,
): Promise<boolean> {
  if (existsSync(cluster)) {
    await refuseDamaged(asked, place, cluster, binaries);
    return false;
  }
  const present = (await readdir(place.folder)).filter(
    (name) => !/^(unfinished-.*|postgres\.log|password)$/u.test(name),
  );
  if (present.length > 0) {
    throw new EmbeddedDatabaseError(
      'damaged',
      `The data folder ${asked} holds something else than our database (${present[0]}); nothing was changed.`,
    );
  }
  // A first start that was cut off leaves only this behind; a cluster appears under its name when it is whole.
  for (const name of await readdir(place.folder)) {
    if (name.startsWith('unfinished-'))
      await rm(path.join(place.folder, name), { recursive: true, force: true });
  }
  const password = randomBytes(24).toString('base64url');
  const passwordFile = path.join(place.folder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(place, place.folder);
  await giveTo(place, passwordFile);
  const unfinished = path.join(place.folder, `unfinished-${randomBytes(4).toString('hex')}`);
  const initdb = spawn(
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...place.runAs, cwd: place.folder, stdio: ['ignore', 'ignore', 'pipe'], env: environment() },
  );
  const complaints = collect(initdb);
  const exitCode = await exitOf(initdb);
  if (exitCode !== 0) {
    throw new EmbeddedDatabaseError(
      'failed',
      `The database in ${place.folder} could not be made: ${complaints()}`,
    );
  }
  await rename(unfinished, cluster);
  return true;
}

async function refuseDamaged(
  asked: string,
  place: Place,
  cluster: string,
  binaries: Binaries,
): Promise<void> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  const whole =
    existsSync(path.join(cluster, 'global/pg_control')) && existsSync(path.join(place.folder, 'password'));
  if (version === null || !whole) {
    throw new EmbeddedDatabaseError(
      'damaged',
      `The database in ${asked} is damaged; nothing was changed. Restore a backup into this folder or choose another with DATA_DIR.`,
    );
  }
  const ours = binaries.version.split('.')[0];
  if (version.trim() !== ours) {
    throw new EmbeddedDatabaseError(
      'version',
      `The database in ${asked} is of PostgreSQL ${version.trim()}, this program has ${ours}; nothing was changed.`,
    );
  }
}

async function giveTo(place: Place, file: string): Promise<void> {
  if (place.runAs) await chown(file, place.runAs.uid, place.runAs.gid);
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text.trim().replaceAll(/\s*\n\s*/gu, ' ');
}

/** Shuts down the server that an earlier program left behind when it was killed. */
async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServerOf(pid, cluster))) return;
  const deadline = Date.now() + stopSeconds * 1000;
  signal(pid, 'SIGINT');
  while (await isServerOf(pid, cluster)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(25);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // Gone in the meantime, which is what we wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** True while that process is a PostgreSQL of this very folder; a pid that was given to another program is not. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (commandLine !== null) return commandLine.split('\0').includes(cluster);
  if ((await stat('/proc/self').catch(() => null)) !== null) return false;
  const ps = spawn('ps', ['-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  ps.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await exitOf(ps);
  return text.includes(cluster);
}
