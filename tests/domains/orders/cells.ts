import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import { bothSchools, tenantOf } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { buying, ofSellers, ofShopkeepers, ok } from '../../support/matrix/who-may.ts';
import { orderOf, textOf } from '../../support/shops.ts';

const noOrder = 'orders.not_found';

const noQuote = 'orders.quote_expired';

const ofOrders: Cells = { targets: bothSchools, cells: buying([ok, noOrder], [noOrder, noOrder]) };

const orderBy =
  (body?: unknown) =>
  (target: string, _world: ApiWorld, { orders }: SharedRows): CellInput => ({
    params: { token: orders[target as 'greenfield'].token },
    ...(body !== undefined && { body }),
  });

const orderAt =
  () =>
  (target: string, world: ApiWorld, { orders }: SharedRows): CellInput => ({
    params: { ...tenantOf(target, world), id: orders[target as 'greenfield'].id },
  });

export const cells: CellsOf<'orders'> = {
  'orders.quote': {
    input: (_target, _world, { orders }) => ({
      query: { lines: textOf(orders.greenfield.lines), country: 'DE' },
    }),
    cells: buying([ok], ['orders.closed']),
  },
  'orders.place': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { quote, lines } = orders[target as 'greenfield'];
      return { body: orderOf({ quote }, lines) };
    },
    cells: buying([ok, noQuote], [noQuote, noQuote]),
  },
  'orders.pay': {
    targets: bothSchools,
    input: orderBy({ provider: 'transfer' }),
    cells: buying(['orders.already_paid', noOrder], [noOrder, noOrder]),
  },
  'orders.check': { ...ofOrders, input: orderBy() },
  'orders.track': { ...ofOrders, input: orderBy() },
  'orders.sendCode': { ...ofOrders, input: orderBy() },
  'orders.openOwn': {
    targets: bothSchools,
    input: orderBy({ code: '000000' }),
    cells: buying(['orders.wrong_code', noOrder], [noOrder, noOrder]),
  },
  'orders.download': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { token, line } = orders[target as 'greenfield'];
      return { params: { token, line }, body: { pass: 'none' } };
    },
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.readOwn': {
    targets: bothSchools,
    input: orderBy({ pass: 'none' }),
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.readParts': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { token, line } = orders[target as 'greenfield'];
      return { params: { token, line }, body: { pass: 'none', offset: 0 } };
    },
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.giveBack': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { token, line } = orders[target as 'greenfield'];
      return { params: { token }, body: { id: uuidv7(), pass: 'none', lines: [line] } };
    },
    cells: buying(['orders.pass_over', noOrder], [noOrder, noOrder]),
  },
  'orders.list': { ...ofSellers(ok), input: (target, world) => ({ params: tenantOf(target, world) }) },
  'orders.read': { ...ofSellers(ok), input: orderAt() },
  'orders.refund': {
    ...ofSellers('orders.not_ready'),
    input: (target, world, tokens) => {
      const { line } = tokens.orders[target as 'greenfield'];
      const lines = [{ line_id: line, amount: 100 }];
      return { ...orderAt()(target, world, tokens), body: { id: uuidv7(), lines, reason: 'Torn' } };
    },
  },
  'orders.fulfil': {
    targets: bothSchools,
    input: (target, _world, { orders }) => {
      const { id, line } = orders[target as 'greenfield'];
      return { params: { id, line }, body: { fulfilment: 'to_make' } };
    },
    cells: ofShopkeepers(noOrder),
  },
};
