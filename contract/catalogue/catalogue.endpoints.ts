import { endpoint } from '../kit/endpoint.ts';
import { classStaff, wholeSchoolStaff } from '../kit/roles.ts';
import { reviewProblems } from '../writing/writing.problems.ts';
import { catalogueProblems } from './catalogue.problems.ts';
import {
  CataloguePage,
  CatalogueQuery,
  FeatureForm,
  SchoolWorkQuery,
  SchoolWorksPage,
  ShelvesForm,
  WithdrawalForm,
  WorksChanged,
  WorksForm,
} from './catalogue.schema.ts';
import { subscriptionProblems } from '../subscriptions/subscriptions.problems.ts';

const change = {
  method: 'POST',
  roles: classStaff,
  offline: 'online-only',
  response: WorksChanged,
} as const;

/** Books and stories as those list them who look after their authors. A change of several is done to all of them, or to none. */
export const catalogueEndpoints = {
  list: endpoint({
    name: 'catalogue.list',
    summary: 'Books or stories of those whom one looks after, in every state, and how many there are in each',
    method: 'GET',
    path: '/catalogue/',
    roles: classStaff,
    offline: 'cached',
    query: CatalogueQuery,
    response: CataloguePage,
  }),
  publish: endpoint({
    ...change,
    name: 'catalogue.publish',
    guests: 'never',
    summary: 'Put works on the shelf that were approved, or withdrawn before',
    grows: true,
    path: '/catalogue/publish/',
    body: WorksForm,
    problems: [
      subscriptionProblems.read_only,
      catalogueProblems.not_found,
      reviewProblems.state_changed,
      reviewProblems.kept_private,
      reviewProblems.taken_down,
    ],
  }),
  withdraw: endpoint({
    ...change,
    name: 'catalogue.withdraw',
    guests: 'never',
    summary: 'Take works off the shelf, with a reason that their authors read',
    path: '/catalogue/withdraw/',
    body: WithdrawalForm,
    problems: [catalogueProblems.not_found, reviewProblems.state_changed],
  }),
  shelve: endpoint({
    ...change,
    name: 'catalogue.shelve',
    summary: 'Put works on shelves, and take them from others',
    path: '/catalogue/shelves/',
    body: ShelvesForm,
    problems: [
      catalogueProblems.not_found,
      catalogueProblems.no_shelf,
      catalogueProblems.still_written,
      catalogueProblems.too_many_shelves,
    ],
  }),
  feature: endpoint({
    ...change,
    name: 'catalogue.feature',
    summary: 'Show works first in the library, or in their turn again',
    path: '/catalogue/feature/',
    roles: wholeSchoolStaff,
    body: FeatureForm,
    problems: [catalogueProblems.not_found, catalogueProblems.not_in_library],
  }),
  listOfSchools: endpoint({
    name: 'catalogue.listOfSchools',
    summary:
      'Books or stories that schools of the organization show to everybody, school by school, for whoever runs it',
    method: 'GET',
    path: '/catalogue-of-schools/',
    roles: ['organization_admin'],
    offline: 'cached',
    query: SchoolWorkQuery,
    response: SchoolWorksPage,
  }),
} as const;
