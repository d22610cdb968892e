import type { Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  guardian_permissions: { rights: ['select', 'insert', 'update'] },
};
