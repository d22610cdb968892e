import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Language } from '../works/works.schema.ts';
import { ContentPage } from './content-page.schema.ts';
import { contentProblems } from './content.problems.ts';
import { ContentKind, ContentList, ContentQuery, Slug } from './content.schema.ts';

const open = {
  method: 'GET',
  roles: 'anyone',
  knowsCaller: true,
  hosts: 'all',
  offline: 'cached',
} as const;

export const contentEndpoints = {
  list: endpoint({
    ...open,
    name: 'content.list',
    summary: 'Pages that are live and for the caller, as cards',
    path: '/content/',
    query: ContentQuery,
    response: ContentList,
  }),
  read: endpoint({
    ...open,
    name: 'content.read',
    summary: 'One live page with its blocks; those for others are left out',
    path: '/content/:kind/:slug/',
    params: v.object({ kind: ContentKind, slug: Slug }),
    query: v.object({ language: v.optional(Language) }),
    response: ContentPage,
    problems: [contentProblems.not_found],
  }),
  preview: endpoint({
    name: 'content.preview',
    summary: 'A draft by the link that an editor gave, as a visitor would read it',
    method: 'POST',
    path: '/content/preview/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) }),
    response: ContentPage,
    problems: [contentProblems.preview_over, contentProblems.not_ready],
  }),
} as const;
