import type { Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  students: { rights: ['select', 'insert', 'update'] },
};
