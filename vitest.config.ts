import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { filesAlone, filesThatLook } from './tests/run/files-by-content.ts';
import { LongestFirst } from './tests/run/longest-first.ts';
import { smokeFlows } from './tests/run/smoke-flows.ts';
import { patience } from './tests/support/patience.ts';

const minute = 60_000;

/** Beside the sources, plus what looks at the project as a whole. */
const unitFolders = ['contract', 'src', 'sw', 'server', 'tests/architecture'];
const alone = filesAlone(unitFolders);

/** One more at once than there are processors: now and then each waits for a timer. */
const besideOthers: InlineConfig = {
  maxWorkers: availableParallelism() + 1,
  sequence: { groupOrder: 4 },
  testTimeout: 2 * patience,
  hookTimeout: 2 * patience,
};

const besideSources = (ending: 'ts' | 'tsx') => unitFolders.map((folder) => `${folder}/**/*.test.${ending}`);

/** Much is made and thrown away soon: with more room (megabytes) for what is young, less is looked through for it. */
const withRoom = ['--max-semi-space-size=64'];

const ofComponents: InlineConfig = {
  ...besideOthers,
  execArgv: withRoom,
  setupFiles: ['./tests/support/react-setup.ts', './tests/support/dom-setup.ts'],
  // React settles focus and address when the machine has time: see tests/support/until-shown.ts. As for a browser.
  retry: 1,
};

// What a test needs that runs the server: PostgreSQL with a migrated template, one clone of it for each file.
const databaseSetup = './tests/support/database-setup.ts';

// What a test needs that starts the built server with the demo's schools: a database to clone, in which they are.
const demoSetup = './tests/support/demo-setup.ts';

/** More than there are processors: a browser test waits now and then. */
const browsersAtOnce = availableParallelism() + 2;

const inBrowser: InlineConfig = {
  globalSetup: [demoSetup],
  // One browser for all files of a worker: what they share is in its contexts, which each file opens for itself.
  isolate: false,
  maxWorkers: browsersAtOnce,
  setupFiles: ['./tests/support/say-pages.ts'],
  testTimeout: 5 * patience,
  hookTimeout: 5 * patience,
};

// `node tests/run.mjs` says which of these projects its parts run. A single one in the editor or by hand:
// `npx vitest --project unit students`.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    allowOnly: false,
    restoreMocks: true,
    // A line that somebody writes as a worker ends would fail the run, as Vitest could no longer say whose it is.
    disableConsoleIntercept: true,
    unstubGlobals: true,
    expect: { requireAssertions: true, poll: { timeout: patience } },
    // Vitest would leave one processor to itself, which is half of what a small machine has.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    provide: { looks: 'phone' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: besideSources('ts'),
          exclude: alone,
          // To read the code takes longer than most tests do: a worker reads it once for all files.
          isolate: false,
          ...besideOthers,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-alone',
          environment: 'node',
          include: alone.filter((file) => file.endsWith('.ts')),
          ...besideOthers,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          environment: 'jsdom',
          include: besideSources('tsx'),
          exclude: alone,
          // One page for all files of a worker: what a file makes of it, tests/support/dom-setup.ts takes away again.
          isolate: false,
          ...ofComponents,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom-alone',
          environment: 'jsdom',
          include: alone.filter((file) => file.endsWith('.tsx')),
          ...ofComponents,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: [databaseSetup],
          // Each file has a database, a clock and a program of its own; what they share is the code, read once by a worker.
          isolate: false,
          execArgv: withRoom,
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          globalSetup: [databaseSetup],
          execArgv: withRoom,
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'money',
          include: ['tests/money/**/*.test.ts'],
          globalSetup: [databaseSetup],
          execArgv: withRoom,
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
        },
      },
      {
        extends: true,
        test: { ...inBrowser, name: 'smoke', include: smokeFlows, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'screens',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: smokeFlows,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['tests/slow/**/*.test.ts'],
          globalSetup: [databaseSetup],
          execArgv: withRoom,
          // Beside the browser tests: one file of this keeps one processor busy for minutes.
          sequence: { groupOrder: 2 },
          maxWorkers: browsersAtOnce,
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'looks',
          include: filesThatLook(['tests/e2e']),
          provide: { looks: 'all' },
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'screens-in-turn',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: smokeFlows,
          provide: { looks: 'one' },
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'explore',
          include: ['tests/explore/**/*.test.ts'],
          globalSetup: [databaseSetup, demoSetup],
          // In one group with the browser tests and first in it: each file here takes its share of the time.
          sequence: { groupOrder: 2 },
          maxWorkers: browsersAtOnce,
          // The runner ends the part; a test ends its own rounds at EXPLORE_UNTIL.
          testTimeout: 0,
          hookTimeout: 5 * patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.test.ts'],
          // Its servers bring their own database, as an installation does.
          fileParallelism: false,
          testTimeout: 20 * minute,
          hookTimeout: 5 * minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: ['tests/load/**/*.test.ts'],
          hookTimeout: minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'drills',
          include: ['tests/drills/**/*.test.ts'],
          // Each breaks servers and a database of its own, and all measure.
          fileParallelism: false,
          testTimeout: 10 * minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'shard',
          include: ['tests/shard/**/*.test.ts'],
          testTimeout: 10 * minute,
        },
      },
    ],
  },
});
