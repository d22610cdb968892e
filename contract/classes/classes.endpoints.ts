import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { PageQuery, pageOf } from '../kit/page.ts';
import { classStaff, officeStaff, wholeSchoolStaff } from '../kit/roles.ts';
import { classProblems } from './classes.problems.ts';
import { ClassName, ClassTeachers, ClassTheme, NewClass, SchoolClass } from './classes.schema.ts';

const OneClass = v.object({ id: Id });
/** Archived classes instead of those that go on. */
const IsArchived = v.optional(v.picklist(['true', 'false']), 'false');

export const classEndpoints = {
  listForSchool: endpoint({
    name: 'classes.listForSchool',
    summary: 'All classes of the school',
    method: 'GET',
    path: '/v1/school-classes/',
    roles: officeStaff,
    offline: 'cached',
    query: v.object({ ...PageQuery.entries, is_archived: IsArchived }),
    response: pageOf(v.array(SchoolClass)),
  }),
  listForTeacher: endpoint({
    name: 'classes.listForTeacher',
    summary: 'The classes of the signed-in teacher; all of the school for a teacher_admin',
    method: 'GET',
    path: '/v1/teacher/school-classes/',
    roles: ['teacher', 'teacher_admin'],
    offline: 'cached',
    query: PageQuery,
    response: pageOf(v.array(SchoolClass)),
  }),
  read: endpoint({
    name: 'classes.read',
    summary: 'One class',
    method: 'GET',
    path: '/api-admin/school-classes/:id/',
    roles: classStaff,
    offline: 'cached',
    params: OneClass,
    response: SchoolClass,
    problems: [classProblems.not_found],
  }),
  create: endpoint({
    name: 'classes.create',
    summary: 'Make a class; its class code is made by the school',
    method: 'POST',
    path: '/api-admin/school-classes/',
    roles: wholeSchoolStaff,
    offline: 'queued',
    body: NewClass,
    response: SchoolClass,
    problems: [classProblems.id_taken],
  }),
  rename: endpoint({
    name: 'classes.rename',
    summary: 'Change the name of a class',
    method: 'PUT',
    path: '/api-admin/school-classes/:id/name/',
    roles: classStaff,
    offline: 'queued',
    params: OneClass,
    body: v.object({ name: ClassName }),
    response: SchoolClass,
    problems: [classProblems.not_found, classProblems.name_changed_elsewhere],
  }),
  recolour: endpoint({
    name: 'classes.recolour',
    summary: 'Change the colour of a class',
    method: 'PUT',
    path: '/api-admin/school-classes/:id/class-theme/',
    roles: classStaff,
    offline: 'queued',
    params: OneClass,
    body: v.object({ class_theme: ClassTheme }),
    response: SchoolClass,
    problems: [classProblems.not_found, classProblems.theme_changed_elsewhere],
  }),
  archive: endpoint({
    name: 'classes.archive',
    summary: 'End a class: its students keep their work and stand in no class, its class code opens nothing',
    method: 'POST',
    path: '/api-admin/school-classes/:id/archive/',
    roles: wholeSchoolStaff,
    offline: 'queued',
    params: OneClass,
    response: SchoolClass,
    problems: [classProblems.not_found],
  }),
  restore: endpoint({
    name: 'classes.restore',
    summary:
      'Bring an archived class back, with those of its students who were not put into another class since',
    method: 'POST',
    path: '/api-admin/school-classes/:id/restore/',
    roles: wholeSchoolStaff,
    offline: 'queued',
    params: OneClass,
    response: SchoolClass,
    problems: [classProblems.not_found],
  }),
  assignTeachers: endpoint({
    name: 'classes.assignTeachers',
    summary: 'Say who leads a class and who teaches it with them',
    method: 'PUT',
    path: '/api-admin/school-classes/:id/teachers/',
    roles: wholeSchoolStaff,
    offline: 'online-only',
    params: OneClass,
    body: ClassTeachers,
    response: SchoolClass,
    problems: [classProblems.not_found, classProblems.archived, classProblems.teacher_not_found],
  }),
  replaceCode: endpoint({
    name: 'classes.replaceCode',
    summary: 'Give a class another class code; the one before opens nothing any more',
    method: 'POST',
    path: '/api-admin/school-classes/:id/class-code/',
    roles: wholeSchoolStaff,
    offline: 'online-only',
    params: OneClass,
    response: SchoolClass,
    problems: [classProblems.not_found, classProblems.archived],
  }),
} as const;
