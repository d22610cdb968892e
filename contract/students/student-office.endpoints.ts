import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { classStaff, wholeSchoolStaff } from '../kit/roles.ts';
import { PasswordChange, StudentEdit, StudentSearch } from './student-office.schema.ts';
import { studentProblems } from './students.problems.ts';
import { Student } from './students.schema.ts';

/** What the school office asks of its school about students, and nobody on a tablet. */
export const studentOfficeEndpoints = {
  search: endpoint({
    name: 'students.search',
    summary: 'The students of the school, by name: in a class, archived or not, by privacy, sign-in and work',
    method: 'GET',
    path: '/api-admin/search-student/',
    roles: wholeSchoolStaff,
    offline: 'cached',
    query: StudentSearch,
    response: pageOf(v.array(Student)),
  }),
  update: endpoint({
    name: 'students.update',
    summary: 'Change the name, the password and the privacy preference of a student',
    method: 'PUT',
    path: '/manage_student/:id/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    body: StudentEdit,
    response: Student,
    problems: [studentProblems.not_found],
  }),
  changePassword: endpoint({
    name: 'students.changePassword',
    summary: 'Give a student another password; login cards stay good',
    method: 'PUT',
    path: '/change-password/:id/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ id: Id }),
    body: PasswordChange,
    response: v.object({ message: v.string() }),
    problems: [studentProblems.not_found],
  }),
} as const;
