import type { AcrossSchools, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  certificates: { rights: ['select', 'insert'], isReadByPlatform: true },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s books of the orders that it sells by (decisions 88 and 96)': ['certificates_by_address'],
};
