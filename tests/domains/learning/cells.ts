import { randomUUID } from 'node:crypto';
import type { ApiWorld } from '../../support/api-world.ts';
import { makeLiveCourse } from '../../support/content-pages.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, place } from '../../support/matrix/places.ts';
import {
  byHost,
  elsewhere,
  forbidden,
  noClass,
  noPage,
  ofItsClass,
  ok,
  syncing,
  unknown,
} from '../../support/matrix/who-may.ts';

interface Rows {
  /** Id of a course of the platform. */
  course: string;
}

export const cells: CellsOf<'learning', Rows> = {
  // What is kept of which page is in tests/api/learning.test.ts; the answer is the same.
  'learning.setStep': {
    input: () => ({ params: { pageId: randomUUID(), stepId: 'steps.look' }, body: { done: true } }),
    cells: syncing,
  },
  'learning.assign': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId, pageId: randomUUID() },
      // Of a page that is not there: nothing is refused that takes back.
      body: { is_set: false },
    }),
    cells: ofItsClass(classes, noClass).cells,
  },
  'learning.setReminder': {
    // Of a page that is not there: nothing is refused that takes back.
    input: () => ({ params: { pageId: randomUUID() }, body: { is_set: false } }),
    cells: { ...syncing, student: [forbidden], parent: [forbidden] },
  },
  // Who hears a link, and when, is in tests/api/joining.test.ts.
  'learning.joinEvent': {
    input: () => ({ params: { pageId: randomUUID() } }),
    cells: {
      ...byHost([noPage], [noPage], [elsewhere]),
      visitor: [unknown],
      anyone_signed_in_elsewhere: [unknown],
      student: [forbidden],
      parent: [forbidden],
    },
  },
  'learning.listAssigned': {
    cells: { student: [ok] },
  },
  'learning.readClass': {
    targets: classes,
    input: (target, world, { course }) => ({
      params: { classId: place(target, world).classId },
      query: { page: course },
    }),
    cells: ofItsClass(classes, noClass).cells,
  },
};

export async function makeRows(world: ApiWorld): Promise<Rows> {
  return { course: (await makeLiveCourse(world, 2)).id };
}
