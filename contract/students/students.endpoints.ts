import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { PageQuery, pageOf } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { classProblems } from '../classes/classes.problems.ts';
import { ClassCode } from '../classes/classes.schema.ts';
import { studentProblems } from './students.problems.ts';
import {
  AddStudents,
  privacyPreferences,
  PupilTile,
  Student,
  StudentIds,
  StudentMove,
  StudentName,
} from './students.schema.ts';

const WantedPrivacy = v.picklist(privacyPreferences, studentProblems.invalid_privacy_transition.error);

/** What a bulk call answers: its words, and how many students are another than before. */
const BulkAnswer = v.object({ message: v.string(), changed: v.number() });

export const studentEndpoints = {
  listInClass: endpoint({
    name: 'students.listInClass',
    summary:
      'The students of a class, by its class code: whole rows for its staff, and what a child needs to find itself for all others',
    method: 'GET',
    path: '/list-student-in-class/:classCode/',
    roles: 'anyone',
    offline: 'cached',
    params: v.object({ classCode: ClassCode }),
    query: v.object({
      ...PageQuery.entries,
      search: v.optional(line({ maximum: 100, label: 'search' })),
    }),
    response: pageOf(v.object({ students: v.union([v.array(Student), v.array(PupilTile)]) })),
    problems: [classProblems.not_found, studentProblems.invalid_class_code],
  }),
  addToClass: endpoint({
    name: 'students.addToClass',
    summary: 'Add students to a class by their names',
    method: 'POST',
    path: '/class/:classId/bulk-add-students/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: v.object({ classId: Id }),
    body: AddStudents,
    response: v.object({
      message: v.string(),
      data: v.object({ id: Id, class_id: v.string(), students: v.array(Student) }),
    }),
    problems: [studentProblems.class_not_found, studentProblems.id_taken],
  }),
  rename: endpoint({
    name: 'students.rename',
    summary: 'Change the name of a student',
    method: 'PUT',
    path: '/student-name-update/:id/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: v.object({ id: Id }),
    body: StudentName,
    response: Student,
    problems: [studentProblems.not_found, studentProblems.name_changed_elsewhere],
  }),
  updatePrivacy: endpoint({
    name: 'students.updatePrivacy',
    summary: 'Change the privacy preference of a student',
    method: 'PUT',
    path: '/student-privacy-update/:id/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    params: v.object({ id: Id }),
    body: v.object({ privacy_preference: WantedPrivacy }),
    response: Student,
    problems: [studentProblems.not_found, studentProblems.privacy_changed_elsewhere],
  }),
  move: endpoint({
    name: 'students.move',
    summary:
      'Move students to another class, all of them or none: they leave the classes that the mover runs and keep their work',
    method: 'POST',
    path: '/moved-all-students/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    body: StudentMove,
    response: BulkAnswer,
    problems: [studentProblems.not_found, studentProblems.class_not_found, studentProblems.moved_elsewhere],
  }),
  updatePrivacyInBulk: endpoint({
    name: 'students.updatePrivacyInBulk',
    summary: 'Change the privacy preference of several students, of all of them or of none',
    method: 'POST',
    path: '/users/privacy-preference/bulk/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    body: v.object({ user_ids: StudentIds, privacy_preference: WantedPrivacy }),
    response: BulkAnswer,
    problems: [studentProblems.not_found, studentProblems.privacy_changed_elsewhere],
  }),
  archive: endpoint({
    name: 'students.archive',
    summary: 'Take students out of their class lists; they keep their work and cannot sign in',
    method: 'POST',
    path: '/archived-all-students/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    body: v.object({ user_ids: StudentIds }),
    response: BulkAnswer,
    problems: [studentProblems.not_found],
  }),
  restore: endpoint({
    name: 'students.restore',
    summary: 'Bring archived students back into their class lists',
    method: 'POST',
    path: '/restored-all-students/',
    roles: classStaff,
    offline: 'queued',
    guests: 'never',
    body: v.object({ user_ids: StudentIds }),
    response: BulkAnswer,
    problems: [studentProblems.not_found],
  }),
} as const;
