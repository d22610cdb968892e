/**
 * Browser tests of `npm test`: what a classroom does every day, each flow once, and what must never fail on it. `npm run test:slow`
 * runs all other files of `tests/e2e`.
 */
export const smokeFlows = [
  'card-to-shelf',
  'faults',
  'offline-story',
  'road',
  'shared-tablet',
  'start',
  'two-tablets',
].map((name) => `tests/e2e/${name}.test.ts`);
