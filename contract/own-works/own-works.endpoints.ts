import * as v from 'valibot';
import { catalogueProblems } from '../catalogue/catalogue.problems.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { ownWorkProblems } from './own-works.problems.ts';
import {
  NewOwnWork,
  OwnWork,
  OwnWorkChange,
  OwnWorkPage,
  OwnWorkSeen,
  UnpublishedOwnWorks,
} from './own-works.schema.ts';

const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
} as const;
const params = v.object({ workId: Id });
const { not_found, changed_since, pages_missing, unreadable, no_mode, taken_down } = ownWorkProblems;
const wrong = [catalogueProblems.no_shelf, no_mode, pages_missing] as const;

/** Books of the platform that nobody here wrote, such as tales from printed books. */
export const ownWorkEndpoints = {
  listUnpublished: endpoint({
    ...ofPlatform,
    name: 'ownWorks.listUnpublished',
    summary: 'Books of the platform that are drafts or were withdrawn, at most 50',
    method: 'GET',
    path: '/v1/panel/own-works/',
    reads: 'panel',
    response: UnpublishedOwnWorks,
  }),
  read: endpoint({
    ...ofPlatform,
    name: 'ownWorks.read',
    summary: 'A book of the platform, as its form shows it',
    method: 'GET',
    path: '/v1/panel/own-works/:workId/',
    reads: 'panel',
    params,
    response: OwnWork,
    problems: [not_found],
  }),
  sendPage: endpoint({
    ...ofPlatform,
    name: 'ownWorks.sendPage',
    summary: 'Send a page of a book of the platform, under the hash of its bytes',
    method: 'PUT',
    path: '/v1/panel/own-works/pages/:sha256/',
    sends: 'multipart',
    params: v.object({ sha256: Sha256 }),
    body: OwnWorkPage,
    response: v.object({ sha256: Sha256 }),
    problems: [unreadable],
  }),
  create: endpoint({
    ...ofPlatform,
    name: 'ownWorks.create',
    summary: 'Make a book of the platform of pages that were sent; a draft. Sent again it is made once',
    method: 'POST',
    path: '/v1/panel/own-works/',
    body: NewOwnWork,
    response: OwnWork,
    problems: [...wrong, not_found],
  }),
  change: endpoint({
    ...ofPlatform,
    name: 'ownWorks.change',
    summary: 'Change what is said of a book of the platform, or its pages',
    method: 'PATCH',
    path: '/v1/panel/own-works/:workId/',
    params,
    body: OwnWorkChange,
    response: OwnWork,
    problems: [...wrong, not_found, changed_since],
  }),
  publish: endpoint({
    ...ofPlatform,
    name: 'ownWorks.publish',
    summary: 'Show a book of the platform to everybody in its library',
    method: 'POST',
    path: '/v1/panel/own-works/:workId/publish/',
    params,
    body: OwnWorkSeen,
    response: OwnWork,
    problems: [not_found, changed_since, taken_down],
  }),
  withdraw: endpoint({
    ...ofPlatform,
    name: 'ownWorks.withdraw',
    summary: 'Take a book of the platform off its shelves; it can be published again',
    method: 'POST',
    path: '/v1/panel/own-works/:workId/withdraw/',
    params,
    body: OwnWorkSeen,
    response: OwnWork,
    problems: [not_found, changed_since],
  }),
} as const;
