/*
 * Measures what the built web app makes a browser fetch, with gzip: the JavaScript and CSS of the first load of the
 * sign-in page, the service worker, everything that it keeps for the classroom, and what it keeps for staff, for those who look
 * for help, look at the shelves, read, fill a cart, write, open a certificate and read a public page. Ends with 1 past a budget.
 *
 * `node tests/size-budget.mjs [folder]`; the folder is `dist/web` where none is named.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = path.resolve(root, process.argv[2] ?? 'dist/web');

/** Dexie, which the owner chose: 29.2 kB of the 30 that it may take where databases on the device are opened. No sign-in page waits for it. */
const dexie = 30;

/** In kB of 1000 bytes. */
const budgets = {
  'first load of /login': 175,
  'service worker': 50 + dexie,
  'precache of the classroom part': 900 + dexie,
  'office part': 400,
  'help part': 30,
  'library part': 60,
  'reader part': 30,
  'cart part': 40,
  'writing part': 211,
  stickers: 20,
  'certificates part': 30,
  'pages part': 83,
};

/** The page that a visitor to /login gets besides the app itself. */
const signInPage = 'src/features/identity/sign-in.screen.tsx';

if (!existsSync(path.join(web, 'index.html'))) {
  console.error(`There is no built web app in ${web}. Build it with \`npm run build\`.`);
  process.exit(1);
}

const read = (file) => readFileSync(path.join(web, file));

/** Chunks of Vite's manifest by key: `{ file, css?, imports?, src?, isEntry? }`. */
const chunks = JSON.parse(read('.vite/manifest.json').toString('utf8'));

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

/** A chunk, its style sheets, and those of all that it imports statically. */
function filesOf(key, found = new Set()) {
  const chunk = chunks[key] ?? fail(`The build has no ${key}.`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const sheet of chunk.css ?? []) found.add(sheet);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

/** What index.html names itself, in case something gets into it past the manifest. */
function filesOfPage() {
  const html = read('index.html').toString('utf8');
  const addresses = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/gu)].map(([, file]) => file);
  return addresses.length > 0 ? addresses : fail('index.html loads no script.');
}

function firstLoad() {
  const entry = Object.keys(chunks).find((key) => chunks[key].isEntry) ?? fail('The build has no entry.');
  return new Set([...filesOfPage(), ...filesOf(entry), ...filesOf(signInPage)]);
}

function precache() {
  const worker = read('service-worker.js').toString('utf8');
  const files = [...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/gu)].map(([, file]) => file);
  return files.length > 0 ? new Set(files) : fail('The service worker keeps nothing.');
}

/** What the worker keeps beyond that from when somebody needs it. */
function part(name) {
  const list = JSON.parse(read(`${name}.json`).toString('utf8'));
  return list.length > 0
    ? new Set(list.map((address) => address.slice(1)))
    : fail(`The ${name} part is empty.`);
}

const sizeOf = (file) => gzipSync(read(file), { level: 9 }).length;
const inKilobytes = (bytes) => (bytes / 1000).toFixed(1);

function measure(name, files) {
  const sizes = [...files].map((file) => ({ file, size: sizeOf(file) })).sort((a, b) => b.size - a.size);
  const sum = sizes.reduce((total, { size }) => total + size, 0);
  const budget = budgets[name];
  const isWithin = sum <= budget * 1000;
  console.log(
    `${isWithin ? '✓' : '×'} ${name}: ${inKilobytes(sum)} kB of ${budget} kB with gzip, ${sizes.length} files`,
  );
  if (!isWithin || process.argv.includes('--files')) {
    for (const { file, size } of sizes) console.log(`    ${inKilobytes(size).padStart(6)}  ${file}`);
  }
  return isWithin;
}

/** What the writing part keeps for those who look for a sticker. */
const isOfStickers = (file) => file.includes('/sticker-');

const results = [
  measure('first load of /login', firstLoad()),
  measure('service worker', new Set(['service-worker.js'])),
  measure('precache of the classroom part', precache()),
  measure('office part', part('office')),
  measure('help part', part('help')),
  measure('library part', part('library')),
  measure('reader part', part('reader')),
  measure('cart part', part('cart')),
  measure('writing part', new Set([...part('writing')].filter((file) => !isOfStickers(file)))),
  measure('stickers', new Set([...part('writing')].filter(isOfStickers))),
  measure('certificates part', part('certificates')),
  measure('pages part', part('pages')),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
