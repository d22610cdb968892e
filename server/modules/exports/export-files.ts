import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import { inTenant, tenantAt, type Database } from '#server/platform/database.ts';
import type { Media } from '#server/platform/media.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import { Archive, type ArchiveSink } from './archive.ts';
import { copySchool } from './school-copy.ts';

/** What `sha256sum --check` reads. */
const sums = 'SHA256SUMS';

interface WrittenFile {
  file: string;
  bytes: number;
  sha256: string;
}

/** Writes the parts of an archive as files of a folder, for their owner alone. */
class FolderSink implements ArchiveSink {
  readonly written: WrittenFile[] = [];
  #open: FileHandle | null = null;

  constructor(private readonly folder: string) {}

  async append(part: number, place: number, content: Buffer): Promise<void> {
    if (place === 0) this.#open = await open(path.join(this.folder, this.#nameOf(part)), 'wx', 0o600);
    await this.#open?.appendFile(content);
  }

  async endPart({ part, bytes, sha256 }: { part: number; bytes: number; sha256: Buffer }): Promise<void> {
    await this.#open?.sync();
    await this.close();
    this.written.push({ file: this.#nameOf(part), bytes, sha256: sha256.toString('hex') });
  }

  async close(): Promise<void> {
    const handle = this.#open;
    this.#open = null;
    await handle?.close();
  }

  #nameOf(part: number): string {
    return `quillshelf-export-${part}.zip`;
  }
}

/**
 * Writes all that a school has, of one moment, into a new folder of files with their hashes, as its own export has it. Servers go on meanwhile.
 * @param into folder of all exports
 * @throws Problem `tenants.unknown_slug`
 */
export async function writeSchoolFiles(options: {
  database: Database;
  media: Media;
  slug: string;
  into: string;
  now: Date;
  /** Bytes after which another ZIP is begun; left out: what suits a ZIP. */
  partBytes?: number;
}): Promise<{ folder: string; rows: number; files: readonly WrittenFile[] }> {
  const { database, media, slug, into, now, partBytes } = options;
  const school = await tenantAt(database, { subdomain: slug });
  if (!school || school.is_platform || school.gone_at !== null)
    throw new Problem(tenantProblems.unknown_slug);
  const { id: tenantId } = school;
  const folder = path.join(into, `${slug}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  // Nobody takes half of it for all of it.
  const draft = `${folder}.unfinished`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const sink = new FolderSink(draft);
  try {
    // Nothing leaves without a line about it, in both audits.
    await inTenant(database, tenantId, async (transaction) => {
      const platform = await findPlatformId(transaction);
      if (platform === undefined) throw new Error('There is no platform');
      const by = { transaction, tenant: { id: platform }, actor: { id: null } };
      await auditBoth(by, school, 'tenants.exported', { reason: 'By a command on the server' });
    });
    let rows = 0;
    const onRows = (count: number) => {
      rows += count;
    };
    await inTenant(
      database,
      tenantId,
      (source) => copySchool(source, new Archive(sink, now, partBytes), { tenantId, now, media, onRows }),
      'repeatable read',
    );
    const lines = sink.written.map(({ file, sha256 }) => `${sha256}  ${file}\n`);
    await writeFile(path.join(draft, sums), lines.join(''), { mode: 0o600 });
    await rename(draft, folder);
    return { folder, rows, files: sink.written };
  } catch (error) {
    await sink.close();
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
