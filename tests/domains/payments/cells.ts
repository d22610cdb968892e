import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, CellsOf } from '../../support/matrix/entry.ts';
import { tenantOf } from '../../support/matrix/places.ts';
import { ofSellers, ofSellersForAll } from '../../support/matrix/who-may.ts';

const paymentAt =
  (body?: unknown) =>
  (target: string, world: ApiWorld): CellInput => ({
    params: { ...tenantOf(target, world), id: uuidv7() },
    ...(body !== undefined && { body }),
  });

export const cells: CellsOf<'payments'> = {
  'payments.list': ofSellersForAll,
  'payments.listFindings': ofSellersForAll,
  'payments.listBanks': ofSellersForAll,
  'payments.setBank': {
    ...ofSellersForAll,
    input: () => ({
      body: { currency: 'CHF', holder: 'Quillshelf', bank: '', account: 'CH00', code: '', words: '' },
    }),
  },
  'payments.removeBank': { ...ofSellersForAll, input: () => ({ params: { currency: 'SEK' } }) },
  'payments.check': { ...ofSellers('payments.not_found'), input: paymentAt() },
  'payments.recordTransfer': {
    ...ofSellers('payments.not_found'),
    input: (target, world) =>
      paymentAt({
        id: uuidv7(),
        direction: 'in',
        refund_id: null,
        amount: 400,
        happened_on: '2026-11-26',
        bank_reference: 'B1',
        words: '',
      })(target, world),
  },
  'payments.closeFinding': {
    ...ofSellers('payments.finding_not_found'),
    input: paymentAt({ words: 'Seen to' }),
  },
};
