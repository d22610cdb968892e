import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, place } from '../../support/matrix/places.ts';
import {
  addToClassCells,
  changeStudent,
  noClass,
  noStudent,
  ofWholeSchool,
  ok,
} from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'students'> = {
  'students.listInClass': {
    // By code, which both schools have: the other school's class is never what is found. See the visible parts: those who
    // are no staff get rows in which no id stands.
    targets: ['maple', 'birch'],
    input: (target, world) => ({ params: { classCode: place(target, world).classCode } }),
    cells: {
      visitor: [ok, ok],
      student: [ok, ok],
      parent: [ok, ok],
      teacher: [ok, noClass],
      teacher_of_birch: [noClass, ok],
      teacher_admin: [ok, ok],
      school_admin: [ok, ok],
      organization_admin: [ok, ok],
      organization_admin_on_own_host: [noClass, noClass],

      anyone_signed_in_elsewhere: [ok, ok],
    },
  },
  'students.addToClass': {
    targets: classes,
    input: (target, world) => ({
      params: { classId: place(target, world).classId },
      body: { students: [{ id: uuidv7(), first_name: 'Matrix', last_name: 'Child' }] },
    }),
    cells: addToClassCells,
  },
  'students.rename': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: { first_name: 'Renamed', last_name: `By ${randomUUID()}` },
    }),
  },
  'students.updatePrivacy': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: { privacy_preference: 'community' },
    }),
  },
  'students.search': { cells: ofWholeSchool },
  'students.update': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: {
        first_name: 'Edited',
        last_name: 'Child',
        password: 'calm-heron-20',
        privacy_preference: 'private',
      },
    }),
  },
  'students.changePassword': {
    ...changeStudent,
    input: (target, world) => ({
      params: { id: place(target, world).studentId },
      body: { new_password: 'brave-mole-31' },
    }),
  },
  'students.move': {
    // Each to the class where they are; what else there is to it stands in students-moved.test.ts.
    targets: classes,
    input: (target, world) => {
      const { studentId, classId } = place(target, world);
      return { body: { user_ids: [studentId], school_class_id: classId } };
    },
    cells: {
      teacher: [ok, noStudent, noStudent],
      teacher_of_birch: [noStudent, ok, noStudent],
      teacher_admin: [ok, ok, noStudent],
      school_admin: [ok, ok, noStudent],
      organization_admin: [ok, ok, noStudent],
      organization_admin_on_own_host: [noStudent, noStudent, noStudent],
    },
  },
  'students.updatePrivacyInBulk': {
    ...changeStudent,
    input: (target, world) => ({
      body: { user_ids: [place(target, world).studentId], privacy_preference: 'private' },
    }),
  },
  'students.archive': {
    ...changeStudent,
    input: (target, world) => ({ body: { user_ids: [place(target, world).studentId] } }),
  },
  'students.restore': {
    ...changeStudent,
    input: (target, world) => ({ body: { user_ids: [place(target, world).studentId] } }),
  },
};
