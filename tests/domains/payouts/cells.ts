import { uuidv7 } from 'uuidv7';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import { ofAdministrators, ofSellersForAll, refusedByRole, self } from '../../support/matrix/who-may.ts';
import { sheetPdf } from '../../support/resources.ts';

/** Of one that is not there: what else happens is tested next to what one may. */
const ofPayouts: Cells = {
  targets: self,
  cells: { ...refusedByRole(1), platform_admin_on_own_host: ['causes.payout_not_found'] },
};

const payoutOf = (body?: () => unknown) => (): CellInput => ({
  params: { id: uuidv7() },
  ...(body && { body: body() }),
});

export const cells: CellsOf<'payouts'> = {
  'payouts.list': ofSellersForAll,
  'payouts.listPayable': ofSellersForAll,
  'payouts.listOwn': { cells: ofAdministrators },
  'payouts.read': { ...ofPayouts, input: payoutOf() },
  'payouts.prepare': {
    input: (_target, _world, { causes }) => ({
      body: { id: uuidv7(), to: { kind: 'cause', id: causes.greenfield }, currency: 'EUR' },
    }),
    cells: { platform_admin_on_own_host: ['causes.nothing_to_pay'] },
  },
  'payouts.markSent': {
    ...ofPayouts,
    input: payoutOf(() => ({ sent_on: '2026-11-26', bank_reference: 'B1' })),
  },
  'payouts.prove': { ...ofPayouts, input: payoutOf(() => ({ file: sheetPdf('proof') })) },
  'payouts.cancel': { ...ofPayouts, input: payoutOf() },
};
