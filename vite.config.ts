import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { keptParts, listOf } from './contract/kit/kept-parts.ts';
import { product } from './contract/kit/product.ts';
import { chunkOf, circleIn } from './server/bin/chunk-groups.ts';
import { directImports } from './server/bin/direct-imports.ts';
import { lateMarksIn } from './server/bin/late-marks.ts';
import { reachOf, type Reach } from './server/bin/reach.ts';
import { partsOf, placeOf, type Chunks } from './server/bin/web-parts.ts';

/** The name stands in one place, for the page as well. */
function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', product.name),
  };
}

let outDir = '';

/** The build is made aside and moved into place, so where it goes is known once it begins. */
function whereItGoes(): Plugin {
  return {
    name: 'where-it-goes',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
  };
}

/** Packages of which each name is in a file of its own. */
const ofManyFiles = [
  '@tabler/icons-react',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/form',
  '@mantine/notifications',
];

/** Scripts that every page has from the start. */
const loadedByEveryPage = /\/(index|rolldown-runtime|react|app)-[^/]+\.js$/u;

let root = '';
/** Pages with which visits begin, by name: what they need is built so that each loads little of what it does not need. */
const firstPages = new Map<string, string>();
/** The parts that imports name, by the source that is imported. */
const marks = new Map<string, string>();
let reach: ReadonlyMap<string, Reach> = new Map();
/** Sources that are imported late, by the script in which they are. */
const askedIn = new Map<string, readonly string[]>();

const sourceOf = (id: string) => path.relative(root, id);

/** Finds out who needs what before the modules are put into files, and then into which each came that is imported late. */
function whoNeedsWhat(): Plugin {
  return {
    name: 'who-needs-what',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    async transform(code, id) {
      for (const { kind, name, of } of lateMarksIn(code)) {
        const found = await this.resolve(of, id);
        if (!found) this.error(`There is no ${of}, which ${sourceOf(id)} imports.`);
        const [list, key, value] =
          kind === 'part'
            ? ([marks, sourceOf(found.id), name] as const)
            : ([firstPages, name, found.id] as const);
        if (list.has(key) && list.get(key) !== value)
          this.error(`Two imports mark ${key}: ${list.get(key)} and ${value}`);
        list.set(key, value);
      }
    },
    buildEnd(error) {
      if (error) return;
      reach = reachOf({
        linksOf: (id) => this.getModuleInfo(id),
        start: path.join(root, 'src/main.tsx'),
        firstPages: Object.fromEntries(firstPages),
        placeOf: (id) => placeOf(sourceOf(id), marks),
      });
    },
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const late = new Set(
          [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
        );
        const files = Object.values(bundle).filter((file) => file.type === 'chunk');
        const circle = circleIn(
          Object.fromEntries(files.map(({ fileName, imports }) => [fileName, imports])),
        );
        if (circle) this.error(`These files wait for each other: ${circle.join(', ')}`);
        for (const file of files) {
          askedIn.set(file.fileName, file.moduleIds.filter((id) => late.has(id)).map(sourceOf));
        }
      },
    },
  };
}

/** Of what is not the classroom's, but for the shelves, books and help that a visit may begin with, and who registers a school. */
function isOnePartAlone(file: string): boolean {
  return (askedIn.get(file) ?? []).some((source) => {
    const place = placeOf(source, marks);
    return place !== null && !['library', 'reader', 'help', 'register', 'aside'].includes(place);
  });
}

/** Class names of a sheet end alike, which packs well: Vite's own end in the number of their line. */
function scopedName(name: string, file: string): string {
  const place = path.relative(import.meta.dirname, file);
  return `_${name}_${createHash('sha256').update(place).digest('hex').slice(0, 5)}`;
}

type ManifestTransforms = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>;

function withAsked(chunks: Chunks): Chunks {
  return Object.fromEntries(
    Object.entries(chunks).map(([key, chunk]) => [key, { ...chunk, asked: askedIn.get(chunk.file) ?? [] }]),
  );
}

/** Leaves out of what every device keeps what not everybody needs, and hands the worker lists of it instead. */
const withoutParts: ManifestTransforms[number] = async (entries) => {
  const chunks = await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8');
  const files = entries.map(({ url }) => url);
  const parts = partsOf(files, withAsked(JSON.parse(chunks) as Chunks), marks);
  const lists = keptParts.map((part) => ({
    url: listOf(part).slice(1),
    text: JSON.stringify(parts[part].map((file) => `/${file}`)),
  }));
  for (const { url, text } of lists) await writeFile(path.join(outDir, url), text);
  const kept = new Set(parts.classroom);
  return {
    manifest: [
      ...entries.filter(({ url }) => kept.has(url)),
      ...lists.map(({ url, text }) => ({
        url,
        revision: createHash('sha256').update(text).digest('hex').slice(0, 32),
        size: text.length,
      })),
    ],
  };
};

/** Dexie's usual entry is its build for browsers that nobody has any more; this one is the same code, a sixteenth smaller. */
const alias = [{ find: /^dexie$/u, replacement: 'dexie/dist/modern/dexie.mjs' }];

// With `vite` alone, the API runs elsewhere and says where.
const apiPort = process.env['API_PORT'];
const apiServer = { target: `http://127.0.0.1:${apiPort}` };
const proxy = {
  '/api': apiServer,
  '/manifest.webmanifest': apiServer,
  '/icons/app': apiServer,
  '/media': apiServer,
  '/cause-pictures': apiServer,
  '/payout-proofs': apiServer,
  '/mode-pictures': apiServer,
};

export default defineConfig({
  resolve: { alias },
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    react(),
    directImports(ofManyFiles),
    whoNeedsWhat(),
    productName(),
    whereItGoes(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      // The server answers it by host: each school has its own name, colours and icons.
      manifest: false,
      injectManifest: {
        // One file in which what is imported late is run late: most of the times that the worker wakes it sends nothing.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{css,csv,html,js,svg,wasm,woff2}'],
        manifestTransforms: [withoutParts],
        // Fetched by those who need them: letters of other alphabets and pictures of modes, which the worker keeps once they
        // are used; and what the reader of PDFs brings along.
        globIgnores: [
          'pictures/**',
          '**/pdf.worker-*.js',
          '**/{jbig2,openjpeg,qcms_bg}-*.wasm',
          '**/*-latin-ext-*.woff2',
          '**/opendyslexic-*.woff2',
        ],
      },
    }),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // What is not the classroom's finds its scripts one by one, on the device itself: a list of them all would stand in what
    // every tablet keeps.
    modulePreload: {
      resolveDependencies: (file, files) =>
        isOnePartAlone(file) ? [] : files.filter((name) => !loadedByEveryPage.test(name)),
    },
    // Which chunk needs which: tests/size-budget.mjs reads it.
    manifest: true,
    rolldownOptions: {
      // jsPDF would fetch them to print pieces of a page, which we never ask of it.
      external: ['html2canvas', 'dompurify', 'canvg'],
      // ZXing does not say that its files can be left out one by one. Whole, its QR reader is four times the size.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/@zxing\//u, sideEffects: false }],
        // Nor does TipTap of its extensions, each of which is made by such a call: those that nobody uses are left out.
        manualPureFunctions: ['Extension.create', 'Mark.create', 'Node.create'],
      },
      output: {
        // Every first visit reads the names of all files. Two versions of one file differ in seven letters as surely as in eight.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Changes with an upgrade only, so that it stays in the caches when the app changes.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zustand)\//,
            },
            // What draws codes: needed to print cards, and for a cart that goes to another device.
            {
              name: 'card-code',
              includeDependenciesRecursively: false,
              test: /node_modules\/(qrcode|dijkstrajs)\//,
            },
            // What prints cards and what makes files of books have it in common.
            { name: 'fflate', includeDependenciesRecursively: false, test: /node_modules\/fflate\// },
            {
              name: 'jspdf',
              includeDependenciesRecursively: false,
              test: /node_modules\/(jspdf|fast-png|iobuffer|pako)\//,
            },
            {
              debugName: 'who-needs-what',
              includeDependenciesRecursively: false,
              name: (id, modules) => {
                const reached = reach.get(id);
                const info = modules.getModuleInfo(id);
                if (!reached || !info) return null;
                return chunkOf(
                  {
                    reach: reached,
                    size: info.code?.length ?? 0,
                    standsAlone: info.importedIds.every((each) => reach.get(each)?.atStart),
                    isIcon: id.includes('/@tabler/icons-react/'),
                  },
                  keptParts,
                );
              },
            },
          ],
        },
      },
    },
  },
  server: { strictPort: true, ...(apiPort !== undefined && { proxy }) },
});
