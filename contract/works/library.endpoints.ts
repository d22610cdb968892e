import { endpoint } from '../kit/endpoint.ts';
import { classStaff } from '../kit/roles.ts';
import {
  BookStats,
  Combined,
  CombinedQuery,
  ImpactCount,
  ReactionQuery,
  ReactionStats,
  ShelfQuery,
  Shelves,
  TeacherBookStats,
  TeacherStoryStats,
} from './library.schema.ts';

const open = {
  method: 'GET',
  roles: 'anyone',
  knowsCaller: true,
  hosts: 'all',
  offline: 'cached',
} as const;

export const libraryEndpoints = {
  listShelves: endpoint({
    ...open,
    name: 'library.listShelves',
    summary:
      'The shelves of the library: what is new, and each category that is not empty with its newest works',
    path: '/library-shelves/',
    query: ShelfQuery,
    response: Shelves,
  }),
  searchAll: endpoint({
    ...open,
    name: 'library.searchAll',
    summary:
      'Search books, stories, causes, public pages and, for staff, the children they look after, all at once',
    path: '/combined/',
    query: CombinedQuery,
    response: Combined,
  }),
  readBookStats: endpoint({
    ...open,
    name: 'library.readBookStats',
    summary: 'How many books are on the shelf',
    path: '/book-stats',
    response: BookStats,
  }),
  readImpacts: endpoint({
    ...open,
    name: 'library.readImpacts',
    summary: 'Copies bought and gifts made for causes here, not given back',
    path: '/v1/impacts/count/',
    response: ImpactCount,
  }),
  readReactionStats: endpoint({
    ...open,
    name: 'library.readReactionStats',
    summary: 'How often each reaction was given',
    path: '/reactions/stats/',
    query: ReactionQuery,
    response: ReactionStats,
  }),
  readTeacherBookStats: endpoint({
    name: 'library.readTeacherBookStats',
    summary: 'Books of the children whom one looks after, by state',
    method: 'GET',
    path: '/teacher/book-stats/',
    roles: classStaff,
    offline: 'cached',
    response: TeacherBookStats,
  }),
  readTeacherStoryStats: endpoint({
    name: 'library.readTeacherStoryStats',
    summary: 'Stories of the children whom one looks after, by state',
    method: 'GET',
    path: '/teacher/blog-stats/',
    roles: classStaff,
    offline: 'cached',
    response: TeacherStoryStats,
  }),
} as const;
