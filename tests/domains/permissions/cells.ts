import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, place, storyOf, students } from '../../support/matrix/places.ts';
import { ofItsClass } from '../../support/matrix/who-may.ts';

const noPermitted = 'permissions.no_student';

export const cells: CellsOf<'permissions'> = {
  'permissions.list': {
    ...ofItsClass(students, noPermitted),
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'permissions.record': {
    ...ofItsClass(students, noPermitted),
    input: (target, world) => ({
      params: { studentId: place(target, world).studentId, purpose: 'sale' },
      body: {},
    }),
  },
  'permissions.end': {
    ...ofItsClass(students, noPermitted),
    input: (target, world) => ({ params: { studentId: place(target, world).studentId, purpose: 'voice' } }),
  },
  'permissions.readNeeded': { ...ofItsClass(classes, 'permissions.no_work'), input: storyOf('returned') },
};
