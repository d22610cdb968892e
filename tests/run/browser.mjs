/*
 * Finds a Chromium for the browser tests and installs one where there is none. By itself,
 * `node tests/run/browser.mjs` prints its path. Beside it some have its headless shell: the same engine without the browser's
 * own windows, which takes about two thirds of the processor's time for a test.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, runNode } from '../../server/bin/child.mjs';
import { PreparationError, prepared, root, say } from '../../server/bin/prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * In this order: CHROMIUM_PATH, an installed Chromium or Chrome, the distribution's package where this is root on a
 * system with apt, Playwright's own.
 * @returns {Promise<string>} the path of a browser that answered when asked for its version
 * @throws {PreparationError}
 */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (answers(given)) return given;
    throw new PreparationError(`CHROMIUM_PATH is ${given}, and no Chromium starts there.`);
  }
  const installed = installedBrowser() ?? (await playwrightBrowser());
  if (installed !== null) return installed;
  const problems = [];
  if (process.getuid?.() === 0 && isInPath('apt-get')) {
    const fromPackage = await installPackage(problems);
    if (fromPackage !== null) return fromPackage;
  }
  say("Downloading Playwright's Chromium…");
  const { code, output } = await runNode(path.join(root, 'node_modules/playwright/cli.js'), [
    'install',
    'chromium',
  ]);
  const downloaded = await playwrightBrowser();
  if (downloaded !== null) return downloaded;
  problems.push(`playwright install chromium: ${complaint(output) ?? `exit code ${code}`}`);
  throw new PreparationError(
    `No Chromium was found, and none could be installed. Install one or set CHROMIUM_PATH. (${problems.join('; ')})`,
  );
}

function placesOf(commands) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return commands.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

const firstThatAnswers = (places) => places.find((place) => existsSync(place) && answers(place)) ?? null;

function installedBrowser() {
  return firstThatAnswers([...placesOf(names), ...macApplications]);
}

/** The path of an installed headless shell, CHROMIUM_SHELL_PATH before others; null where there is none. */
export function installedShell() {
  return process.env.CHROMIUM_SHELL_PATH || firstThatAnswers(placesOf(shellNames));
}

async function installPackage(problems) {
  say('Installing Chromium from the distribution (apt-get)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  const install = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  const { code, output } = await install('chromium');
  // A distribution that has no such package has the whole browser still.
  if (code === 0) await install('chromium-headless-shell');
  // Ubuntu's package of that name is only a hint at a snap, which is why the browser itself is asked.
  const found = installedBrowser();
  if (found === null) problems.push(`apt-get install chromium: ${complaint(output) ?? `exit code ${code}`}`);
  return found;
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright');
  const place = chromium.executablePath();
  return existsSync(place) && answers(place) ? place : null;
}

function answers(place) {
  const { status, stdout } = spawnSync(place, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/iu.test(stdout);
}

function isInPath(command) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, command)));
}

function complaint(output) {
  return output
    .split('\n')
    .find((line) => /^E: |error/iu.test(line))
    ?.trim();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await prepared(ensureBrowser));
}
