import type { Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  document_series: { rights: ['select', 'insert', 'update'], isKeptForGood: true },
  documents: { rights: ['select', 'insert'], isKeptForGood: true },
};
