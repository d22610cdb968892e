/*
 * A tab that was open over a rebuild asks for the code of its own version, under names that the new build no longer
 * has. So the assets that a build replaces stay beside the new ones for a while. The service worker's list is made
 * before they are added: only the tabs that need them fetch them.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds for which an asset is served after the build that replaced it. */
export const keptFor = 30 * 24 * 60 * 60_000;

/** Since when each asset is there for old tabs alone, by its name: `{ "class-list-Bx1.js": "2026-03-01T09:00:00.000Z" }`. */
const recordFile = '.vite/earlier-assets.json';

/**
 * Copies what `newBuild` replaces from `lastBuild` into it, and what earlier builds left there while its time is not
 * over. A name holds a hash of the content, so the same name is the same file.
 * @param {string} lastBuild folder of a built web app, which need not exist
 * @param {string} newBuild folder of a built web app, not yet served
 * @param {number} now milliseconds since 1970
 */
export function keepEarlierAssets(lastBuild, newBuild, now) {
  const current = new Set(assetsOf(newBuild));
  const replacedBefore = readRecord(lastBuild);
  const record = {};
  for (const asset of assetsOf(lastBuild)) {
    if (current.has(asset)) continue;
    const replacedAt = replacedBefore[asset] ?? new Date(now).toISOString();
    // A record that cannot be read ends nothing early.
    if (now - Date.parse(replacedAt) > keptFor) continue;
    copyFileSync(path.join(lastBuild, 'assets', asset), path.join(newBuild, 'assets', asset));
    record[asset] = replacedAt;
  }
  mkdirSync(path.dirname(path.join(newBuild, recordFile)), { recursive: true });
  writeFileSync(path.join(newBuild, recordFile), `${JSON.stringify(record, null, 2)}\n`);
}

function assetsOf(build) {
  const folder = path.join(build, 'assets');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
}

/** A build from before there were records has none. */
function readRecord(build) {
  const file = path.join(build, recordFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
