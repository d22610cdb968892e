import type { AcrossSchools, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  pages: { rights: ['select', 'insert', 'update', 'delete'] },
  work_assets: { rights: ['select', 'insert', 'update', 'delete'] },
  work_categories: { rights: ['select', 'insert', 'delete'] },
  work_texts: { rights: ['select', 'insert', 'update', 'delete'] },
  works: { rights: ['select', 'insert', 'update'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists of public works and of categories (decisions 128, 129 and 143)': [
    'works_public_found',
    'works_public_newest',
    'works_public_words',
  ],
};
