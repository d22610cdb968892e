import { type Ban, type Row, unlisted } from './arrow.ts';

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

export const pageRows: readonly Row[] = [
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
];
