import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than most of their part, the longest first. Begun at the end, such a one would run by itself while
 * the other processors wait. On a fresh checkout Vitest knows no more than how many bytes a file has. Of the long part those
 * come early that found faults before; those with an end of their own stand between them, so that they reach it.
 */
const longest = [
  'tests/long/photographs.test.ts',
  'tests/long/histories.test.ts',
  'tests/long/scanner.test.ts',
  'tests/long/planted-bugs.test.ts',
  'tests/long/printed-cards.test.ts',
  'tests/long/hostile-texts.test.ts',
  'tests/long/faults.test.ts',
  'tests/long/fuzz.test.ts',
  'tests/api/authorization-matrix.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/sync/simulator/first-half.test.ts',
  'tests/sync/simulator/planted-bugs.test.ts',
  'tests/sync/simulator/second-half.test.ts',
  'tests/e2e/card-to-shelf.test.ts',
  'tests/e2e/faults.test.ts',
  'tests/e2e/two-tablets.test.ts',
  'tests/e2e/tabs.test.ts',
  'tests/e2e/offline-story.test.ts',
  'tests/e2e/road.test.ts',
  'tests/e2e/start.test.ts',
  'tests/e2e/students.test.ts',
  'tests/e2e/shared-tablet.test.ts',
  'tests/e2e/kept-books.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/e2e/office-pages.test.ts',
  'tests/e2e/update.test.ts',
  'tests/e2e/books.test.ts',
  'tests/e2e/class-screens.test.ts',
  'tests/e2e/screens.test.ts',
  'tests/e2e/reports.test.ts',
  'tests/e2e/cards.test.ts',
  'tests/e2e/organization.test.ts',
  'tests/e2e/scanner.test.ts',
  'tests/e2e/registration.test.ts',
  'tests/e2e/sign-in.test.ts',
  'tests/e2e/voices.test.ts',
  'tests/e2e/home.test.ts',
  'tests/e2e/visits.test.ts',
  'tests/e2e/cart.test.ts',
  'tests/e2e/idle-lock.test.ts',
  'tests/e2e/imports.test.ts',
  'tests/e2e/pictures.test.ts',
  'tests/e2e/guide.test.ts',
  'tests/e2e/sessions.test.ts',
];

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return found === -1 ? longest.length : found;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
