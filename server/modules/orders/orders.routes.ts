import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { OrderService } from './orders.service.ts';
import type { OwnOrderService } from './own-order.service.ts';
import type { SellerService } from './seller.service.ts';
import type { ShopService } from './shop.service.ts';
import type { SoldService } from './sold.service.ts';
import type { StaffOrderService } from './staff-orders.service.ts';

export function orderRoutes(options: {
  shop: ShopService;
  orders: OrderService;
  own: OwnOrderService;
  staff: StaffOrderService;
  sold: SoldService;
  seller: SellerService;
}): Route[] {
  const { shop, orders, own, staff, sold, seller } = options;
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
    openRoute(orderEndpoints.sendCode, (input, call) => own.sendCode(input, call)),
    openRoute(orderEndpoints.openOwn, (input, call) => own.openOwn(input, call)),
    route(orderEndpoints.readOwn, (input, call) => own.readOwn(input, call)),
    openRoute(orderEndpoints.download, (input, call) => own.download(input, call)),
    route(orderEndpoints.readParts, (input, call) => own.readParts(input, call)),
    openRoute(orderEndpoints.giveBack, async (input, call) => {
      await own.giveBack(input, call);
      return await orders.track(input, call);
    }),
    route(orderEndpoints.list, (input, call) => staff.list(input, call)),
    route(orderEndpoints.read, (input, call) => staff.read(input, call)),
    route(orderEndpoints.refund, (input, call) => staff.refund(input, call)),
    route(sellerEndpoints.findOrders, (input, call) => seller.findOrders(input, call)),
    route(sellerEndpoints.read, (input, call) => seller.read(input, call)),
    route(sellerEndpoints.update, (input, call) => seller.update(input, call)),
    route(sellerEndpoints.listTaxRates, (input, call) => seller.listTaxRates(input, call)),
    route(sellerEndpoints.setTaxRate, (input, call) => seller.setTaxRate(input, call)),
    route(soldEndpoints.list, (input, call) => sold.list(input, call)),
    route(soldEndpoints.sum, (input, call) => sold.sum(input, call)),
    route(soldEndpoints.causes, (_input, call) => sold.causes(call)),
    route(orderEndpoints.fulfil, (input, call) => sold.fulfil(input, call)),
  ];
}
