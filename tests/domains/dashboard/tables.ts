import type { AcrossSchools, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  audit_entries: { rights: ['select', 'insert'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists of the audit of all schools (decision 117)': [
    'audit_entries_by_action',
    'audit_entries_by_actor',
    'audit_entries_newest',
  ],
};
