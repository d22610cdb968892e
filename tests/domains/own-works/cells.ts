import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { CellsOf, MatrixEntry } from '../../support/matrix/entry.ts';
import { byHost, elsewhere, ofThePanel } from '../../support/matrix/who-may.ts';

const ownWork = {
  title: 'The hare',
  byline: 'Aesop',
  blurb: '',
  language: 'en',
  level: null,
  sdgs: [],
  categories: [],
  mode: null,
  source: 'A printed book',
  licence: 'Public domain',
  credit: 'Aesop',
};

/** No book of the platform. */
const ofNoOwnWork = (body?: Record<string, unknown>): MatrixEntry => ({
  targets: ['nowhere'],
  input: () => ({ params: { workId: randomUUID() }, ...(body && { body }) }),
  cells: byHost([elsewhere], [elsewhere], ['ownworks.not_found']),
});

export const cells: CellsOf<'ownWorks'> = {
  // What is listed of whom is tested with the lists themselves.
  'ownWorks.listUnpublished': ofThePanel,
  // Of none. own-works.test.ts makes some.
  'ownWorks.read': ofNoOwnWork(),
  'ownWorks.sendPage': {
    input: () => ({
      params: { sha256: 'a'.repeat(64) },
      body: { picture: new Blob(['none'], { type: 'image/png' }) },
    }),
    cells: byHost([elsewhere], [elsewhere], ['ownworks.unreadable']),
  },
  'ownWorks.create': {
    input: () => ({
      body: { id: uuidv7(), ...ownWork, pages: [{ sha256: 'a'.repeat(64), alt: '' }] },
    }),
    cells: byHost([elsewhere], [elsewhere], ['ownworks.pages_missing']),
  },
  'ownWorks.change': ofNoOwnWork({ revision: 1, ...ownWork }),
  'ownWorks.publish': ofNoOwnWork({ revision: 1 }),
  'ownWorks.withdraw': ofNoOwnWork({ revision: 1 }),
};
