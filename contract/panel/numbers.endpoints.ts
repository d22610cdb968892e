import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from './panel.problems.ts';
import {
  NumbersQuery,
  PeopleNumbers,
  PlatformNumbers,
  WorkNumbers,
  WorkNumbersQuery,
} from './numbers.schema.ts';

const numbers = {
  method: 'GET',
  roles: [product.platformRole],
  hosts: 'platform',
  reads: 'panel',
  offline: 'online-only',
  query: NumbersQuery,
} as const;

export const numberEndpoints = {
  readNumbers: endpoint({
    ...numbers,
    name: 'panel.readNumbers',
    summary: 'How much there is on the platform, and what happened each day',
    path: '/v1/panel/numbers/',
    response: PlatformNumbers,
  }),
  readPeopleNumbers: endpoint({
    ...numbers,
    name: 'panel.readPeopleNumbers',
    summary: 'Roles and sign-ins over time, who never came, and countries of at least 5',
    path: '/v1/panel/numbers/people/',
    response: PeopleNumbers,
  }),
  readWorkNumbers: endpoint({
    ...numbers,
    name: 'panel.readWorkNumbers',
    summary: 'Works made, handed in and published a week, and what they are like; without a ranking',
    path: '/v1/panel/numbers/works/',
    query: WorkNumbersQuery,
    response: WorkNumbers,
    problems: [panelProblems.too_wide],
  }),
} as const;
