import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whoever has read the code before has the module itself, or has found no database in the browser. */
const replacing = /\bvi\.(?:doMock|mock)\(|fake-indexeddb\/auto/u;

/**
 * Test files that put something into the place of what other code takes when it is read: they need to read all of it
 * themselves. The others share it. `folders` and the answer are relative to the project's folder.
 */
export function filesAlone(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
    )
    .filter((file) => /\.test\.tsx?$/u.test(file) && replacing.test(readFileSync(file, 'utf8')));
}
