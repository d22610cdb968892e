import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { FoundOrder, OrderQuery, Seller, SellerForm, TaxRate } from './seller.schema.ts';

/** Who sells: the platform. */
const common = { roles: [product.platformRole], hosts: 'all', offline: 'online-only' } as const;

export const sellerEndpoints = {
  findOrders: endpoint({
    ...common,
    name: 'seller.findOrders',
    summary: 'Orders of all schools or of one, by number or email address: the latest first',
    method: 'GET',
    path: '/orders/',
    query: OrderQuery,
    response: pageOf(v.array(FoundOrder)),
  }),
  read: endpoint({
    ...common,
    name: 'seller.read',
    summary: 'Who sells, as it stands on documents, and its part of a price',
    method: 'GET',
    path: '/seller/',
    response: Seller,
  }),
  update: endpoint({
    ...common,
    name: 'seller.update',
    summary: 'Set who sells; documents that were issued stay as they are',
    method: 'PUT',
    path: '/seller/',
    body: SellerForm,
    response: Seller,
  }),
  listTaxRates: endpoint({
    ...common,
    name: 'seller.listTaxRates',
    summary: 'Tax rates by country and kind, each with its history',
    method: 'GET',
    path: '/tax-rates/',
    response: v.array(TaxRate),
  }),
  setTaxRate: endpoint({
    ...common,
    name: 'seller.setTaxRate',
    summary: 'Set a tax rate from today or a later day; what counted before stays in its history',
    method: 'PUT',
    path: '/tax-rates/',
    body: TaxRate,
    response: v.array(TaxRate),
  }),
} as const;
