import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { Category, CategoryForm, CategoryQuery } from './categories.schema.ts';
import { ReactionContributions } from './library.schema.ts';
import { categoryProblems } from './works.problems.ts';

/** Who keeps the categories of the place. */
const keeping = [...officeStaff, product.platformRole] as const;
const params = v.object({ categoryId: Id });

export const categoryEndpoints = {
  list: endpoint({
    name: 'categories.list',
    summary: 'The categories of the library by name, with how many works in each one may see',
    method: 'GET',
    path: '/categories/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    query: CategoryQuery,
    response: pageOf(v.array(Category)),
  }),
  create: endpoint({
    name: 'categories.create',
    summary: 'Make a category',
    method: 'POST',
    path: '/categories/',
    roles: keeping,
    hosts: 'all',
    offline: 'online-only',
    body: CategoryForm,
    response: Category,
    problems: [categoryProblems.name_taken],
  }),
  read: endpoint({
    name: 'categories.read',
    summary: 'A category, archived or not, for those who keep them',
    method: 'GET',
    path: '/categories/:categoryId/',
    roles: keeping,
    hosts: 'all',
    offline: 'online-only',
    params,
    response: Category,
    problems: [categoryProblems.not_found],
  }),
  rename: endpoint({
    name: 'categories.rename',
    summary: 'Give a category another name',
    method: 'PATCH',
    path: '/categories/:categoryId/',
    roles: keeping,
    hosts: 'all',
    offline: 'online-only',
    params,
    body: CategoryForm,
    response: Category,
    problems: [categoryProblems.not_found, categoryProblems.name_taken],
  }),
  archive: endpoint({
    name: 'categories.archive',
    summary: 'Take a category off the shelves; its works stay',
    method: 'POST',
    path: '/categories/:categoryId/archive/',
    roles: keeping,
    hosts: 'all',
    offline: 'online-only',
    params,
    response: Category,
    problems: [categoryProblems.not_found],
  }),
  restore: endpoint({
    name: 'categories.restore',
    summary: 'Put a category back with the works that it had',
    method: 'POST',
    path: '/categories/:categoryId/restore/',
    roles: keeping,
    hosts: 'all',
    offline: 'online-only',
    params,
    response: Category,
    problems: [categoryProblems.not_found],
  }),
  readContributions: endpoint({
    name: 'categories.readContributions',
    summary: 'How many reactions the works of each category got',
    method: 'GET',
    path: '/categories/reaction-contributions/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    response: ReactionContributions,
  }),
} as const;
