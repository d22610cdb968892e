/**
 * Browser tests of every run: the roads that the product stands for, each once, and what is never to fail on them. All others of
 * `tests/e2e` are of the long part (decision 36).
 */
export const roads = [
  'card-to-shelf',
  'faults',
  'offline-story',
  'road',
  'shared-tablet',
  'start',
  'two-tablets',
].map((name) => `tests/e2e/${name}.test.ts`);
