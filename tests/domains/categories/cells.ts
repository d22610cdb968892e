import { randomUUID } from 'node:crypto';
import { makeCategory } from '#server/seeds/factories.ts';
import type { ApiWorld } from '../../support/api-world.ts';
import type { CellsOf, WholeCall } from '../../support/matrix/entry.ts';
import { bothSchools } from '../../support/matrix/places.ts';
import { managing, ofOwnSchool, openToReaders } from '../../support/matrix/who-may.ts';

interface Rows {
  /** Ids of categories. */
  categories: Record<'greenfield' | 'riverside', string>;
}

const noCategory = 'categories.not_found';

const changeCategory: WholeCall<Rows> = {
  targets: bothSchools,
  input: (target, _world, { categories }) => ({
    params: { categoryId: categories[target as 'greenfield'] },
  }),
  cells: ofOwnSchool(noCategory),
};

export const cells: CellsOf<'categories', Rows> = {
  'categories.list': { cells: openToReaders },
  'categories.readContributions': { cells: openToReaders },
  'categories.create': {
    input: () => ({ body: { name: `Named ${randomUUID()}` } }),
    cells: managing,
  },
  'categories.read': changeCategory,
  'categories.rename': {
    ...changeCategory,
    input: (target, _world, { categories }) => ({
      params: { categoryId: categories[target as 'greenfield'] },
      body: { name: `Renamed ${randomUUID()}` },
    }),
  },
  'categories.archive': changeCategory,
  'categories.restore': changeCategory,
};

export async function makeRows({ context, greenfield, riverside }: ApiWorld): Promise<Rows> {
  return {
    categories: {
      greenfield: (await makeCategory(context, greenfield.tenant)).id,
      riverside: (await makeCategory(context, riverside.tenant)).id,
    },
  };
}
