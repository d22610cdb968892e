import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import {
  ApproveForm,
  DeclineOfferForm,
  OfferedResource,
  OfferedResources,
} from './resource-offers.schema.ts';
import { resourceProblems } from './resources.problems.ts';

const params = v.object({ resourceId: Id });
const own = {
  roles: ['teacher'],
  champions: ['teacher'],
  hosts: 'platform',
  offline: 'online-only',
} as const;
const ofPlatform = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;
const problems = [
  resourceProblems.not_found,
  resourceProblems.not_offered,
  resourceProblems.changed_since,
] as const;

/** What superpower teachers share on the platform's own site. They save and remove it by the calls of all resources. */
export const resourceOfferEndpoints = {
  listOwn: endpoint({
    ...own,
    name: 'resources.listOwn',
    summary: 'What the signed-in superpower teacher shares, the latest first, and what became of it',
    method: 'GET',
    path: '/v1/champions/resources/',
    response: OfferedResources,
  }),
  readOwn: endpoint({
    ...own,
    name: 'resources.readOwn',
    summary: 'One of the resources that the signed-in superpower teacher shares',
    method: 'GET',
    path: '/v1/champions/resources/:resourceId/',
    params,
    response: OfferedResource,
    problems: [resourceProblems.not_found],
  }),
  listOffered: endpoint({
    ...ofPlatform,
    name: 'resources.listOffered',
    summary: 'Resources of superpower teachers that wait to be read, the longest first',
    method: 'GET',
    path: '/v1/resource-offers/',
    response: OfferedResources,
  }),
  approve: endpoint({
    ...ofPlatform,
    name: 'resources.approve',
    summary: 'Show a resource of a superpower teacher to everybody on the platform’s own site',
    method: 'POST',
    path: '/v1/resource-offers/:resourceId/approve/',
    params,
    body: ApproveForm,
    response: v.object({}),
    problems: [...problems, resourceProblems.not_for_everybody],
  }),
  decline: endpoint({
    ...ofPlatform,
    name: 'resources.decline',
    summary: 'Decline a resource of a superpower teacher, who reads why and may change it',
    method: 'POST',
    path: '/v1/resource-offers/:resourceId/decline/',
    params,
    body: DeclineOfferForm,
    response: v.object({}),
    problems,
  }),
} as const;
