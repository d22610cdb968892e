import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { classStaff } from '../kit/roles.ts';
import { permissionProblems } from './permissions.problems.ts';
import { NeededPermissions, Permission, PermissionForm, Purpose } from './permissions.schema.ts';

const params = v.object({ studentId: Id, purpose: Purpose });
const response = v.object({ purpose: Purpose, is_given: v.boolean() });

/** What guardians of students allowed, as the staff record it. */
export const permissionEndpoints = {
  list: endpoint({
    name: 'permissions.list',
    summary: 'What the guardian of a student allowed and took back, the newest first',
    method: 'GET',
    path: '/v1/students/:studentId/permissions/',
    roles: classStaff,
    offline: 'online-only',
    params: v.object({ studentId: Id }),
    query: PageQuery,
    response: pageOf(v.array(Permission)),
    problems: [permissionProblems.no_student],
  }),
  record: endpoint({
    name: 'permissions.record',
    summary: 'Record that the guardian of a student allowed something; once more changes nothing',
    method: 'PUT',
    path: '/v1/students/:studentId/permissions/:purpose/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    body: PermissionForm,
    response,
    problems: [permissionProblems.no_student],
  }),
  end: endpoint({
    name: 'permissions.end',
    summary: 'Record that the guardian took it back; what was public because of it is so no longer',
    method: 'DELETE',
    path: '/v1/students/:studentId/permissions/:purpose/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params,
    response,
    problems: [permissionProblems.no_student],
  }),
  readNeeded: endpoint({
    name: 'permissions.readNeeded',
    summary: 'What a work needs of a guardian before everybody may see it, and what of that is there',
    method: 'GET',
    path: '/works/:workId/needed-permissions/',
    roles: classStaff,
    offline: 'online-only',
    guests: 'never',
    params: v.object({ workId: Id }),
    response: NeededPermissions,
    problems: [permissionProblems.no_work],
  }),
} as const;
