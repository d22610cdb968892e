import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from 'playwright';
import { patience } from './patience.ts';

// The real Chromium, as the runner found it. What a page says and asks for is written down, because the product
// promises two things that no screen shows: no error on any road, and no request to anybody but the school's own server.

const browserFinder = fileURLToPath(new URL('../run/browser.mjs', import.meta.url));

/** The runner hands the path over; a test started by hand looks for itself. */
function executablePath(): string {
  return (
    process.env['CHROMIUM_PATH'] ??
    execFileSync(process.execPath, [browserFinder], { encoding: 'utf8' }).trim()
  );
}

/** Chromium's own errands (updates, suggestions, field trials) stay off, so that every request seen is the product's. */
const quietFlags = [
  '--disable-background-networking',
  // The headless shell has no speech recognition service: `SpeechRecognition.available()` crashes its renderer.
  '--disable-blink-features=OnDeviceWebSpeechAvailable',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

function launchOptions(extraFlags: readonly string[], place = executablePath()): LaunchOptions {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: place,
    headless: true,
    args: [...quietFlags, ...(isRoot ? ['--no-sandbox'] : []), ...extraFlags],
  };
}

/** A browser for contexts that forget everything when they close. */
export async function launchBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  return await chromium.launch(launchOptions(extraFlags));
}

let ofWorker: Promise<Browser> | undefined;

const launchShell = () => chromium.launch(launchOptions([], process.env['CHROMIUM_SHELL_PATH']));

/**
 * The one browser of this process, which runs one file after the other: for contexts, which share nothing but the time that
 * a start takes. It ends with the process. Where the runner found one it is the headless shell; what is installed, closed and
 * started again has one of its own (`launchPersistent`, `launchTablet`).
 */
async function browserOfWorker(): Promise<Browser> {
  // One that crashed takes down the test that it crashed in, and no later one.
  if (!(await ofWorker?.catch(() => undefined))?.isConnected()) ofWorker = launchShell();
  return await (ofWorker ?? launchShell());
}

/** A browser without service workers. Those of a tablet fetch all of the app, which takes as long as many a test does. */
function leaveWorkersOut(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/**
 * Somebody's tablet in the one browser of this process. `hasWorkers` false: nothing that is done on it is about what a device
 * keeps, and its pages come from the server alone.
 */
export async function openContext({
  hasWorkers = true,
  ...options
}: BrowserContextOptions & { hasWorkers?: boolean } = {}): Promise<BrowserContext> {
  const context = await (await browserOfWorker()).newContext(options);
  context.setDefaultTimeout(patience);
  if (!hasWorkers) await context.addInitScript(leaveWorkersOut);
  return context;
}

type PersistentOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

async function launchIn(
  userDataDir: string,
  { args = [], ...others }: PersistentOptions,
  place?: string,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(userDataDir, {
    viewport: { width: 1280, height: 800 },
    ...launchOptions(args, place),
    ...others,
  });
  context.setDefaultTimeout(patience);
  await knowTheWay(context);
  return context;
}

/**
 * The whole browser, which keeps service workers, databases and sessions in `userDataDir`: closed and launched again on the same
 * folder it starts cold.
 */
export function launchPersistent(
  userDataDir: string,
  options: PersistentOptions = {},
): Promise<BrowserContext> {
  return launchIn(userDataDir, options);
}

/** The same as the headless shell where the runner found one: it keeps as much, and paints no windows of its own. */
export function launchTablet(userDataDir: string, options: PersistentOptions = {}): Promise<BrowserContext> {
  return launchIn(userDataDir, options, process.env['CHROMIUM_SHELL_PATH']);
}

/** What is open in this process, for whoever asks why a test failed. */
const openPages = new Map<Page, PageRecord>();

/** What a page shows may be long; its beginning says which it is. */
const enough = 300;

/** Where each open page of this process is, what it shows and what it said last: for the message of a test that failed. */
export async function sayOpenPages(): Promise<string> {
  const said = [...openPages].map(async ([page, record]) => {
    const shown = await page
      .locator('body')
      .innerText({ timeout: 5000 })
      .catch((error: unknown) => `cannot be read: ${String(error).split('\n')[0]}`);
    const words = shown.replaceAll(/\s+/gu, ' ').slice(0, enough);
    const complaints = [...record.pageErrors, ...record.consoleErrors]
      .slice(-2)
      .map((each) => each.slice(0, enough));
    return [`page ${page.url()}: ${words === '' ? 'empty' : words}`, ...complaints].join(' | ');
  });
  return (await Promise.all(said)).join('\n');
}

/** Nobody here is new to the product: no tour, welcome or hint comes by itself and covers what a test is about. */
async function knowTheWay(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A page that is no site has no storage.
    if (location.protocol.startsWith('http') && localStorage.getItem('tutorials') === null)
      localStorage.setItem('tutorials', JSON.stringify({ off: true, seen: {} }));
  });
}

/** What a page said and asked for since it was opened or last forgiven. */
interface PageRecord {
  readonly consoleErrors: string[];
  readonly pageErrors: string[];
  /** Addresses outside of `*.localhost` that the page tried to reach. */
  readonly thirdPartyRequests: string[];
}

export interface RecordedPage {
  page: Page;
  record: PageRecord;
  /**
   * Takes out what a test expects, such as the network errors that Chromium writes while the server is stopped.
   * @returns how many entries matched
   */
  forgive(pattern: RegExp): number;
  /** @throws Error naming everything in the record */
  assertQuiet(): void;
}

/**
 * Opens a page and records it, the requests of the context's service workers included. `isNew`: for somebody who sees the
 * product for the first time.
 */
export async function newPage(context: BrowserContext, { isNew = false } = {}): Promise<RecordedPage> {
  if (!isNew) await knowTheWay(context);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const record: PageRecord = { consoleErrors: [], pageErrors: [], thirdPartyRequests: [] };
  const kinds = ['consoleErrors', 'pageErrors', 'thirdPartyRequests'] as const;
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url, lineNumber } = message.location();
    record.consoleErrors.push(`${message.text()} (${url}:${lineNumber})`);
  });
  page.on('pageerror', (error) => {
    // Some have a name and nothing else.
    record.pageErrors.push([error.name, error.message, error.stack].filter(Boolean).join(' '));
  });
  page.on('crash', () => record.pageErrors.push('the page crashed'));
  context.on('request', (request) => {
    if (!isOwnAddress(request.url())) record.thirdPartyRequests.push(request.url());
  });
  openPages.set(page, record);
  page.on('close', () => openPages.delete(page));
  return {
    page,
    record,
    forgive: (pattern) => {
      let forgiven = 0;
      for (const kind of kinds) {
        const entries = record[kind];
        const kept = entries.filter((entry) => !pattern.test(entry));
        forgiven += entries.length - kept.length;
        entries.splice(0, entries.length, ...kept);
      }
      return forgiven;
    },
    assertQuiet: () => {
      const complaints = kinds.flatMap((kind) => record[kind].map((entry) => `${kind}: ${entry}`));
      if (complaints.length > 0) throw new Error(`The page was not quiet.\n${complaints.join('\n')}`);
    },
  };
}

function isOwnAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  // data: and blob: addresses leave no machine.
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
}
