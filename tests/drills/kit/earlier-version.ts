import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

const root = process.cwd();

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`This drill needs git, and a clone with history: ${stderr}`);
  return stdout.trim();
}

export interface EarlierVersion {
  /** A folder in which its server is built. */
  folder: string;
  /** What its commit says of itself. */
  commit: string;
  /** How many changes of the schema came since. */
  newer: number;
  remove(): void;
}

const migrations = 'server/migrations';

/** The program of the commit before the newest change of the schema, built, with the pages of this one. */
export async function buildEarlierVersion(): Promise<EarlierVersion> {
  const names = readdirSync(path.join(root, migrations)).toSorted();
  const newest = names.at(-1) ?? '';
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${migrations}/${newest}`);
  const commit = git('rev-parse', '--verify', '--quiet', `${added}^`);
  const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-earlier-'));
  const archive = path.join(folder, 'commit.tar');
  git('archive', '--output', archive, commit);
  if (spawnSync('tar', ['-xf', archive, '-C', folder]).status !== 0) throw new Error('This drill needs tar');
  rmSync(archive);
  const own = new Set(readdirSync(path.join(folder, migrations)));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const { serverBundle } = (await import(
    pathToFileURL(path.join(folder, 'server/bin/prepare.mjs')).href
  )) as { serverBundle(outdir: string): BuildOptions };
  mkdirSync(path.join(folder, 'dist'));
  await build(serverBundle('dist/server'));
  cpSync(path.join(root, 'dist/web'), path.join(folder, 'dist/web'), { recursive: true });
  return {
    folder,
    commit: git('log', '-1', '--format=%h %s', commit),
    newer: names.filter((name) => !own.has(name)).length,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
