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

/** A module of the test's own, or the database of a browser. */
const forReading = /\bvi\.(?:doMock|mock)\(|fake-indexeddb\/auto/u;
/** What the page has, where it goes, and that it is locked. */
const ofThePage =
  /\bdefineProperty\(|\bdefineProperties\(|\.prototype\.\w+ =|\bhistory\.\w+\(|\blockSession\b/u;

/**
 * Those that put something into the place of what other code takes when it is read, and those of components that change the
 * page beyond what is drawn in it. They need to read all of it themselves.
 */
export function filesAlone(folders: readonly string[]): string[] {
  return [
    ...testFilesWith(forReading, folders),
    ...testFilesWith(ofThePage, folders).filter((file) => file.endsWith('.tsx')),
  ];
}

/** Those that look at pages. */
export function filesThatLook(folders: readonly string[]): string[] {
  return testFilesWith(/\bexpectWellMade\b/u, folders);
}
