import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { officeStaff } from '../kit/roles.ts';
import { modeProblems } from './modes.problems.ts';
import { Mode } from './modes.schema.ts';

export const modeEndpoints = {
  list: endpoint({
    name: 'modes.list',
    summary: 'The modes of the platform, and which of them this school has locked; none for a visitor',
    method: 'GET',
    path: '/modes/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    query: PageQuery,
    response: pageOf(v.array(Mode)),
  }),
  setLock: endpoint({
    name: 'modes.setLock',
    summary: 'Lock a mode for everybody at this school, or open it again',
    method: 'PUT',
    path: '/modes/:id/lock/',
    roles: officeStaff,
    offline: 'online-only',
    params: v.object({ id: Id }),
    body: v.object({ locked: v.boolean('Please say whether the mode is locked') }),
    response: Mode,
    problems: [modeProblems.not_found],
  }),
} as const;
