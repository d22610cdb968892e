import type { ProviderName } from '#contract/payments/payments.schema.ts';
import { cartRoutes } from '../modules/cart/cart.routes.ts';
import { createCartService } from '../modules/cart/cart.service.ts';
import { arrivedTask } from '../modules/causes/arrived.task.ts';
import { createCauseNews } from '../modules/causes/cause-news.ts';
import { addUpAllCauses, listSumDifferences } from '../modules/causes/cause-recount.ts';
import { addUpCausesOf, addUpTask, isRaised } from '../modules/causes/cause-sums.ts';
import { causeRoutes } from '../modules/causes/causes.routes.ts';
import { createCauseService } from '../modules/causes/causes.service.ts';
import { collectTask } from '../modules/causes/collect.task.ts';
import { payoutRoutes } from '../modules/causes/payouts.routes.ts';
import { createPayoutService } from '../modules/causes/payouts.service.ts';
import { certificateRoutes } from '../modules/certificates/certificates.routes.ts';
import { createCertificateService } from '../modules/certificates/certificates.service.ts';
import { createGivingCertificates } from '../modules/certificates/giving-certificates.ts';
import { createLearnedCertificates } from '../modules/certificates/learned-certificates.ts';
import type { ContentService } from '../modules/content/content.service.ts';
import { invoiceRoutes } from '../modules/invoices/invoices.routes.ts';
import { createInvoiceService } from '../modules/invoices/invoices.service.ts';
import { listLearning } from '../modules/learning/learning.repository.ts';
import { createAddresses } from '../modules/orders/addresses.ts';
import { createFollowers } from '../modules/orders/followers.ts';
import { orderRoutes } from '../modules/orders/orders.routes.ts';
import { createOrderService } from '../modules/orders/orders.service.ts';
import { createOwnOrderService } from '../modules/orders/own-order.service.ts';
import { createPasses } from '../modules/orders/passes.ts';
import { createPlanOrders } from '../modules/orders/plan-orders.ts';
import { createQuotes } from '../modules/orders/quotes.ts';
import { createSellerService } from '../modules/orders/seller.service.ts';
import { findSeller } from '../modules/orders/shop.repository.ts';
import { createShopService } from '../modules/orders/shop.service.ts';
import { createSoldService } from '../modules/orders/sold.service.ts';
import { createStaffOrderService } from '../modules/orders/staff-orders.service.ts';
import { createAwaitTransfer } from '../modules/orders/transfer-waits.ts';
import { createBanks } from '../modules/payments/banks.ts';
import { findingsTask } from '../modules/payments/findings.task.ts';
import { createPaying } from '../modules/payments/paying.service.ts';
import { insertTransfers, listPayments, listWithRefunds } from '../modules/payments/payments.repository.ts';
import { paymentRoutes } from '../modules/payments/payments.routes.ts';
import { checkTask, lapseOrder, lapseTask, refundTask } from '../modules/payments/payments.tasks.ts';
import { isProviderRefusal, type Provider } from '../modules/payments/provider.ts';
import { withTransfer } from '../modules/payments/providers.ts';
import { reconcileTask } from '../modules/payments/reconcile.task.ts';
import { createRefunding } from '../modules/payments/refunding.service.ts';
import { createSettling } from '../modules/payments/settling.service.ts';
import { createStaffPaymentService } from '../modules/payments/staff-payments.service.ts';
import { createLifecycle } from '../modules/subscriptions/lifecycle.ts';
import { createPlanService } from '../modules/subscriptions/plans.service.ts';
import { createSeats } from '../modules/subscriptions/seats.ts';
import { refuseGrowth } from '../modules/subscriptions/standing.ts';
import { subscriptionRoutes } from '../modules/subscriptions/subscriptions.routes.ts';
import { createSubscriptionService } from '../modules/subscriptions/subscriptions.service.ts';
import { remindTask, renewTask } from '../modules/subscriptions/subscriptions.tasks.ts';
import { countIn, listLinked } from '../modules/visits/visits.repository.ts';
import { clearPrices, findForSale, listCollecting, lockSale, setSale } from '../modules/works/for-sale.ts';
import { looksAfterPerson, looksAfterWork } from '../modules/works/looked-after.ts';
import { listRaised } from '../modules/works/raised.repository.ts';
import { readerOf } from '../modules/works/reader.ts';
import { findOnShelf, listOnShelf } from '../modules/works/reading.service.ts';
import { findWork } from '../modules/works/works.repository.ts';
import { listChapters, listPages } from '../modules/works/works.service.ts';
import { originOn } from '../platform/host.ts';
import type { Basics } from './basics.ts';
import type { People } from './people.ts';

export type Money = ReturnType<typeof createMoney>;

/** Carts, orders, payments, plans, causes and what they are paid, invoices and certificates. */
export function createMoney(basics: Basics, people: People, content: ContentService) {
  const { options, database, secretKey, baseDomain, clock, addTask, outbox, guesses, pictures } = basics;
  const { community } = people;
  const providers = options.payments
    ? withTransfer(options.payments, database)
    : new Map<ProviderName, Provider>();
  const isTest = [...providers.values()].every(({ is_test }) => is_test);
  const banks = createBanks(options.payments?.bankDetails ?? null);
  const addresses = createAddresses({ secretKey });
  const passes = createPasses({ secretKey });
  const invoices = createInvoiceService({ addresses, passes });
  const certificates = createGivingCertificates();
  const refunding = createRefunding({ addTask });
  const planOrders = createPlanOrders({
    addresses,
    invoices,
    refunding,
    isTest,
    lapseOrder,
    addTask,
  });
  const seats = createSeats({ countIn, listLinked });
  const lifecycle = createLifecycle({
    orders: planOrders,
    completeFree: (...order) => settling.completeFree(...order),
    seats,
    outbox,
    addTask,
  });
  const followers = createFollowers({
    outbox,
    invoices,
    certificates,
    addTask,
    addUpCauses: addUpCausesOf,
    plans: lifecycle,
  });
  const settling = createSettling({ database, clock, providers, addTask, followers });
  const paying = createPaying({ database, secretKey, providers, banks, addTask, settling });
  const payments = {
    ...settling,
    ...paying,
    list: listPayments,
    isRefusal: isProviderRefusal,
    lapseOrder,
  };
  const routes = [
    ...causeRoutes(
      createCauseService({
        database,
        pictures,
        isTest: paying.isTest,
        works: { readerOf, listCollecting, listRaised },
        community,
        tell: createCauseNews({ outbox, baseDomain }),
      }),
    ),
    ...certificateRoutes(
      createCertificateService({
        isTest: paying.isTest,
        countsAs: isRaised,
        works: { readerOf, listRaised, looksAfterWork, looksAfterPerson },
        learned: createLearnedCertificates({ content, listLearning, people: { readerOf, looksAfterPerson } }),
      }),
    ),
    ...payoutRoutes(createPayoutService({ pictures, isTest: paying.isTest, addTask, insertTransfers })),
    ...cartRoutes(createCartService({ findOnShelf, listOnShelf })),
    ...invoiceRoutes(invoices),
    ...orderRoutes({
      shop: createShopService({ works: { lockSale, setSale, clearPrices }, payments, refuseGrowth }),
      orders: createOrderService({
        database,
        addresses,
        guesses,
        quotes: createQuotes({ secretKey }),
        payments,
        documents: invoices,
        awaitTransfer: createAwaitTransfer({ outbox, payments }),
        addTask,
        works: { readerOf, findForSale },
        community,
      }),
      own: createOwnOrderService({
        database,
        guesses,
        outbox,
        addresses,
        passes,
        refunding,
        certificates,
        works: { findWork, listPages, listChapters },
      }),
      staff: createStaffOrderService({
        payments: listWithRefunds,
        documents: invoices,
        refunding,
        baseDomain,
      }),
      sold: createSoldService({ addresses, refunding }),
      seller: createSellerService(),
    }),
    ...paymentRoutes(createStaffPaymentService({ database, settling, addTask })),
    ...subscriptionRoutes({
      plans: createPlanService({ payments }),
      subscriptions: createSubscriptionService({ lifecycle, orders: planOrders, seats, findSeller }),
    }),
  ];
  const tasks = [
    renewTask({ database, clock, lifecycle }),
    remindTask({ database, clock, lifecycle }),
    // Where nobody takes payments, nothing of them is due.
    ...(providers.size > 0
      ? [
          checkTask({ settling, addTask }),
          refundTask({ settling }),
          lapseTask({ database, clock, addTask, followers }),
          addUpTask({ database }),
          collectTask({ database, clock }),
          arrivedTask({ outbox, isTest }),
          reconcileTask({
            database,
            clock,
            settling,
            addTask,
            causes: { listSumDifferences, addUpAllCauses },
          }),
          findingsTask({
            outbox,
            addTask,
            origin: options.publicUrl ? originOn(options.publicUrl, baseDomain) : null,
          }),
        ]
      : []),
  ];
  return { providers, passes, isTest: paying.isTest, routes, tasks };
}
