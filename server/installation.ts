import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { product } from '#contract/kit/product.ts';
import { openDatabase, type Database } from './platform/database.ts';
import {
  EmbeddedDatabaseError,
  runningDatabaseUrl,
  startEmbeddedDatabase,
} from './platform/embedded-database.ts';
import { ConnectionError, makeDatabase, prepareDatabase, refreshStatistics } from './platform/migrate.ts';
import { readOrCreateSecretKey, SecretKeyError, type SecretKey } from './platform/secret-key.ts';
import { SelfTestError, testTenantIsolation } from './platform/self-test.ts';
import { SettingsError, type Settings } from './platform/settings.ts';

/** Ends the program with one clear line for those failures that a person can mend. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What to print for a failure at start: one line where a person can mend it, everything where it is our bug. */
export function explainFailure(error: unknown): string {
  const expected = [StartError, SettingsError, SecretKeyError, EmbeddedDatabaseError, SelfTestError];
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
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
  /** Its address, for the program's own role. */
  databaseUrl: string;
  secretKey: SecretKey;
  /** To be called after much was loaded at once. */
  refreshStatistics(): Promise<void>;
}

/**
 * Opens the database that the settings name, brings it up to date and checks that it keeps tenants apart. `beside`: a
 * command that may run next to the program, and then uses the embedded server that it has started.
 * @throws StartError, EmbeddedDatabaseError or SelfTestError, each with one clear line
 */
export async function openInstallation(
  settings: Settings,
  options: { root: string; closing: Closing; say: (line: string) => void; beside?: boolean },
): Promise<Installation> {
  await openDataDir(settings);
  const secretKey = await readOrCreateSecretKey(settings.secretKeyFile);
  const ownerUrl = await openOwnerUrl(settings, options);
  try {
    const { url } = await prepareDatabase({ ownerUrl, root: options.root, secretKey });
    const database = openDatabase(url);
    options.closing.add(() => database.destroy());
    await testTenantIsolation(database);
    return { database, databaseUrl: url, secretKey, refreshStatistics: () => refreshStatistics(ownerUrl) };
  } catch (error) {
    throw describeDatabaseFailure(error, settings);
  }
}

async function openDataDir(settings: Settings): Promise<void> {
  try {
    await mkdir(settings.dataDir, { recursive: true });
    await access(settings.dataDir, constants.W_OK);
  } catch {
    throw new StartError(
      `DATA_DIR ${settings.dataDir} cannot be written to. Choose another folder with DATA_DIR.`,
    );
  }
}

async function openOwnerUrl(
  settings: Settings,
  { closing, say, beside = false }: { closing: Closing; say: (line: string) => void; beside?: boolean },
): Promise<string> {
  if (settings.databaseUrl !== null) return settings.databaseUrl;
  const dataDir = path.join(settings.dataDir, 'postgres');
  const running = beside ? await runningDatabaseUrl(dataDir, product.slug) : null;
  if (running !== null) return running;
  const embedded = await startEmbeddedDatabase({ dataDir });
  closing.add(() => embedded.stop());
  if (embedded.notice !== null) say(embedded.notice);
  await makeDatabase(embedded.ownerUrl('postgres'), product.slug);
  return embedded.ownerUrl(product.slug);
}

function describeDatabaseFailure(error: unknown, settings: Settings): unknown {
  if (settings.databaseUrl === null || !(error instanceof Error)) return error;
  const { host, pathname } = new URL(settings.databaseUrl);
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof ConnectionError || /^E[A-Z]+$|^28|^3D/u.test(code))
    return new StartError(
      `The database at ${host}${pathname} cannot be reached (DATABASE_URL): ${error.message || 'no answer'}`,
    );
  if (code === '42501')
    return new StartError(
      `The role of DATABASE_URL must own the database at ${host}${pathname} and may create roles: ${error.message}`,
    );
  return error;
}
