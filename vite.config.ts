import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { keptParts, listOf } from './contract/kit/kept-parts.ts';
import { product } from './contract/kit/product.ts';
import { partsOf, type Chunks } from './server/bin/web-parts.ts';

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

/** What a class and the lists of the office have in common. */
const classLists = [
  'src/areas/classroom[.]tsx',
  'src/features/classes/(class-|try-again)',
  'src/features/students/(add-students|class-roster|name-preview|privacy)',
  'src/features/students/(rename-student|roster-|student-act|student-columns|students-table|students[.]rules)',
  'src/features/students/(use-add|use-bulk|use-change|use-roster)',
  'src/features/cards/(card-failures|card-words|cards[.]module|class-cards[.]buttons|login-card[.]dialog)',
  'src/features/cards/(print-|replace-|school-cards|student-cards|use-)',
];

/** Pictures that only the editor of stories has. */
const writingIcons =
  'ArrowForwardUp|Bold|Brush|BucketDroplet|Camera|Dots|Eraser|Eye|FileUpload|GitFork|Heading|History|Italic|List|Message|MessageCircle|MessageHeart|Microphone|PencilPlus|PlayerStopFilled|Quote|RubberStamp|Send|Star|StarFilled|Underline';
/** Pictures that only a cart has. */
const cartIcons = 'MoodSmile|ShoppingCart|ShoppingCartPlus';
/** Pictures that only a book has. */
const readerIcons =
  'Bookmark|BookmarkFilled|Heart|HeartHandshake|LetterCase|Minus|MoodHappy|PlayerPause|PlayerPlay|PlayerStop|Stars|Volume';
/** Pictures that only pages of the office have. */
const officeIcons =
  'Armchair|Book2|BookOff|BookUpload|BuildingCommunity|Category|ClockHour4|Coin|CreditCard|ExternalLink|FileSpreadsheet|Flag|Gift|GiftOff|LinkOff|MailForward|MailPlus|MoodKid|Notebook|Pin|PinnedOff|Receipt|StarOff|Table|Tags';

function iconsOf(names: string): RegExp {
  return new RegExp(`/@tabler/icons-react/dist/esm/icons/Icon(${names})[.]mjs$`, 'u');
}

/**
 * Of the office, of who looks after many schools, of visitors with a book, of the cart, of those who pay, of those who write, and what stands
 * below the shelf; and of pages that nobody comes in by. Not of who registers a school: they were never here before.
 */
const onePartAlone =
  /\.page-|cart|(admin-organization|admin-panel|certificates|champion|charities|checkout|content|offer|raised|writing)\.area-|next-story|schools-home|staff-calls|library-numbers|more-pages|request\.form|(acknowledgement|kept)\.screen-/u;

/** Scripts that index.html names itself. Where one is missing here, its name alone is read once more. */
const loadedByEveryPage =
  /\/(index|rolldown-runtime|preload-helper|react|mantine-basics|Box|Loader|contract|api-client|session-basics|session-keys|icons|paths)-[^/]+\.js$/u;

type ManifestTransforms = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>;

/** Leaves out of what every device keeps what not everybody needs, and hands the worker lists of it instead. */
const withoutParts: ManifestTransforms[number] = async (entries) => {
  const chunks = await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8');
  const files = entries.map(({ url }) => url);
  const parts = partsOf(files, JSON.parse(chunks) as Chunks);
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
  plugins: [
    react(),
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
        // Fetched by those who need them: what reads codes where there is no WebAssembly (decision 15); what prints cards,
        // sets passwords and asks whose an address is, which needs the network anyway; letters of other alphabets and
        // pictures of modes, which the worker keeps once they are used; what reads PDFs, three times as large as the editor;
        // and what makes files of books.
        globIgnores: [
          'pictures/**',
          '**/script-reader-*.js',
          '**/{pdf-pages,pdf.worker,work-pdf,work-epub,certificate-files,jspdf,fflate}-*.js',
          '**/{jbig2,openjpeg,qcms_bg}-*.wasm',
          '**/{class-cards.pdf,student-card.png,card-code,paint-animal,text-picture}-*.js',
          '**/{sign-in-link,visit-entry,visits.endpoints,redeem-visit,unknown-host.screen}-*',
          '**/{forgot-password.screen,new-password.screen,password-card,passwords,passwords.problems}-*',
          '**/community.form-*',
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
        onePartAlone.test(file) ? [] : files.filter((name) => !loadedByEveryPage.test(name)),
    },
    // Which chunk needs which: tests/size-budget.mjs reads it.
    manifest: true,
    rolldownOptions: {
      // jsPDF would fetch them to print pieces of a page, which we never ask of it.
      external: ['html2canvas', 'dompurify', 'canvg'],
      // ZXing does not say that its files can be left out one by one. Whole, its QR reader is four times the size.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@zxing\//u, sideEffects: false }] },
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
            // No tablet needs them on which nobody writes, and no child those of the office.
            {
              name: 'writing-icons',
              includeDependenciesRecursively: false,
              test: iconsOf(writingIcons),
            },
            {
              name: 'cart-icons',
              includeDependenciesRecursively: false,
              test: iconsOf(cartIcons),
            },
            {
              name: 'reader-icons',
              includeDependenciesRecursively: false,
              test: iconsOf(readerIcons),
            },
            {
              name: 'office-icons',
              includeDependenciesRecursively: false,
              test: iconsOf(officeIcons),
            },
            // Of the paper, and of the first page of a tablet that is prepared.
            { name: 'ear-icon', includeDependenciesRecursively: false, test: iconsOf('Ear') },
            // What draws codes: fetched by those who print cards, and for a cart that goes to another device.
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
            // One by one they would be fifty files of some hundred bytes each.
            { name: 'icons', test: /node_modules\/@tabler\/icons-react\// },
            // Each is some hundred bytes, and every page needs most of them.
            {
              name: 'mantine-basics',
              includeDependenciesRecursively: false,
              test: /node_modules\/@mantine\/(hooks\/esm\/(use-(id|merged-ref|uncontrolled|isomorphic-effect|mounted|callback-ref|did-update)|utils)\/|core\/esm\/core\/(utils\/(create-event-handler|create-safe-context|get-env|get-size|units-converters|filter-props|is-element|is-number-like|keys|noop)|factory|styles-api\/create-vars-resolver|MantineProvider\/color-functions)\/)/,
            },
            // What most pages are made of, but not the way in.
            {
              name: 'controls',
              includeDependenciesRecursively: false,
              test: /node_modules\/@mantine\/(hooks\/esm\/use-(debounced-callback|debounced-value|timeout|disclosure|window-event|shallow-effect|mutation-observer|interval)\/|core\/esm\/(components\/(ActionIcon|Alert|Anchor|CloseButton|Group|Input|InputBase|Portal|TextInput|VisuallyHidden)\/|components\/ScrollArea\/utils\/to-int|core\/utils\/(get-default-z-index|primitive)\/|core\/styles-api\/use-resolved-styles-api\/))/,
            },
            // The same for what is ours: how a page is headed, what it says where there is nothing, and what it keeps of a form.
            {
              name: 'page-basics',
              includeDependenciesRecursively: false,
              test: /contract\/(kit\/yes-or-no|subscriptions\/subscriptions[.]problems)|src\/(ui\/(answer-missing|back-link|card-section|draft-note|failure-note|kept-note|moments|no-network|plans-way|practice-band|screen|search-field|state-mark|use-dialog|use-pages)|session\/(is-gone|localDrafts|plans-place|saved-here|use-after-sending|use-answer|use-draft|use-form-draft)|lib\/(counted|field-errors|form-draft|text-index))/,
            },
            // The way in has them, and most pages: one by one each is a name that every first visit reads.
            {
              name: 'session-basics',
              includeDependenciesRecursively: false,
              test: /src\/session\/(ask-at-once|device-storage|has-databases|late-code|load-core|prepared-here|report)[.]/,
            },
            {
              name: 'pictures',
              includeDependenciesRecursively: false,
              test: /src\/ui\/(empty-state|pictures\/(avatar-otter|empty-illustrations|paper-cut|paper-cut-pieces|scene))[.]/,
            },
            // What every conversation with the server is made of, and who it is that speaks.
            {
              name: 'contract',
              includeDependenciesRecursively: false,
              test: /\/contract\/(kit\/(endpoint|files|hex|http|id|limits|page|problem|product|roles|text)|identity\/identity)[.]/,
            },
            // Whoever sees a drawer sees a dialog soon, and they share most of what they are made of.
            {
              name: 'dialogs',
              includeDependenciesRecursively: false,
              test: /node_modules\/(@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer)\/)/,
            },
            // What forms and shelves choose with. Apart from the lists: who registers a school needs none of those.
            {
              name: 'choices',
              includeDependenciesRecursively: false,
              test: /node_modules\/@mantine\/core\/esm\/components\/(NativeSelect|SegmentedControl|List|Skeleton|FloatingIndicator)\//,
            },
            // What every list of children, works or grown-ups is made of; a shelf of books only has pages and an order.
            {
              name: 'tables',
              includeDependenciesRecursively: false,
              test: /node_modules\/@mantine\/core\/esm\/components\/Table\/|src\/ui\/(data-table|bulk-bar|use-selection|row-menu)/,
            },
            {
              name: 'list-pages',
              includeDependenciesRecursively: false,
              test: /node_modules\/@mantine\/core\/esm\/components\/Pagination\/|src\/ui\/(pager|sort-picker|list-state)/,
            },
            // What a class and the lists of the office are made of: together it is smaller than beside each other.
            {
              name: 'class-lists',
              includeDependenciesRecursively: false,
              test: new RegExp(classLists.join('|'), 'u'),
            },
            // How a child comes in, and back in: the words and the checks are the same.
            {
              name: 'child-sign-in',
              includeDependenciesRecursively: false,
              test: /src\/(lib\/login-card\.|features\/identity\/(lock\/|prepared-start\/|student-sign-in|class-code|pupil-|turn-pages|scan-button|use-card-sign-in|use-class-tiles|sign-in\.problems|failure-note|password-field|password\.form|use-sign-in))/,
            },
            // How a step on the way in looks.
            {
              name: 'steps',
              includeDependenciesRecursively: false,
              test: /src\/(ui\/step-card|features\/identity\/sign-in(-step|[.]module))[.]/,
            },
            // What the sign-in page finds out about the tablet when it is shown.
            {
              name: 'tablet-here',
              includeDependenciesRecursively: false,
              test: /src\/(features\/identity\/((use-)?unsent-here|use-look-for-classes)|session\/prepared-classes)/,
            },
            // What a class and its children are, for all that is kept of them; a shelf of books needs no more of the school.
            {
              name: 'school-rows',
              includeDependenciesRecursively: false,
              test: /\/contract\/(classes\/classes|students\/students|sync\/sync)[.]schema[.]|\/contract\/sync\/sync[.]rules[.]/,
            },
            // What a tablet says to its school when a child is there.
            {
              name: 'school-calls',
              includeDependenciesRecursively: false,
              // But for what the office alone says.
              test: /\/contract\/(cards|classes|devices|grants|students|sync)\/(?!simple-words|password-words|student-office)/,
            },
            // What a tab says to the others and keeps of calls, for all that is written.
            {
              name: 'tab-basics',
              includeDependenciesRecursively: false,
              test: /src\/(sync\/(quota|queued|tab-talk)|lib\/(bytes|in-time|site-at))\.ts$/,
            },
            // What codes are drawn with: login cards are printed with a network, and a child shows one to a grown-up without one.
            {
              name: 'link-code',
              includeDependenciesRecursively: false,
              test: /node_modules\/(qrcode|dijkstrajs)\//,
            },
            // A tablet that needs one of them needs the others within a second; together they are smaller.
            {
              name: 'shared-tablet',
              includeDependenciesRecursively: false,
              test: /src\/sync\/(credential-exchange|device-mac|grants|kept-credentials|offline-sign-in|others-drain|sign-in-tries|tablet-pack|vault)\.ts$/,
            },
          ],
        },
      },
    },
  },
  server: { strictPort: true, ...(apiPort !== undefined && { proxy }) },
});
