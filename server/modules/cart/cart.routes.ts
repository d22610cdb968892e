import { cartEndpoints } from '#contract/cart/cart.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { CartService } from './cart.service.ts';

export function cartRoutes(cart: CartService): Route[] {
  return [
    route(cartEndpoints.read, (_input, call) => cart.read(call)),
    route(cartEndpoints.change, async (input, call) => ({ cart: await cart.change(input, call) })),
  ];
}
