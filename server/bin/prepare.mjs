/*
 * What every command needs before it can begin: a Node that is new enough, the dependencies of package-lock.json, and
 * a build of the present sources. Plain JavaScript without dependencies, because it runs before anything is installed.
 * When nothing has changed this costs some tens of milliseconds and starts no process.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run, runNode } from './child.mjs';
import { compressFolder } from './compress.mjs';
import { keepEarlierAssets } from './earlier-assets.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const at = (...parts) => path.join(root, ...parts);

/** A problem that the person at the keyboard can mend. Its message is the one line that they read. */
export class PreparationError extends Error {
  name = 'PreparationError';
}

/** Progress goes to standard error, so that a command's own output stays clean. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs the steps of a launcher. A problem ends the program with one clear line and exit code 1.
 * @template T
 * @param {() => Promise<T>} steps
 * @returns {Promise<T>}
 */
export async function prepared(steps) {
  try {
    checkNode();
    return await steps();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    say(error.message);
    return process.exit(1);
  }
}

function checkNode() {
  const { engines } = readJson(at('package.json'));
  const wanted = engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new PreparationError(
    `Quillshelf needs Node ${wanted} or later, and this is Node ${process.versions.node}. See https://nodejs.org`,
  );
}

// --- dependencies ---------------------------------------------------------------------------------------------

const lockFile = at('package-lock.json');
/** npm writes this one last: it lists what really is in node_modules, whoever installed it. */
const installedFile = at('node_modules/.package-lock.json');
const stampFile = at('node_modules/.quillshelf-lock-hash');

/** Installs when node_modules is missing, older than package-lock.json, or of another kind of machine. */
export async function ensureDependencies() {
  checkLockFile();
  if (dependenciesAreCurrent()) return;
  await alone(async () => {
    if (dependenciesAreCurrent()) return;
    say(
      existsSync(installedFile)
        ? 'Updating the dependencies…'
        : 'Installing the dependencies (first start, about half a minute)…',
    );
    await install();
    writeFileSync(stampFile, dependencyStamp());
  });
}

function checkLockFile() {
  const declared = readJson(at('package.json'));
  const locked = readJson(lockFile).packages[''];
  if (dependenciesOf(declared) === dependenciesOf(locked)) return;
  throw new PreparationError('package-lock.json does not fit package.json. Run npm install and try again.');
}

function dependenciesOf({ dependencies = {}, devDependencies = {} }) {
  const listed = [dependencies, devDependencies].map((part) =>
    Object.keys(part)
      .toSorted()
      .map((name) => [name, part[name]]),
  );
  return JSON.stringify(listed);
}

/**
 * The stamp says that this program installed exactly this lock file here, which ends any doubt about packages that npm
 * leaves out on purpose. Without it, after a developer's own `npm install`, npm's list is compared with the lock file.
 */
function dependenciesAreCurrent() {
  if (!existsSync(installedFile)) return false;
  const { packages } = readJson(lockFile);
  const { dependencies, devDependencies } = packages[''];
  const direct = Object.keys({ ...dependencies, ...devDependencies });
  if (!direct.every((name) => existsSync(at('node_modules', name, 'package.json')))) return false;
  if (readIfThere(stampFile) === dependencyStamp()) return true;
  const installed = readJson(installedFile).packages;
  return Object.entries(packages).every(
    ([place, wanted]) => place === '' || isInstalled(wanted, installed[place]),
  );
}

function isInstalled(wanted, found) {
  if (found !== undefined) {
    return found.version === wanted.version && (found.integrity ?? null) === (wanted.integrity ?? null);
  }
  if (!wanted.optional) return false;
  // npm leaves optional packages of other machines out. Those that name this machine must be there: a node_modules
  // copied from elsewhere has none of them. Which C library a machine has is npm's business.
  const isForThisMachine =
    wanted.os?.includes(process.platform) && wanted.cpu?.includes(process.arch) && !wanted.libc;
  return !isForThisMachine;
}

function dependencyStamp() {
  const { mtimeMs } = statSync(installedFile);
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${lock} ${process.platform}-${process.arch} ${mtimeMs}\n`;
}

async function install() {
  // Not `npm ci`: it refuses a lock file that was written where a registry lacked some other system's optional packages.
  // Versions and checksums come from the lock file here too, and without saving it stays as it is. Development packages
  // are needed for the build, whatever NODE_ENV and the person's npm settings say.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const npm = process.env.npm_execpath;
  const { code, output } =
    npm !== undefined && path.basename(npm) === 'npm-cli.js'
      ? await runNode(npm, args, { cwd: root })
      : await run('npm', args, { cwd: root, shell: process.platform === 'win32' });
  if (code === 0) return;
  // npm begins with codes and names of system calls; the first line after them says it in words.
  const reason = output
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) (?:network )?(.+)$/u.exec(line)?.[1].trim() ?? '')
    .find(
      (line) => line !== '' && !/^(code|syscall|errno|path|dest|signal|command)\b|A complete log/u.test(line),
    );
  throw new PreparationError(
    `The dependencies could not be installed (npm install): ${reason ?? (code === 127 ? 'npm was not found' : `npm ended with code ${code}`)}`,
  );
}

// --- build ----------------------------------------------------------------------------------------------------

const fingerprintFile = at('dist/.fingerprint');

/** Everything that decides what a build contains. */
const buildInputs = [
  'contract',
  'src',
  'sw',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds the web app and the server when the sources are not those of the last build. */
export async function ensureBuilt() {
  if (isBuilt(fingerprint())) return;
  await alone(async () => {
    const present = fingerprint();
    if (isBuilt(present)) return;
    say('Building…');
    await buildAll(present);
  });
}

/** Builds in any case and passes the tools' warnings on, for `npm run build`. */
export async function build() {
  await alone(async () => {
    const warnings = await buildAll(fingerprint());
    if (warnings !== '') say(warnings);
  });
}

function isBuilt(present) {
  // A hidden file survives `rm -r dist/*`, so the things themselves are looked for too.
  return (
    readIfThere(fingerprintFile) === present &&
    existsSync(at('dist/web/index.html')) &&
    existsSync(at('dist/server/main.js')) &&
    existsSync(at('dist/server/picture-worker.mjs'))
  );
}

async function buildAll(present) {
  // Built aside and moved into place when whole: a failed or interrupted build leaves the last one as it was.
  // `.build/web` is as deep as `dist/web`, so that relative paths and source maps hold.
  rmSync(at('.build/web'), { recursive: true, force: true });
  rmSync(at('.build/server'), { recursive: true, force: true });
  const [warnings] = await Promise.all([buildWeb(), buildServer()]);
  keepEarlierAssets(at('dist/web'), at('.build/web'), Date.now());
  rmSync(fingerprintFile, { force: true });
  moveIntoPlace('web');
  moveIntoPlace('server');
  writeFileSync(fingerprintFile, present);
  return warnings;
}

async function buildWeb() {
  const { code, output, complaints } = await runNode(
    at('node_modules/vite/bin/vite.js'),
    ['build', '--outDir', '.build/web', '--emptyOutDir', '--logLevel', 'warn'],
    // A NODE_ENV from outside would put React's development version into the build.
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) throw new PreparationError(`The web app could not be built:\n${output.trim()}`);
  // Draws with a package, so it is loaded once there is one.
  const { makeSharingPictures } = await import('./sharing-pictures.mjs');
  await makeSharingPictures(at('public'), at('.build/web'));
  await compressFolder(at('.build/web'));
  return complaints.trim();
}

/** esbuild's settings for the server, shared by the build and `npm run dev`. */
export function serverBundle(outdir) {
  return {
    absWorkingDir: root,
    entryPoints: [
      'server/main.ts',
      'server/admin-create.ts',
      'server/backup.ts',
      'server/drill.ts',
      'server/media-check.ts',
      'server/keys-rotate.ts',
      'server/media-move.ts',
      'server/migrate.ts',
      'server/restored.ts',
      'server/tenant-delete.ts',
      'server/tenant-export.ts',
      { in: 'server/platform/picture-worker.mjs', out: 'picture-worker' },
    ],
    outdir,
    // A program of its own, which the server starts as it is.
    loader: { '.mjs': 'copy' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'silent',
  };
}

async function buildServer() {
  const esbuild = await import('esbuild');
  try {
    await esbuild.build(serverBundle('.build/server'));
  } catch (error) {
    throw new PreparationError(`The server could not be built:\n${error.message}`);
  }
}

function moveIntoPlace(name) {
  const old = at('.build', `old-${name}`);
  mkdirSync(at('dist'), { recursive: true });
  rmSync(old, { recursive: true, force: true });
  if (existsSync(at('dist', name))) renameSync(at('dist', name), old);
  renameSync(at('.build', name), at('dist', name));
  rmSync(old, { recursive: true, force: true });
}

/** Changes when the content of any file that a build reads changes; tests do not count. */
function fingerprint() {
  const hash = createHash('sha256');
  const tsconfigs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/u.test(name));
  for (const input of [...buildInputs, ...tsconfigs.toSorted()]) addToHash(hash, input);
  return `${hash.digest('hex')}\n`;
}

function addToHash(hash, place) {
  const stats = statSync(at(place), { throwIfNoEntry: false });
  if (stats === undefined) {
    hash.update(`${place} missing\n`);
  } else if (stats.isDirectory()) {
    for (const name of readdirSync(at(place)).toSorted()) addToHash(hash, `${place}/${name}`);
  } else if (!/\.test\.tsx?$/u.test(place)) {
    hash.update(`${place} ${stats.size}\n`).update(readFileSync(at(place)));
  }
}

// --- one at a time --------------------------------------------------------------------------------------------

const claimFile = at('.build/preparing');
const heartbeatMs = 5000;
const abandonedAfterMs = 60_000;

/** Runs `work` while no other command of this checkout installs or builds. A claim left behind by a kill is taken over. */
async function alone(work) {
  const token = `${process.pid} ${hostname()} ${Date.now()} ${Math.random()}`;
  await claim(token);
  const heartbeat = setInterval(() => {
    if (readIfThere(claimFile) === token) utimesSync(claimFile, new Date(), new Date());
  }, heartbeatMs);
  const release = () => {
    clearInterval(heartbeat);
    if (readIfThere(claimFile) === token) rmSync(claimFile, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function claim(token) {
  try {
    mkdirSync(path.dirname(claimFile), { recursive: true });
  } catch (error) {
    throw new PreparationError(`Quillshelf cannot write to its folder ${root}: ${error.message}`);
  }
  let isTold = false;
  for (;;) {
    try {
      writeFileSync(claimFile, token, { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new PreparationError(`Quillshelf cannot write to its folder ${root}: ${error.message}`);
      }
    }
    const holder = readIfThere(claimFile);
    if (holder !== null && isAbandoned(holder)) {
      takeAway(holder);
      continue;
    }
    if (!isTold) say('Waiting for another Quillshelf command that is installing or building…');
    isTold = true;
    await sleep(100);
  }
}

function isAbandoned(holder) {
  const stats = statSync(claimFile, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (Date.now() - stats.mtimeMs > abandonedAfterMs) return true;
  const [pid, host] = holder.split(' ');
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function takeAway(holder) {
  const aside = `${claimFile}.${process.pid}`;
  try {
    renameSync(claimFile, aside);
    // Somebody else took the abandoned claim over in between: theirs goes back.
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, claimFile);
    unlinkSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
