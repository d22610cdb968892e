import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { ProviderName } from '../payments/payments.schema.ts';
import { workProblems } from '../works/works.problems.ts';
import { orderProblems } from './orders.problems.ts';
import { fulfilments } from './orders.rules.ts';
import {
  OrderForm,
  OrderToken,
  PlacedOrder,
  Quote,
  QuoteQuery,
  Shop,
  ShopForm,
  SoldLine,
  TrackedOrder,
  WorkSale,
  WorkSaleAnswer,
} from './orders.schema.ts';

/** Who runs the shop of a school. */
const shopkeepers = ['school_admin', 'organization_admin'] as const;

const workParams = v.object({ id: Id });
const tokenParams = v.object({ token: OrderToken });

export const shopEndpoints = {
  read: endpoint({
    name: 'shop.read',
    summary: 'What the school sells and for how much',
    method: 'GET',
    path: '/shop/',
    roles: 'anyone',
    offline: 'online-only',
    response: Shop,
  }),
  update: endpoint({
    name: 'shop.update',
    summary:
      'Set prices, currency, cause and whether the shop is open; another currency clears the prices of works',
    method: 'PATCH',
    path: '/shop/',
    roles: shopkeepers,
    offline: 'online-only',
    body: ShopForm,
    response: Shop,
    problems: [orderProblems.cause_needed, orderProblems.code_taken, orderProblems.price_not_payable],
  }),
  readSale: endpoint({
    name: 'shop.readSale',
    summary: 'Whether a book or story is for sale, and its own prices',
    method: 'GET',
    path: '/works/:id/sale/',
    roles: shopkeepers,
    offline: 'online-only',
    params: workParams,
    response: WorkSaleAnswer,
    problems: [workProblems.not_found],
  }),
  updateSale: endpoint({
    name: 'shop.updateSale',
    summary: 'Put a book or story up for sale or take it off, and set its own prices',
    method: 'PATCH',
    path: '/works/:id/sale/',
    roles: shopkeepers,
    offline: 'online-only',
    params: workParams,
    body: WorkSale,
    response: WorkSaleAnswer,
    problems: [
      workProblems.not_found,
      orderProblems.no_permission,
      orderProblems.currency_needed,
      orderProblems.price_not_payable,
    ],
  }),
} as const;

export const orderEndpoints = {
  quote: endpoint({
    name: 'orders.quote',
    summary: 'What a cart costs, who gets what of it, and how it can be paid',
    method: 'GET',
    path: '/checkout/quote/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    query: QuoteQuery,
    response: Quote,
    problems: [orderProblems.ask_grown_up, orderProblems.closed],
  }),
  place: endpoint({
    name: 'orders.place',
    summary: 'Order what a quote showed, and begin to pay it',
    method: 'POST',
    path: '/checkout/orders/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    body: OrderForm,
    response: PlacedOrder,
    problems: [
      orderProblems.ask_grown_up,
      orderProblems.closed,
      orderProblems.nothing_to_buy,
      orderProblems.price_changed,
      orderProblems.quote_expired,
      orderProblems.id_taken,
      orderProblems.address_needed,
      orderProblems.provider_unavailable,
    ],
  }),
  pay: endpoint({
    name: 'orders.pay',
    summary: 'Pay an order again, also another way; the try before is closed',
    method: 'POST',
    path: '/checkout/orders/:token/payments/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    params: tokenParams,
    body: v.object({ provider: ProviderName }),
    response: PlacedOrder,
    problems: [
      orderProblems.ask_grown_up,
      orderProblems.not_found,
      orderProblems.already_paid,
      orderProblems.lapsed,
      orderProblems.provider_unavailable,
    ],
  }),
  check: endpoint({
    name: 'orders.check',
    summary: 'Ask the provider how the payment of an order stands, and say how the order does',
    method: 'POST',
    path: '/checkout/orders/:token/check/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    params: tokenParams,
    response: TrackedOrder,
    problems: [orderProblems.ask_grown_up, orderProblems.not_found],
  }),
  track: endpoint({
    name: 'orders.track',
    summary: 'How an order stands, for who has its address',
    method: 'GET',
    path: '/trackorder/:token/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    params: tokenParams,
    response: TrackedOrder,
    problems: [orderProblems.ask_grown_up, orderProblems.not_found],
  }),
  listSold: endpoint({
    name: 'orders.listSold',
    summary: 'Book sales: each line that was paid for, the latest first',
    method: 'GET',
    path: '/donations/',
    roles: shopkeepers,
    offline: 'online-only',
    query: pageQuery({ maximum: 100 }),
    response: pageOf(v.array(SoldLine)),
  }),
  fulfil: endpoint({
    name: 'orders.fulfil',
    summary: 'Say how far a printed book is',
    method: 'PUT',
    path: '/orders/:id/lines/:line/',
    roles: shopkeepers,
    offline: 'online-only',
    params: v.object({ id: Id, line: Id }),
    body: v.object({ fulfilment: v.picklist(fulfilments) }),
    response: SoldLine,
    problems: [orderProblems.not_found, orderProblems.not_next],
  }),
} as const;
