import type { AcrossSchools, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  categories: { rights: ['select', 'insert', 'update'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists of public works and of categories (decisions 128, 129 and 143)': [
    'categories_by_name',
  ],
};
