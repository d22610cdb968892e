import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { SoldLine } from './orders.schema.ts';
import { CauseShare, SoldQuery, SoldSum, SoldSumQuery } from './sold.schema.ts';

export const soldEndpoints = {
  list: endpoint({
    name: 'sold.list',
    summary: 'Book sales: each line that was paid for, the latest first; for who sells, of all schools',
    method: 'GET',
    path: '/donations/',
    roles: [...officeStaff, product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    query: SoldQuery,
    response: pageOf(v.array(SoldLine)),
  }),
  sum: endpoint({
    name: 'sold.sum',
    summary: 'What was sold by the same filters, added up by currency',
    method: 'GET',
    path: '/donations/summary/',
    roles: [...officeStaff, product.platformRole],
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    query: SoldSumQuery,
    response: v.array(SoldSum),
  }),
  causes: endpoint({
    name: 'sold.causes',
    summary: 'What the school raised for each cause, by currency',
    method: 'GET',
    path: '/donations/causes/',
    roles: officeStaff,
    offline: 'online-only',
    guests: 'never',
    response: v.array(CauseShare),
  }),
} as const;
