import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { quotaProblems } from '../kit/quota.problems.ts';
import { contentProblems } from './content.problems.ts';
import { Film, FilmForm, filmLimits, FilmPartForm, partsOf } from './films.schema.ts';

const byEditors = {
  roles: ['school_admin', product.platformRole],
  hosts: 'all',
  offline: 'online-only',
} as const;
const ofPage = { id: Id } as const;
const film = v.object({ ...ofPage, filmId: Id });
const PartNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/u, 'This is not the number of a part'),
  v.transform(Number),
  v.maxValue(partsOf(filmLimits.bytes) - 1, 'A film has not so many parts'),
);

/** Films of pages, sent in parts by whoever edits the page. Readers watch them at `filmAddress`. */
export const filmEndpoints = {
  begin: endpoint({
    ...byEditors,
    name: 'films.begin',
    summary: 'Begin to send an MP4 for a page, or go on with one that stopped',
    method: 'POST',
    path: '/v1/content/:id/films/',
    params: v.object(ofPage),
    body: FilmForm,
    response: Film,
    problems: [contentProblems.not_found, contentProblems.too_many_films, quotaProblems.full],
  }),
  sendPart: endpoint({
    ...byEditors,
    name: 'films.sendPart',
    summary: 'Send a part of a film with the hash of its bytes; a part that is there is left as it is',
    method: 'PUT',
    path: '/v1/content/:id/films/:filmId/parts/:n/',
    sends: 'multipart',
    guests: 'never',
    params: v.object({ ...film.entries, n: PartNumber }),
    body: FilmPartForm,
    response: v.object({ n: v.number() }),
    problems: [contentProblems.not_found, contentProblems.broken_part, quotaProblems.full],
  }),
  finish: endpoint({
    ...byEditors,
    name: 'films.finish',
    summary:
      'Say that all parts were sent: the film is looked at, and thrown away where it is no MP4 that browsers play',
    method: 'POST',
    path: '/v1/content/:id/films/:filmId/finish/',
    params: film,
    response: Film,
    problems: [contentProblems.not_found, contentProblems.parts_missing, contentProblems.unreadable_film],
  }),
  read: endpoint({
    ...byEditors,
    name: 'films.read',
    summary: 'A film of a page, with an address at which its editors watch it',
    method: 'GET',
    path: '/v1/content/:id/films/:filmId/',
    params: film,
    response: Film,
    problems: [contentProblems.not_found],
  }),
  remove: endpoint({
    ...byEditors,
    name: 'films.remove',
    summary: 'Take a film down for good, on all pages at once',
    method: 'DELETE',
    path: '/v1/content/:id/films/:filmId/',
    guests: 'never',
    params: film,
    response: v.object({ id: Id }),
    problems: [contentProblems.not_found],
  }),
} as const;
