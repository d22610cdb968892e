import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { OrderService } from './orders.service.ts';
import type { ShopService } from './shop.service.ts';
import type { SoldService } from './sold.service.ts';

export function orderRoutes(options: {
  shop: ShopService;
  orders: OrderService;
  sold: SoldService;
}): Route[] {
  const { shop, orders, sold } = options;
  return [
    route(shopEndpoints.read, (_input, call) => shop.read(call)),
    route(shopEndpoints.update, (input, call) => shop.update(input, call)),
    route(shopEndpoints.readSale, (input, call) => shop.readSale(input, call)),
    route(shopEndpoints.updateSale, (input, call) => shop.updateSale(input, call)),
    openRoute(orderEndpoints.quote, (input, call) => orders.quote(input, call)),
    openRoute(orderEndpoints.place, (input, call) => orders.place(input, call)),
    openRoute(orderEndpoints.pay, (input, call) => orders.pay(input, call)),
    openRoute(orderEndpoints.check, (input, call) => orders.check(input, call)),
    openRoute(orderEndpoints.track, (input, call) => orders.track(input, call)),
    route(orderEndpoints.listSold, (input, call) => sold.list(input, call)),
    route(orderEndpoints.fulfil, (input, call) => sold.fulfil(input, call)),
  ];
}
