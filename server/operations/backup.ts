import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import * as v from 'valibot';
import { OperationError } from './operation-error.ts';
import { requireTool, runTool } from './database-tools.ts';
import { countTables } from './table-counts.ts';

export const files = { database: 'database.dump', key: 'secret.key', manifest: 'manifest.json' } as const;

const FileEntry = v.object({ bytes: v.number(), sha256: v.string() });

/** What stands beside a backup, so that it can be told to be whole, and what it has to become again. */
const Manifest = v.object({
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  /** Of the program. */
  version: v.string(),
  /** The newest change of the schema that the database had. */
  schema: v.string(),
  /** Major version of PostgreSQL. */
  postgres: v.number(),
  files: v.object({ [files.database]: FileEntry, [files.key]: FileEntry }),
  tables: v.record(v.string(), v.object({ rows: v.number(), fingerprint: v.string() })),
});
export type Manifest = v.InferOutput<typeof Manifest>;

async function describeFile(file: string): Promise<v.InferOutput<typeof FileEntry>> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

export async function majorVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  return Math.floor(Number(rows[0]?.version) / 10_000);
}

/**
 * Writes a folder with the database of one moment, the secret key and a manifest. Servers go on meanwhile.
 * @returns the folder
 * @throws OperationError with one line that says what is missing
 */
export async function makeBackup(options: {
  ownerUrl: string;
  secretKeyFile: string;
  /** Folder of all backups. */
  into: string;
  version: string;
  now: Date;
}): Promise<{ folder: string; manifest: Manifest }> {
  const { ownerUrl, secretKeyFile, into, version, now } = options;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const folder = path.join(into, now.toISOString().slice(0, 19).replaceAll(':', '-'));
  // Nobody takes half a backup for a whole one.
  const draft = `${folder}.unfinished`;
  try {
    const postgres = await majorVersion(client);
    await requireTool('pg_dump', postgres);
    // The key in it opens all there is.
    await mkdir(draft, { recursive: true, mode: 0o700 });
    // What is counted and what is dumped is of one moment.
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ snapshot: string; schema: string }>(
      `select pg_export_snapshot() as snapshot, (select name from migrations order by id desc limit 1) as schema`,
    );
    const [moment] = rows;
    if (!moment) throw new Error('PostgreSQL exported no snapshot.');
    const dump = path.join(draft, files.database);
    const args = ['--format=custom', '--no-owner', `--snapshot=${moment.snapshot}`, `--file=${dump}`];
    await runTool('pg_dump', ownerUrl, args);
    const tables = await countTables(client);
    const key = path.join(draft, files.key);
    await copyFile(secretKeyFile, key);
    const manifest: Manifest = {
      made_at: now.toISOString(),
      version,
      schema: moment.schema,
      postgres,
      files: { [files.database]: await describeFile(dump), [files.key]: await describeFile(key) },
      tables,
    };
    await writeFile(path.join(draft, files.manifest), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
    });
    await rename(draft, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** @throws OperationError where it is no backup, or not the one that was made */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, files.manifest), 'utf8').catch(() => {
    throw new OperationError(`${folder} holds no backup: there is no ${files.manifest} in it.`);
  });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text);
  if (!read.success) throw new OperationError(`${path.join(folder, files.manifest)} is not whole.`);
  for (const [name, expected] of Object.entries(read.output.files)) {
    const found = await describeFile(path.join(folder, name)).catch(() => {
      throw new OperationError(`${path.join(folder, name)} is missing.`);
    });
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
      throw new OperationError(
        `${path.join(folder, name)} is not the file that was written: its SHA-256 differs.`,
      );
  }
  return read.output;
}
