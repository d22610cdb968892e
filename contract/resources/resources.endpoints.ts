import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { quotaProblems } from '../kit/quota.problems.ts';
import { resourceProblems } from './resources.problems.ts';
import { sharing } from './resources.rules.ts';
import { Resource, ResourceQuery, SavedResource } from './resources.schema.ts';

const params = v.object({ resourceId: Id });

/** What adults of a school share with each other, with the school, or with everybody. Its files: `resourceFilePath()`. */
export const resourceEndpoints = {
  list: endpoint({
    name: 'resources.list',
    summary: 'Resources of the staff that whoever asks may see',
    method: 'GET',
    path: '/resources/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    query: ResourceQuery,
    response: pageOf(v.array(Resource)),
  }),
  read: endpoint({
    name: 'resources.read',
    summary: 'A resource of the staff',
    method: 'GET',
    path: '/resources/:resourceId/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    params,
    response: Resource,
    problems: [resourceProblems.not_found],
  }),
  save: endpoint({
    name: 'resources.save',
    summary: 'Share a resource under an id that whoever shares it made, or change one of one’s own',
    method: 'PUT',
    path: '/resources/:resourceId/',
    roles: sharing,
    champions: ['teacher'],
    hosts: 'all',
    offline: 'online-only',
    sends: 'multipart',
    params,
    body: SavedResource,
    response: Resource,
    problems: [
      resourceProblems.not_yours,
      resourceProblems.unreadable,
      resourceProblems.nothing_in_it,
      resourceProblems.not_for_everybody,
      resourceProblems.too_many,
      quotaProblems.full,
    ],
  }),
  remove: endpoint({
    name: 'resources.remove',
    summary: 'Remove a resource with its file, for good',
    method: 'DELETE',
    path: '/resources/:resourceId/',
    roles: sharing,
    champions: ['teacher'],
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    params,
    response: v.object({ id: Id }),
    problems: [resourceProblems.not_found, resourceProblems.not_yours],
  }),
} as const;
