import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { Reaction } from './reactions.schema.ts';
import { ReaderSettings, ReadProgress } from './reading.schema.ts';

const mine = { method: 'PUT', roles: 'signed-in', offline: 'queued' } as const;

/** What is answered to a change, whether or not the work is there: the rows come with the next pull. */
const Done = v.object({});

/** How the signed-in person reads. Of a work that they may not see nothing is kept, and the answer is the same. */
export const readingEndpoints = {
  reach: endpoint({
    ...mine,
    name: 'reading.reach',
    summary: 'Keep how far a work was read; the furthest of all devices stands',
    path: '/reading/works/:workId/',
    params: v.object({ workId: Id }),
    body: ReadProgress,
    response: Done,
  }),
  mark: endpoint({
    ...mine,
    name: 'reading.mark',
    summary: 'Lay a bookmark at a page or chapter, or take it out',
    path: '/reading/works/:workId/bookmarks/:partId/',
    params: v.object({ workId: Id, partId: Id }),
    body: v.object({ is_set: v.boolean() }),
    response: Done,
  }),
  react: endpoint({
    ...mine,
    name: 'reading.react',
    summary:
      'Say a kind word of a work on the shelf, another one in its place, or none any more; not of one’s own',
    path: '/reading/works/:workId/reaction/',
    params: v.object({ workId: Id }),
    body: v.object({ reaction: v.nullable(Reaction) }),
    response: Done,
  }),
  choose: endpoint({
    ...mine,
    name: 'reading.choose',
    summary: 'Choose how pages look to the signed-in person; the last choice stands',
    path: '/reading/settings/',
    body: ReaderSettings,
    response: ReaderSettings,
  }),
} as const;
