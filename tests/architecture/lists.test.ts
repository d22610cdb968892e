import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { readProject } from './import-graph.ts';

/*
 * A list that grows goes by key, so that no row is shown twice or passed over where another comes or goes between two pages
 * (decision 199). What goes by number is named here, with its reason.
 */

const reasons = {
  specified: 'the product specification asks it by limit and offset, or by limit alone',
  library: 'its pages have numbers, beside which `next` leads by key',
  sorted: 'a school sorts its own by several columns, and its pages have numbers',
  few: 'there are few of them, in the order of names, of which new ones come seldom',
  panel: 'whoever runs the platform looks them through in the panel, by key',
  parts: 'the parts of one work, in the order in which they are read or changed',
  waiting: 'what waits for a decision is limited, and whoever decides begins at the top',
} as const;

const byNumber: Readonly<Record<string, keyof typeof reasons>> = {
  'affiliations.listAsked': 'few',
  'affiliations.listInvited': 'few',
  'affiliations.listOrganizations': 'few',
  'cards.issueForClass': 'few',
  'cards.listOfStudent': 'few',
  'cards.revealClass': 'specified',
  'catalogue.list': 'sorted',
  'catalogue.listOfSchools': 'sorted',
  'categories.list': 'few',
  'causes.list': 'few',
  'causes.listOwn': 'few',
  'classes.listForSchool': 'specified',
  'classes.listForTeacher': 'specified',
  'content.list': 'few',
  'content.listEdited': 'few',
  'devices.list': 'few',
  'help.list': 'specified',
  'invitations.list': 'waiting',
  'learning.readClass': 'few',
  'mediaWeeks.listHeld': 'waiting',
  'members.list': 'sorted',
  'modes.list': 'few',
  'offers.list': 'waiting',
  'orders.readParts': 'parts',
  'permissions.list': 'few',
  'resources.list': 'sorted',
  'reviews.listOfWork': 'parts',
  'shelves.list': 'few',
  'students.listInClass': 'specified',
  'students.search': 'specified',
  'subscriptions.listCovered': 'few',
  'sync.listParked': 'waiting',
  'tenants.list': 'panel',
  'visits.list': 'panel',
  'works.list': 'library',
  'works.listChapters': 'parts',
  'works.listCredits': 'parts',
  'works.listPages': 'parts',
  'writing.listRemoved': 'parts',
  'writing.listVersions': 'parts',
};

interface Declared {
  name: string;
  query?: unknown;
  body?: unknown;
}

function asks({ query, body }: Declared, field: string): boolean {
  return [query, body].some(
    (schema) =>
      typeof schema === 'object' &&
      schema !== null &&
      'entries' in schema &&
      Object.hasOwn(schema.entries as object, field),
  );
}

const named = (all: readonly Declared[], field: string) =>
  all.filter((each) => asks(each, field)).map(({ name }) => name);

/** Hooks and screens that count their pages out themselves. */
function countingPages(files: Iterable<readonly [string, string]>): string[] {
  return [...files].flatMap(([file, text]) =>
    /^src\/.+(?<!\.test)\.tsx?$/u.test(file) && /offset\s*[:=]\s*\(page - 1\)/u.test(text) ? [file] : [],
  );
}

describe('a list', () => {
  test('goes by key, but for those that are named with a reason', () => {
    expect(named(endpoints, 'offset').toSorted()).toEqual(Object.keys(byNumber).toSorted());
    expect(named(endpoints, 'after').length).toBeGreaterThan(20);
    expect(new Set(Object.values(byNumber))).toEqual(new Set(Object.keys(reasons)));
  });

  test('goes one way alone, but for the library: its pages have numbers, and `next` leads by key', () => {
    const byKey = named(endpoints, 'after');
    expect(named(endpoints, 'offset').filter((name) => byKey.includes(name))).toEqual(['works.list']);
  });

  test('by number is caught with its query or its body', () => {
    const entries = { limit: {}, offset: {} };
    expect(named([{ name: 'things.list', query: { entries } }], 'offset')).toEqual(['things.list']);
    expect(named([{ name: 'things.list', body: { entries } }], 'offset')).toEqual(['things.list']);
    expect(named([{ name: 'things.list', query: { entries: { after: {} } } }], 'offset')).toEqual([]);
  });

  test('is asked by the hooks of src/session alone', () => {
    expect(countingPages(readProject()).toSorted()).toEqual([
      // Children choose themselves on a tablet that knows its class without a network.
      'src/features/identity/use-class-tiles.ts',
      // A class within a path, all on one page almost always.
      'src/features/learning/class-progress.screen.tsx',
      'src/session/use-list.ts',
    ]);
    const planted = 'const query = { limit: size, offset: (page - 1) * size };';
    expect(countingPages([['src/features/hens/use-hens.ts', planted]])).toHaveLength(1);
    expect(countingPages([['src/features/hens/hens.test.tsx', planted]])).toEqual([]);
  });
});
