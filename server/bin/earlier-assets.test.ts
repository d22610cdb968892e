import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

type Keep = (lastBuild: string, newBuild: string, now: number) => void;
const { keepEarlierAssets, keptFor } = (await import(
  new URL('./earlier-assets.mjs', import.meta.url).href
)) as { keepEarlierAssets: Keep; keptFor: number };

const day = 24 * 60 * 60_000;
const start = Date.parse('2026-03-01T09:00:00Z');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-builds-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A build with these assets, and whatever is to be kept of the one before it. */
async function build(number: number, assets: readonly string[], now: number): Promise<string[]> {
  const place = path.join(folder, String(number));
  await mkdir(path.join(place, 'assets'), { recursive: true });
  for (const asset of assets) await writeFile(path.join(place, 'assets', asset), `content of ${asset}`);
  keepEarlierAssets(path.join(folder, String(number - 1)), place, now);
  return (await readdir(path.join(place, 'assets'))).toSorted();
}

describe('an asset that a build replaced', () => {
  it('is served beside the new ones, with what is in it', async () => {
    expect(await build(1, ['app-1.js', 'app-1.js.br', 'react-1.js'], start)).toHaveLength(3);
    expect(await build(2, ['app-2.js', 'react-1.js'], start + day)).toEqual([
      'app-1.js',
      'app-1.js.br',
      'app-2.js',
      'react-1.js',
    ]);
    expect(await readFile(path.join(folder, '2/assets/app-1.js'), 'utf8')).toBe('content of app-1.js');
  });

  it('stays for thirty days after it was replaced, however old it was and however often was built since', async () => {
    await build(1, ['app-1.js'], start);
    const replaced = start + 90 * day;
    expect(await build(2, ['app-2.js'], replaced)).toEqual(['app-1.js', 'app-2.js']);
    expect(await build(3, ['app-3.js'], replaced + 29 * day)).toEqual(['app-1.js', 'app-2.js', 'app-3.js']);
    expect(await build(4, ['app-4.js'], replaced + 31 * day)).toEqual(['app-2.js', 'app-3.js', 'app-4.js']);
    expect(keptFor).toBe(30 * day);
  });

  it('counts as new again where a later build has it again', async () => {
    await build(1, ['app-1.js'], start);
    await build(2, ['app-2.js'], start + day);
    expect(await build(3, ['app-1.js'], start + 20 * day)).toEqual(['app-1.js', 'app-2.js']);
    expect(await build(4, ['app-4.js'], start + 55 * day)).toEqual(['app-1.js', 'app-4.js']);
  });
});
