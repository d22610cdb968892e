import type { Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  shops: { rights: ['select', 'insert', 'update'] },
};
