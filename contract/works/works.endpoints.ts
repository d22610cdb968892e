import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { limits } from '../kit/limits.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { Chapter, IdOrSlug, Page, Work, WorkCard, WorkCredit, WorkQuery } from './works.schema.ts';
import { workProblems } from './works.problems.ts';

const params = v.object({ workId: IdOrSlug });
const query = pageQuery({ maximum: limits.partsPerPage, usual: limits.partsPerPage });

/** What is read of works. Who asks without a token is a visitor, or a family that came by the community password. */
export const workEndpoints = {
  list: endpoint({
    name: 'works.list',
    summary: 'Books and stories that whoever asks may see; without a state, those on the shelf',
    method: 'GET',
    path: '/works/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    query: WorkQuery,
    response: pageOf(v.array(WorkCard)),
  }),
  read: endpoint({
    name: 'works.read',
    summary: 'A book or story, by its id or by what stands for it in its address',
    method: 'GET',
    path: '/works/:workId/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    params,
    response: Work,
    problems: [workProblems.not_found],
  }),
  listChapters: endpoint({
    name: 'works.listChapters',
    summary: 'The chapters of a work in their order',
    method: 'GET',
    path: '/works/:workId/chapters/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    params,
    query,
    response: pageOf(v.array(Chapter)),
    problems: [workProblems.not_found],
  }),
  listPages: endpoint({
    name: 'works.listPages',
    summary: 'The pages of a work in their order',
    method: 'GET',
    path: '/works/:workId/pages/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    params,
    query,
    response: pageOf(v.array(Page)),
    problems: [workProblems.not_found],
  }),
  listCredits: endpoint({
    name: 'works.listCredits',
    summary: 'Works that were not made here, with their source, licence and credit, by title',
    method: 'GET',
    path: '/work-credits/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    query: pageQuery({ maximum: limits.worksPerPage, usual: limits.worksPerPage }),
    response: pageOf(v.array(WorkCredit)),
  }),
} as const;
