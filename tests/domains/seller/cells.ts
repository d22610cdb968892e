import type { CellsOf } from '../../support/matrix/entry.ts';
import { ofSellersForAll } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'seller'> = {
  'seller.findOrders': ofSellersForAll,
  'seller.read': ofSellersForAll,
  'seller.update': {
    ...ofSellersForAll,
    input: () => ({ body: { name: 'Quillshelf', address: 'Here 1', tax_numbers: '', platform_bp: 0 } }),
  },
  'seller.listTaxRates': ofSellersForAll,
  'seller.setTaxRate': {
    ...ofSellersForAll,
    input: () => ({
      body: { country: 'DE', kind: 'plan', rate_bp: 1900, name: 'VAT', from_date: '2999-01-01' },
    }),
  },
};
