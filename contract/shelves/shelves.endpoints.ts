import { endpoint } from '../kit/endpoint.ts';
import { officeStaff } from '../kit/roles.ts';
import { shelfProblems } from './shelves.problems.ts';
import { OwnShelf, SetShelf, ShelfList, ShelfQuery } from './shelves.schema.ts';

const own = {
  path: '/shelf/',
  roles: officeStaff,
  offline: 'online-only',
  response: OwnShelf,
  problems: [shelfProblems.only_schools],
} as const;

export const shelfEndpoints = {
  list: endpoint({
    name: 'shelves.list',
    summary: 'Schools that show their public books to visitors, with how many works everybody may read',
    method: 'GET',
    path: '/libraries/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'cached',
    query: ShelfQuery,
    response: ShelfList,
  }),
  readOwn: endpoint({
    ...own,
    name: 'shelves.readOwn',
    summary: 'Whether the school shows its public books to visitors, and the country it gives',
    method: 'GET',
  }),
  setOwn: endpoint({
    ...own,
    name: 'shelves.setOwn',
    summary: 'Open or close the shelf of the school for visitors, and set its country',
    method: 'PUT',
    body: SetShelf,
  }),
} as const;
