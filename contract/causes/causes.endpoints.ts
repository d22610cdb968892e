import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { Cause } from './causes.schema.ts';

export const causeEndpoints = {
  list: endpoint({
    name: 'causes.list',
    summary: 'The causes of the platform, by name',
    method: 'GET',
    path: '/charities/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'cached',
    query: PageQuery,
    response: pageOf(v.array(Cause)),
  }),
} as const;
