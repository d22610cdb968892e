import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { classStaff } from '../kit/roles.ts';
import { CartRow } from './cart-rows.schema.ts';
import { Cart, CartChange } from './cart.schema.ts';

/** Who has a cart at school. A child has none, and asks a grown-up; that of a visitor or a parent stays on the own device. */
const grownUps = classStaff;

export const cartEndpoints = {
  read: endpoint({
    name: 'cart.read',
    summary: 'What is in the cart of the signed-in person, as far as it is on the shelf and they may see it',
    method: 'GET',
    path: '/data/cart/',
    roles: grownUps,
    offline: 'cached',
    response: Cart,
  }),
  change: endpoint({
    name: 'cart.change',
    summary:
      'Put books and stories into the cart of the signed-in person, or take them out. What they may not see stays out, and what is in already is not put in twice',
    method: 'PATCH',
    path: '/data/cart/',
    roles: grownUps,
    offline: 'queued',
    body: CartChange,
    response: v.object({ cart: v.array(CartRow) }),
  }),
} as const;
