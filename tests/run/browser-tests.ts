/**
 * Browser tests of every run: the roads that the product stands for, each once, and what is never to fail on them. All others of
 * `tests/e2e` are of the long part (decision 36).
 */
export const roads = [
  'card-to-shelf',
  'faults',
  'full-tablet',
  'kept-books',
  'offline-story',
  'road',
  'shared-tablet',
  'start',
  'tabs',
  'two-tablets',
].map((name) => `tests/e2e/${name}.test.ts`);

/** Those about how pages look. The long part runs them with all looks, so it has no need to run them besides. */
export const ofPages = [
  'class-screens',
  'help',
  'home',
  'library',
  'members',
  'office-pages',
  'organization',
  'registration',
  'screens',
  'sign-in',
  'students',
  'tablets',
].map((name) => `tests/e2e/${name}.test.ts`);
