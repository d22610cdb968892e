/* The tree of a commit in a folder of its own, with the packages of this one. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../server/bin/prepare.mjs';

/** @returns {string | null} what git says; null where it refuses, or is not there */
export function git(...args) {
  const { status, stdout, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return error || status !== 0 ? null : stdout.trim();
}

/** Ends the command with one line. */
export function refuse(why) {
  console.log(`Not run: ${why}`);
  process.exit(1);
}

/** @returns {string} the folder, for who takes it away again */
export function takeOut(commit, name) {
  const folder = mkdtempSync(path.join(tmpdir(), `quillshelf-${name}-`));
  const archive = path.join(folder, 'commit.tar');
  const isTaken =
    git('archive', '--output', archive, commit) !== null &&
    spawnSync('tar', ['-xf', archive, '-C', folder]).status === 0;
  if (!isTaken) {
    rmSync(folder, { recursive: true });
    refuse(`${commit} could not be taken out of git; it needs git and tar.`);
  }
  rmSync(archive);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Runs tests of that tree. A signal ends them, and then whoever waits here can take the folder away. @returns {Promise<number>} how they ended */
export async function runTestsIn(folder, args) {
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd: folder, stdio: 'inherit' });
  const stop = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  try {
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  }
}
