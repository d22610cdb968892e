import { uuidv7 } from 'uuidv7';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { noSuchPage } from '../../support/matrix/places.ts';
import { byEditors, noPage } from '../../support/matrix/who-may.ts';

const noSuchFilm = () => ({ params: { id: uuidv7(), filmId: uuidv7() } });

export const cells: CellsOf<'films'> = {
  'films.begin': {
    ...byEditors(noPage),
    input: () => noSuchPage({ body: { bytes: 100, first_part: 'ab'.repeat(32) } }),
  },
  'films.sendPart': {
    ...byEditors('content.broken_part'),
    input: () => ({
      params: { id: uuidv7(), filmId: uuidv7(), n: '0' },
      body: {
        sha256: 'ab'.repeat(32),
        part: new File(['part'], 'part', { type: 'application/octet-stream' }),
      },
    }),
  },
  'films.finish': { ...byEditors(noPage), input: noSuchFilm },
  'films.read': { ...byEditors(noPage), input: noSuchFilm },
  'films.remove': { ...byEditors(noPage), input: noSuchFilm },
};
