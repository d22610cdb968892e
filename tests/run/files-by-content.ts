import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Test files below these folders in which a pattern is found. Folders and answer are relative to the project's folder. */
function testFilesWith(pattern: RegExp, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file).replaceAll(path.sep, '/'),
      ),
    )
    .filter((file) => /\.test\.tsx?$/u.test(file) && pattern.test(readFileSync(file, 'utf8')));
}

/**
 * Those that put something into the place of what other code takes when it is read: a module, or the database of a browser.
 * They need to read all of it themselves.
 */
export function filesAlone(folders: readonly string[]): string[] {
  return testFilesWith(/\bvi\.(?:doMock|mock)\(|fake-indexeddb\/auto/u, folders);
}

/** Those that look at pages. */
export function filesThatLook(folders: readonly string[]): string[] {
  return testFilesWith(/\bexpectWellMade\b/u, folders);
}
