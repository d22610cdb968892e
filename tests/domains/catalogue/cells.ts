import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, CellsOf } from '../../support/matrix/entry.ts';
import { classes } from '../../support/matrix/places.ts';
import type { SharedRows, StoryState } from '../../support/matrix/rows.ts';
import { forbidden, ofItsClass, ofWholeSchool, ok } from '../../support/matrix/who-may.ts';

/** The same for what is done to several at once. */
const storiesOf =
  (state: StoryState, body: Record<string, unknown> = {}) =>
  (target: string, _world: ApiWorld, { stories }: SharedRows): CellInput => ({
    body: { ids: [stories[state][target as 'maple']], ...body },
  });

const notListed = 'catalogue.not_found';

const ofListed = ofItsClass(classes, notListed);

export const cells: CellsOf<'catalogue'> = {
  'catalogue.list': {
    input: () => ({ query: { kind: 'book' } }),
    cells: { ...ofWholeSchool, teacher: [ok], teacher_of_birch: [ok] },
  },
  'catalogue.publish': { ...ofListed, input: storiesOf('published') },
  'catalogue.withdraw': { ...ofListed, input: storiesOf('withdrawn', { reason: 'Look again' }) },
  'catalogue.shelve': { ...ofListed, input: storiesOf('published') },
  'catalogue.feature': {
    targets: classes,
    input: storiesOf('published', { is_featured: false }),
    cells: {
      ...ofListed.cells,
      teacher: [forbidden, forbidden, forbidden],
      teacher_of_birch: [forbidden, forbidden, forbidden],
    },
  },
  'catalogue.listOfSchools': {
    input: () => ({ query: { kind: 'story' } }),
    cells: { organization_admin: [ok], organization_admin_on_own_host: [ok] },
  },
};
