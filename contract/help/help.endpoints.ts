import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { limits } from '../kit/limits.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { Faq } from './help.schema.ts';

export const helpEndpoints = {
  list: endpoint({
    name: 'help.list',
    summary:
      'Articles of the Help Center: those for the role that is signed in, and for a visitor the public ones',
    method: 'GET',
    path: '/faqs/',
    roles: 'anyone',
    knowsCaller: true,
    hosts: 'all',
    offline: 'cached',
    query: pageQuery({ maximum: limits.pageMaximum, usual: limits.pageMaximum }),
    response: pageOf(v.array(Faq)),
  }),
} as const;
