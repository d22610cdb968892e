import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { officeStaff } from '../kit/roles.ts';
import { SetupAnswer } from './setup.schema.ts';

export const setupEndpoints = {
  read: endpoint({
    name: 'setup.read',
    summary: 'What a new school has done of what it does first',
    method: 'GET',
    path: '/v1/setup/',
    roles: officeStaff,
    offline: 'online-only',
    response: SetupAnswer,
  }),
  hide: endpoint({
    name: 'setup.hide',
    summary: 'Put the list of first steps away, or take it out again, for all administrators of the school',
    method: 'PUT',
    path: '/v1/setup/',
    roles: officeStaff,
    offline: 'online-only',
    body: v.object({ is_hidden: v.boolean() }),
    response: SetupAnswer,
  }),
} as const;
