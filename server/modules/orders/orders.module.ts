import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { Refunding } from '../payments/refunding.service.ts';
import { createAddresses, type Addresses } from './addresses.ts';
import { buyersOf } from './buyers.ts';
import { createFollowers } from './followers.ts';
import { orderRoutes } from './orders.routes.ts';
import { createOrderService } from './orders.service.ts';
import { createOwnOrderService } from './own-order.service.ts';
import { createPasses, type Passes } from './passes.ts';
import { createPlanOrders, type PlanOrders } from './plan-orders.ts';
import { createQuotes } from './quotes.ts';
import { createSellerService } from './seller.service.ts';
import { createShopService } from './shop.service.ts';
import { createSoldService } from './sold.service.ts';
import { createStaffOrderService } from './staff-orders.service.ts';
import { createAwaitTransfer } from './transfer-waits.ts';

export interface Orders extends Module {
  readonly addresses: Addresses;
  readonly passes: Passes;
  readonly planOrders: PlanOrders;
  /** What becomes of an order when money comes or goes back. */
  readonly followers: ReturnType<typeof createFollowers>;
  readonly findBuyer: ReturnType<typeof buyersOf>;
}

type Made = 'addresses' | 'passes' | 'quotes' | 'awaitTransfer' | 'documents' | 'payments' | 'certificates';

/** What is sold, and to whom. */
export function createOrders(
  deps: Platform &
    Omit<OptionsOf<typeof createOrderService>, Made> &
    Omit<OptionsOf<typeof createOwnOrderService>, Made> &
    Pick<OptionsOf<typeof createShopService>, 'works' | 'refuseGrowth'> &
    OptionsOf<typeof createFollowers> & {
      refunding: Refunding;
      payments: OptionsOf<typeof createOrderService>['payments'];
      listWithRefunds: OptionsOf<typeof createStaffOrderService>['payments'];
      certificates: OptionsOf<typeof createOwnOrderService>['certificates'];
      invoices: OptionsOf<typeof createOrderService>['documents'] &
        OptionsOf<typeof createPlanOrders>['invoices'];
    },
): Orders {
  const { payments, invoices, listWithRefunds } = deps;
  const addresses = createAddresses(deps);
  const passes = createPasses(deps);
  const awaitTransfer = createAwaitTransfer(deps);
  return {
    addresses,
    passes,
    planOrders: createPlanOrders({
      ...deps,
      addresses,
      isTest: payments.isTest,
      lapseOrder: payments.lapseOrder,
    }),
    followers: createFollowers(deps),
    findBuyer: buyersOf(passes, deps.clock),
    routes: orderRoutes({
      shop: createShopService(deps),
      orders: createOrderService({
        ...deps,
        addresses,
        quotes: createQuotes(deps),
        documents: invoices,
        awaitTransfer,
      }),
      own: createOwnOrderService({ ...deps, addresses, passes }),
      staff: createStaffOrderService({ ...deps, payments: listWithRefunds, documents: invoices }),
      sold: createSoldService({ ...deps, addresses }),
      seller: createSellerService(),
    }),
  };
}
