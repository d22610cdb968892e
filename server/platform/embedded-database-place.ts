import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readBinaries } from './embedded-database-binaries.ts';

const run = promisify(execFile);

/** Where the database lives and as whom it runs. */
export interface Place {
  folder: string;
  /** Null: as ourselves. Set where we are root, as whom PostgreSQL refuses to run. */
  runAs: { uid: number; gid: number } | null;
  /** Where the program files have to be copied to, because that user cannot reach ours. */
  copyBinariesTo: string | null;
}

/** Reachable for every user, and kept over restarts of the machine. */
const systemFolder = '/var/lib/quillshelf';

const elsewhereFor = (asked: string) =>
  path.join(systemFolder, createHash('sha256').update(asked).digest('hex').slice(0, 16));

/**
 * As an ordinary user: the folder that was asked for. As root: a user without rights of its own runs the server, and
 * where that user cannot reach the folder, the data goes to a place in /var/lib that is always the same for this folder.
 */
export async function choosePlace(asked: string): Promise<Place> {
  await mkdir(path.dirname(asked), { recursive: true });
  const runAs = await databaseUser(asked);
  if (runAs === null) return { folder: asked, runAs, copyBinariesTo: null };
  const elsewhere = elsewhereFor(asked);
  const binaries = await readBinaries();
  const copyBinariesTo = (await reaches(runAs, binaries.folder)) ? null : systemFolder;
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  // Data that is there already stays where it is, whatever can be reached by now.
  const [inAsked, inElsewhere] = [asked, elsewhere].map((each) => existsSync(path.join(each, 'cluster')));
  const isReachable = await reaches(runAs, path.dirname(asked));
  const folder = isReachable && (inAsked || !inElsewhere) ? asked : elsewhere;
  return { folder, runAs, copyBinariesTo };
}

/** Who runs the server of a folder that was asked for; null: we ourselves. */
export async function databaseUser(asked: string): Promise<{ uid: number; gid: number } | null> {
  return process.getuid?.() === 0 ? await unprivilegedUser([asked, elsewhereFor(asked)]) : null;
}

/** Whoever has the data already; else the system's `postgres`, else `nobody`, who is on every system. */
async function unprivilegedUser(folders: readonly string[]): Promise<{ uid: number; gid: number }> {
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => null);
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // No such user here; the next one is asked for.
      continue;
    }
  }
  throw new Error('there is no user as whom a database could run');
}

/** True where the user may walk into the folder: every folder above it, and the folder itself, lets it pass. */
async function reaches(user: { uid: number; gid: number }, folder: string): Promise<boolean> {
  for (let each = path.resolve(folder); ; each = path.dirname(each)) {
    const found = await stat(each).catch(() => null);
    if (found) {
      const bits = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
      if ((found.mode & bits) === 0) return false;
    }
    if (each === path.dirname(each)) return true;
  }
}
