import type { Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  chapters: { rights: ['select', 'insert', 'update', 'delete'] },
  diverged_versions: { rights: ['select', 'insert', 'delete'] },
  work_revisions: { rights: ['select', 'insert', 'delete'] },
};
