import type { AcrossSchools, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  bank_transfers: { rights: ['select', 'insert'], isKeptForGood: true },
  findings: { rights: ['select', 'insert', 'update'], isReadByPlatform: true, isKeptForGood: true },
  payment_events: { rights: ['select', 'insert', 'delete'] },
  payments: { rights: ['select', 'insert', 'update'], isReadByPlatform: true, isKeptForGood: true },
  refund_lines: { rights: ['select', 'insert'], isKeptForGood: true },
  refunds: { rights: ['select', 'insert', 'update'], isKeptForGood: true },
  transfers: { rights: ['select', 'insert'], isKeptForGood: true },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s books of the orders that it sells by (decisions 88 and 96)': [
    'findings_open',
    'payments_latest',
  ],
};
