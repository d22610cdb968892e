import { randomUUID } from 'node:crypto';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, place } from '../../support/matrix/places.ts';
import {
  changeStudent,
  noClass,
  noStudent,
  ofAdministrators,
  ofClass,
  ofWholeSchool,
  ok,
} from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'cards'> = {
  'cards.issueForClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId }, body: {} }),
  },
  'cards.issueForStudent': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'cards.listOfStudent': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
  'cards.summarizeClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId } }),
  },
  'cards.summarizeSchool': { cells: ofWholeSchool },
  'cards.replaceOfStudent': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId }, body: {} }),
  },
  'cards.replaceOfClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId }, body: {} }),
  },
  'cards.replaceOfSchool': { input: () => ({ body: {} }), cells: ofWholeSchool },
  'cards.discard': {
    // A card that is not the caller's own is passed over, like one that is none.

    input: () => ({ body: { card_ids: [randomUUID()] } }),
    cells: { ...ofWholeSchool, teacher: [ok], teacher_of_birch: [ok] },
  },
  'cards.readSettings': { cells: ofAdministrators },
  'cards.changeSettings': {
    input: () => ({ body: { passwords_on_cards: false } }),
    cells: ofAdministrators,
  },
  'cards.revealClass': {
    ...ofClass,
    input: (target, world) => ({ params: { classId: place(target, world).classId } }),
  },
  'cards.revealStudent': {
    // Both schools have the same codes, so riverside's child is asked for in greenfield's class.
    targets: classes,
    input: (target, world) => {
      const { classCode, studentId } = place(target, world);
      return { params: { classCode, studentId } };
    },
    cells: {
      ...ofClass.cells,
      teacher: [ok, noClass, noStudent],
      teacher_admin: [ok, ok, noStudent],
      school_admin: [ok, ok, noStudent],
      organization_admin: [ok, ok, noStudent],
    },
  },
};
