import { parseNames } from '#contract/students/students.rules.ts';
import {
  addStudents,
  addStudentsInput,
  archiveStudents,
  archiveStudentsInput,
  moveStudents,
  moveStudentsInput,
  renameStudent,
  renameStudentInput,
  restoreStudents,
  updatePrivacy,
  updatePrivacyInBulk,
  updatePrivacyInBulkInput,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import type { EffectMakers, ServersOwn } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'students.addToClass': async ({ schoolClass, device }) => {
    await device.replica.enqueue(
      addStudents,
      addStudentsInput(schoolClass.id, parseNames('Dee Hill\n小明 王')),
    );
  },
  'students.rename': async ({ ids, device }) => {
    await device.replica.enqueue(
      renameStudent,
      renameStudentInput(ids[0], { first_name: 'Adah', last_name: 'Fern' }),
    );
  },
  'students.updatePrivacy': async ({ ids, device }) => {
    await device.replica.enqueue(updatePrivacy, updatePrivacyInput(ids[0], 'community'));
  },
  'students.updatePrivacyInBulk': async ({ ids, device }) => {
    await device.replica.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, 'public'));
  },
  'students.archive': async ({ ids, device }) => {
    await device.replica.enqueue(archiveStudents, archiveStudentsInput([ids[0], ids[1]]));
  },
  'students.restore': async ({ ids, device }) => {
    await device.replica.enqueue(archiveStudents, archiveStudentsInput(ids));
    await device.replica.enqueue(restoreStudents, archiveStudentsInput([ids[1], ids[2]]));
  },
  'students.move': async ({ secondClass, ids, device }) => {
    await device.replica.enqueue(moveStudents, moveStudentsInput([ids[1], ids[0]], secondClass.id));
  },
};

export const serversOwn: ServersOwn = {
  students: ({ username: _username, date_joined: _joined, ...student }) => ({
    ...student,
    stu_class: student.stu_class && { ...student.stu_class, class_id: null },
    archived_at: student.archived_at !== null,
    archived_by: null,
  }),
};
