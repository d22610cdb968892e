import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of exploring: the files with a share of its time, then the walk through every page, and what no tab may lose. */
const firstOfExploring = [
  'tests/explore/photographs.test.ts',
  'tests/explore/histories.test.ts',
  'tests/explore/scanner.test.ts',
  'tests/explore/planted-bugs.test.ts',
  'tests/explore/printed-cards.test.ts',
  'tests/explore/hostile-texts.test.ts',
  'tests/explore/faults.test.ts',
  'tests/explore/fuzz.test.ts',
  'tests/e2e/every-page.test.ts',
  'tests/e2e/tabs.test.ts',
  'tests/e2e/full-tablet.test.ts',
  'tests/e2e/kept-books.test.ts',
];

/**
 * Files that take longer than most of their part, the longest first. Begun at the end, such a one would run by itself while
 * the other processors wait. On a fresh checkout Vitest knows no more than how many bytes a file has.
 */
const longest = [
  'tests/slow/authorization-matrix.test.ts',
  ...firstOfExploring,
  'tests/api/authorization-matrix.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/sync/simulator/first-half.test.ts',
  'tests/sync/simulator/second-half.test.ts',
  'tests/e2e/card-to-shelf.test.ts',
  'tests/e2e/faults.test.ts',
  'tests/e2e/two-tablets.test.ts',
  'tests/e2e/offline-story.test.ts',
  'tests/e2e/road.test.ts',
  'tests/e2e/start.test.ts',
  'tests/e2e/students.test.ts',
  'tests/e2e/shared-tablet.test.ts',
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

/** Where a file stands among some that are named; behind them where it is none of them. */
function placeIn(files: readonly string[], { moduleId }: TestSpecification): number {
  const found = files.findIndex((file) => moduleId.endsWith(`/${file}`));
  return found === -1 ? files.length : found;
}

/** A number of a file that is another one at each turn. */
function numberAt(turn: string, { moduleId }: TestSpecification): number {
  return createHash('sha256').update(`${turn} ${moduleId}`).digest().readUInt32BE();
}

/** The longest file first; where the time may end before all are reached, each time others come last (EXPLORE_TURN). */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = process.env['EXPLORE_TURN'];
    const sorted = await super.sort(files);
    if (turn === undefined)
      return sorted.toSorted((one, other) => placeIn(longest, one) - placeIn(longest, other));
    return sorted
      .toSorted((one, other) => numberAt(turn, one) - numberAt(turn, other))
      .toSorted((one, other) => placeIn(firstOfExploring, one) - placeIn(firstOfExploring, other));
  }
}
