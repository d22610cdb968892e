import type { Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  class_teachers: { rights: ['select', 'insert', 'update', 'delete'] },
  enrollments: { rights: ['select', 'insert', 'update'] },
  school_classes: { rights: ['select', 'insert', 'update'] },
};
