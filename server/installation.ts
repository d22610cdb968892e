import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { product } from '#contract/kit/product.ts';
import { OperationError } from './operations/operation-error.ts';
import { MeasuredLoad, type PoolLoad } from './platform/admission.ts';
import { openDatabase, type Database } from './platform/database.ts';
import { appSettings, panelSettings } from './platform/database-roles.ts';
import { runningDatabaseUrl, startEmbeddedDatabase } from './platform/embedded-database.ts';
import { databaseUser } from './platform/embedded-database-place.ts';
import { EmbeddedDatabaseError } from './platform/embedded-database-server.ts';
import { describeError } from './platform/log.ts';
import {
  ConnectionError,
  endRotation,
  findDatabase,
  isEmptyDatabase,
  makeDatabase,
  prepareDatabase,
  refreshStatistics,
  NotReadyError,
} from './platform/migrate.ts';
import { testPanelRole } from './platform/panel-self-test.ts';
import { openPanel, type Panel } from './platform/panel.ts';
import { testPooler } from './platform/pooler-test.ts';
import { testRoleSettings } from './platform/role-settings-test.ts';
import {
  readOrCreateSecretKey,
  readSecretKey,
  SecretKeyError,
  type SecretKey,
} from './platform/secret-key.ts';
import { SelfTestError, testTenantIsolation } from './platform/self-test.ts';
import { SettingsError, type Settings } from './platform/settings.ts';
import { refold } from './refold.ts';

/** Ends the program with one clear line for those failures that a person can mend. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What to print for a failure at start: one line where a person can mend it, everything where it is our bug. */
export function explainFailure(error: unknown): string {
  const expected = [
    StartError,
    SettingsError,
    SecretKeyError,
    EmbeddedDatabaseError,
    SelfTestError,
    OperationError,
  ];
  if (!(error instanceof Error)) return `A thrown ${typeof error}`;
  if (expected.some((kind) => error instanceof kind)) return error.message;
  const { type, message, code, stack } = describeError(error);
  return [`${type}${code === undefined ? '' : ` ${code}`}: ${message}`, stack].filter(Boolean).join('\n');
}

/** Things to close, last opened first. */
export class Closing {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #closed: Promise<void> | undefined;

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step);
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      for (const step of this.#steps) await step();
    })();
    return this.#closed;
  }
}

/** The data of this installation, open and up to date. */
export interface Installation {
  database: Database;
  /** How busy its connections are. */
  load: PoolLoad;
  /** Its address, for the program's own role. */
  databaseUrl: string;
  /** The same past a pooler. */
  directUrl: string;
  /** Reads all schools for the platform's own lists. */
  panel: Panel;
  secretKey: SecretKey;
  /** Changes of the schema that were made to open it. */
  applied: readonly string[];
  /** To be called after much was loaded at once. */
  refreshStatistics(): Promise<void>;
  /** To be called when all was sealed anew with the first key: the others are needed no more. */
  endRotation(): Promise<void>;
}

interface Opening {
  root: string;
  closing: Closing;
  say: (line: string) => void;
  beside?: boolean;
  /** The embedded database ended by itself and could not be started again; left out: nobody hears of it. */
  onDatabaseLost?: (error: Error) => void;
}

/**
 * Opens the database that the settings name, brings it up to date where they want that, and checks that it keeps tenants apart. `beside`: a
 * command that may run next to the program, and then uses the embedded server that it has started.
 * @throws StartError, EmbeddedDatabaseError, SecretKeyError or SelfTestError, each with one clear line
 */
export async function openInstallation(settings: Settings, options: Opening): Promise<Installation> {
  await openDataDir(settings, options.say);
  const known = await readSecretKey(settings.secretKeyFile);
  const ownerUrl = await openOwnerUrl(settings, options);
  try {
    const secretKey = known ?? (await makeSecretKey(settings, ownerUrl));
    const place = { ownerUrl, pooledUrl: settings.databaseUrl, root: options.root, secretKey };
    const { url, directUrl, panelUrl, applied } = await (settings.migrates
      ? prepareDatabase(place)
      : findDatabase(place));
    if (settings.migrates) await refold(ownerUrl);
    if (settings.databaseDirectUrl !== null) await testPooler(url);
    const load = new MeasuredLoad();
    const database = openDatabase(url, {
      load,
      ...(settings.databasePool !== null && { connections: settings.databasePool }),
    });
    options.closing.add(() => database.destroy());
    const panel = openPanel(panelUrl);
    options.closing.add(() => panel.destroy());
    await testRoleSettings(database, appSettings);
    await testRoleSettings(panel, panelSettings);
    await testTenantIsolation(database);
    await testPanelRole(panel, database);
    return {
      database,
      load,
      databaseUrl: url,
      directUrl,
      panel,
      secretKey,
      applied,
      refreshStatistics: () => refreshStatistics(ownerUrl),
      endRotation: () => endRotation(ownerUrl, secretKey),
    };
  } catch (error) {
    throw describeDatabaseFailure(error, settings);
  }
}

async function openDataDir({ dataDir, databaseUrl }: Settings, say: (line: string) => void): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to. Choose another folder with DATA_DIR.`);
  }
  const user = databaseUrl === null ? await databaseUser(path.join(dataDir, 'postgres')) : null;
  const reason = await closeToOthers(dataDir, user);
  if (reason !== null) say(`DATA_DIR ${dataDir} can be entered by other users of this machine: ${reason}.`);
}

/** What stands in it; anything else was put there by somebody, who may want to reach it. */
const isOurs = (name: string) =>
  /^(?:postgres|mailbox|sandbox|lost\+found|secret\.key(?:\.\w+)?)$/u.test(name);

/**
 * Lets nobody but its owner into the folder: us, or `user`, as whom we run the database where we are root.
 * @returns why that was not done; null where it was
 */
async function closeToOthers(
  dataDir: string,
  user: { uid: number; gid: number } | null,
): Promise<string | null> {
  // Windows has other rights, which Node does not set.
  if (process.platform === 'win32') return null;
  const { mode, uid } = await stat(dataDir);
  if ((mode & 0o777) === 0o700 && (user === null || user.uid === uid)) return null;
  if (!(await readdir(dataDir)).every(isOurs)) return 'there are files of others in it';
  try {
    // As root we reach it anyway, and the database has to, too.
    if (user) await chown(dataDir, user.uid, user.gid);
    await chmod(dataDir, 0o700);
    return null;
  } catch {
    return 'it belongs to another user';
  }
}

/**
 * The address of the database as its owner and past a pooler, for commands that leave the schema as it is; starts the embedded one where it has to.
 * @throws EmbeddedDatabaseError
 */
export async function openOwnerUrl(
  settings: Settings,
  { closing, say, beside = false, onDatabaseLost }: Opening,
): Promise<string> {
  const { databaseDirectUrl, databaseUrl } = settings;
  if (databaseUrl !== null) return databaseDirectUrl ?? databaseUrl;
  const dataDir = path.join(settings.dataDir, 'postgres');
  const running = beside ? await runningDatabaseUrl(dataDir, product.slug) : null;
  if (running !== null) return running;
  const watcher = { onRestart: say, onLost: (error: Error) => onDatabaseLost?.(error) };
  const embedded = await startEmbeddedDatabase({ dataDir, watcher });
  closing.add(() => embedded.stop());
  if (embedded.notice !== null) say(embedded.notice);
  await makeDatabase(embedded.ownerUrl('postgres'), product.slug);
  return embedded.ownerUrl(product.slug);
}

async function makeSecretKey({ secretKeyFile }: Settings, ownerUrl: string): Promise<SecretKey> {
  if (await isEmptyDatabase(ownerUrl)) return await readOrCreateSecretKey(secretKeyFile);
  throw new SecretKeyError(
    `SECRET_KEY_FILE ${secretKeyFile} is missing, and the database was made with it. Put it back from the backup.`,
  );
}

function describeDatabaseFailure(error: unknown, settings: Settings): unknown {
  if (error instanceof NotReadyError) return new StartError(error.message);
  if (settings.databaseUrl === null || !(error instanceof Error)) return error;
  const { host, pathname } = new URL(settings.databaseDirectUrl ?? settings.databaseUrl);
  const name = settings.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof ConnectionError || /^E[A-Z]+$|^28|^3D/u.test(code))
    return new StartError(
      `The database at ${host}${pathname} cannot be reached (${name}): ${error.message || 'no answer'}`,
    );
  if (code === '42501')
    return new StartError(
      `The role of ${name} must own the database at ${host}${pathname} and may create roles: ${error.message}`,
    );
  return error;
}
