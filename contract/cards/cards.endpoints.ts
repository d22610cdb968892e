import * as v from 'valibot';
import { classProblems } from '../classes/classes.problems.ts';
import { ClassCode } from '../classes/classes.schema.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { PageQuery, pageOf, pageQuery } from '../kit/page.ts';
import { classStaff, wholeSchoolStaff } from '../kit/roles.ts';
import { studentProblems } from '../students/students.problems.ts';
import { StudentIds } from '../students/students.schema.ts';
import { cardProblems } from './cards.problems.ts';
import {
  CardSummary,
  LoginCard,
  NewLoginCard,
  ReplaceCards,
  ReplacedCards,
  StudentLogin,
} from './cards.schema.ts';

const OfClass = v.object({ classId: Id });
const OfStudent = v.object({ studentId: Id });

export const cardEndpoints = {
  issueForClass: endpoint({
    name: 'cards.issueForClass',
    summary: 'Make new login cards for the students of a class; cards that they have stay good',
    method: 'POST',
    path: '/class/:classId/login-cards/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfClass,
    body: v.object({
      ...pageQuery({ maximum: limits.studentsPerCall, usual: limits.studentsPerCall }).entries,
      /** For these alone; whoever is not in the class is passed over. */
      student_ids: v.optional(StudentIds),
    }),
    answers: 'once',
    response: pageOf(v.array(NewLoginCard)),
    problems: [classProblems.not_found],
  }),
  issueForStudent: endpoint({
    name: 'cards.issueForStudent',
    summary: 'Make a new login card for one student; cards that the student has stay good',
    method: 'POST',
    path: '/student/:studentId/login-cards/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfStudent,
    answers: 'once',
    response: NewLoginCard,
    problems: [studentProblems.not_found],
  }),
  listOfStudent: endpoint({
    name: 'cards.listOfStudent',
    summary: 'The login cards of a student, latest first: when printed, last used and voided',
    method: 'GET',
    path: '/student/:studentId/login-cards/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfStudent,
    query: PageQuery,
    response: pageOf(v.array(LoginCard)),
    problems: [studentProblems.not_found],
  }),
  summarizeClass: endpoint({
    name: 'cards.summarizeClass',
    summary: 'How many login cards of a class are good, and who printed last',
    method: 'GET',
    path: '/class/:classId/login-cards/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfClass,
    response: CardSummary,
    problems: [classProblems.not_found],
  }),
  summarizeSchool: endpoint({
    name: 'cards.summarizeSchool',
    summary: 'How many login cards of the school are good, and who printed last',
    method: 'GET',
    path: '/login-cards/',
    roles: wholeSchoolStaff,
    offline: 'online-only',
    guests: 'never',
    response: CardSummary,
  }),
  replaceOfStudent: endpoint({
    name: 'cards.replaceOfStudent',
    summary: 'Void all login cards of a student, and end what was opened with them',
    method: 'POST',
    path: '/student/:studentId/login-cards/replace/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfStudent,
    body: ReplaceCards,
    response: ReplacedCards,
    problems: [studentProblems.not_found, cardProblems.printed_meanwhile],
  }),
  replaceOfClass: endpoint({
    name: 'cards.replaceOfClass',
    summary: 'Void all login cards of the students of a class, and end what was opened with them',
    method: 'POST',
    path: '/class/:classId/login-cards/replace/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfClass,
    body: ReplaceCards,
    response: ReplacedCards,
    problems: [classProblems.not_found, cardProblems.printed_meanwhile],
  }),
  replaceOfSchool: endpoint({
    name: 'cards.replaceOfSchool',
    summary: 'Void all login cards of the school, and end what was opened with them',
    method: 'POST',
    path: '/login-cards/replace/',
    roles: wholeSchoolStaff,
    offline: 'online-only',
    guests: 'never',
    body: ReplaceCards,
    response: ReplacedCards,
    problems: [cardProblems.printed_meanwhile],
  }),
  discard: endpoint({
    name: 'cards.discard',
    summary: 'Void login cards that the caller made and that were never printed or used',
    method: 'POST',
    path: '/login-cards/discard/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    body: v.object({
      card_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(limits.studentsPerCall)),
    }),
    response: ReplacedCards,
  }),
  revealClass: endpoint({
    name: 'cards.revealClass',
    summary:
      'Show what the students of a class type to sign in; each one shown is written in the audit, and wrong tries are forgiven',
    method: 'GET',
    path: '/v1/teacher/student-login-info/:classId/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: OfClass,
    query: pageQuery({ maximum: limits.revealsPerCall }),
    response: pageOf(v.array(StudentLogin)),
    problems: [classProblems.not_found, cardProblems.too_many_reveals],
  }),
  revealStudent: endpoint({
    name: 'cards.revealStudent',
    summary:
      'Show what a student of a class types to sign in; it is written in the audit, and wrong tries are forgiven',
    method: 'GET',
    path: '/classes/:classCode/student-login-info/:studentId/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ classCode: ClassCode, studentId: Id }),
    response: StudentLogin,
    problems: [classProblems.not_found, studentProblems.not_found, cardProblems.too_many_reveals],
  }),
} as const;
