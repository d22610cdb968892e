import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { build, loadConfigFromFile, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pageScript = path.join(root, 'tests/bench/page/page.ts');

/** What is weighed. `sync-layer`: all that the data and sync layer is to the rest of the app. */
const weighed = {
  'sync-layer': `
export { openReplica } from '/src/sync/open-replica.ts';
export { createApiClient } from '/src/sync/api-client.ts';
export { browserEnvironment } from '/src/sync/browser-environment.ts';
export { queued } from '/src/sync/queued.ts';
`,
  'ky-alone': `export { default as ky } from 'ky';`,
};
const isWeighed = (id: string): id is keyof typeof weighed => Object.hasOwn(weighed, id);

/** Built as the product is: minified, for the same browsers. `inOne`: what would be fetched later is in the one script, too. */
async function buildChunks(input: string, inOne: boolean): Promise<readonly Rolldown.OutputChunk[]> {
  // The same files of the libraries as in the product.
  const product = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    path.join(root, 'vite.config.ts'),
  );
  const built = await build({
    root,
    configFile: false,
    resolve: product?.config.resolve ?? {},
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'weighed',
        resolveId: (id) => (isWeighed(id) ? `\0${id}` : null),
        load: (id) =>
          id.startsWith('\0') && isWeighed(id.slice(1)) ? weighed[id.slice(1) as keyof typeof weighed] : null,
      },
    ],
    build: {
      write: false,
      minify: true,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: inOne ? { codeSplitting: false } : {},
      },
    },
  });
  if (!('output' in built)) throw new Error('The build gave no files');
  return built.output.filter((file) => file.type === 'chunk');
}

async function buildScript(input: string): Promise<string> {
  const [script, ...others] = await buildChunks(input, true);
  if (!script || others.length > 0) throw new Error(`The build made ${others.length + 1} scripts`);
  return script.code;
}

function kilobytesOf(code: string): number {
  return gzipSync(code, { level: 9 }).length / 1000;
}

export function buildPage(): Promise<string> {
  return buildScript(pageScript);
}

/** Kilobytes with gzip: the offline core with all that it needs, or a library of it by itself. */
export async function weightOf(what: keyof typeof weighed): Promise<number> {
  return kilobytesOf(await buildScript(what));
}

/** The same without what is fetched when it is first needed. */
export async function weightAtOnceOf(what: keyof typeof weighed): Promise<number> {
  const chunks = await buildChunks(what, false);
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // A set hands out what is added to it on the way.
  for (const name of needed)
    for (const chunk of chunks.filter(({ fileName }) => fileName === name))
      for (const other of chunk.imports) needed.add(other);
  const weights = chunks.filter(({ fileName }) => needed.has(fileName)).map(({ code }) => kilobytesOf(code));
  return weights.reduce((sum, each) => sum + each, 0);
}

/**
 * Opens an origin of the real server on a page of our own with nothing on it but `script`. Only the page itself is put
 * in; from then on nobody stands between it and the server. Isolated, so that its clock counts in microseconds.
 */
export async function openBenchPage(context: BrowserContext, origin: string, script: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`On the page: ${error.stack ?? error.message}`));
  const isolated = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  await page.route(`${origin}/bench/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ body: script, contentType: 'text/javascript', headers: isolated })
      : route.fulfill({
          body: '<!doctype html><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
          contentType: 'text/html',
          headers: isolated,
        }),
  );
  await page.goto(`${origin}/bench/`);
  await page.unrouteAll();
  return page;
}

/** Bytes of JavaScript's heap that are still in use after everything else was thrown away. */
export async function heapOf(page: Page): Promise<number> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}
