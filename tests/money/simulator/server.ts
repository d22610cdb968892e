import { createGivingCertificates } from '#server/modules/certificates/giving-certificates.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import { arrivedTask } from '#server/modules/causes/arrived.task.ts';
import { collectTask } from '#server/modules/causes/collect.task.ts';
import { createPayoutService, type PayoutService } from '#server/modules/causes/payouts.service.ts';
import { addUpCausesOf, addUpTask } from '#server/modules/causes/cause-sums.ts';
import { createInvoiceService, type InvoiceService } from '#server/modules/invoices/invoices.service.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createAddresses } from '#server/modules/orders/addresses.ts';
import { createFollowers } from '#server/modules/orders/followers.ts';
import { createOrderService, type OrderService } from '#server/modules/orders/orders.service.ts';
import { createOwnOrderService, type OwnOrderService } from '#server/modules/orders/own-order.service.ts';
import { createPasses, type Passes } from '#server/modules/orders/passes.ts';
import { createPlanOrders } from '#server/modules/orders/plan-orders.ts';
import { createQuotes } from '#server/modules/orders/quotes.ts';
import { findSeller } from '#server/modules/orders/shop.repository.ts';
import { createSoldService, type SoldService } from '#server/modules/orders/sold.service.ts';
import { createPaying, type Paying } from '#server/modules/payments/paying.service.ts';
import { insertTransfers, listPayments } from '#server/modules/payments/payments.repository.ts';
import { checkTask, lapseOrder, lapseTask, refundTask } from '#server/modules/payments/payments.tasks.ts';
import { servePaymentEvents } from '#server/modules/payments/payments.web.ts';
import { isProviderRefusal, type Provider } from '#server/modules/providers/provider.ts';
import { createRefunding, type Refunding } from '#server/modules/payments/refunding.service.ts';
import type { Followers } from '#server/modules/payments/giving-back.ts';
import { createSettling, type Settling } from '#server/modules/payments/settling.service.ts';
import { createBanks } from '#server/modules/providers/banks.ts';
import { createLifecycle } from '#server/modules/subscriptions/lifecycle.ts';
import { createSeats } from '#server/modules/subscriptions/seats.ts';
import {
  createSubscriptionService,
  type SubscriptionService,
} from '#server/modules/subscriptions/subscriptions.service.ts';
import { remindTask, renewTask } from '#server/modules/subscriptions/subscriptions.tasks.ts';
import { countIn, listLinked } from '#server/modules/visits/visits.repository.ts';
import { findForSale } from '#server/modules/works/for-sale.ts';
import { readerOf } from '#server/modules/works/reader.ts';
import { findWork } from '#server/modules/works/works.repository.ts';
import { listChapters, listPages } from '#server/modules/works/works.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { createDueWork, type DueWork, type WorkProblem } from '#server/platform/due-work.ts';
import { createGuesses } from '#server/platform/guesses.ts';
import { PictureWorkers } from '#server/platform/picture-workers.ts';
import { testSecretKey as secretKey } from '#tests/support/test-database.ts';

/** What a planted bug puts around parts that work. */
export interface Plant {
  readonly provider?: (provider: Provider) => Provider;
  readonly invoices?: (invoices: InvoiceService) => InvoiceService;
  readonly followers?: (followers: Followers) => Followers;
  readonly settling?: (settling: Settling, database: Database) => Settling;
  readonly paying?: (paying: Paying) => Paying;
  readonly orders?: (orders: OrderService) => OrderService;
  readonly payouts?: (payouts: PayoutService) => PayoutService;
  readonly addTask?: (add: DueWork['add']) => DueWork['add'];
}

/** Buying, as the program puts it together, with due work that runs when it is told to. */
export interface MoneyServer {
  readonly orders: OrderService;
  readonly own: OwnOrderService;
  readonly sold: SoldService;
  readonly refunding: Refunding;
  readonly settling: Settling;
  readonly passes: Passes;
  readonly subscriptions: SubscriptionService;
  readonly payouts: PayoutService;
  readonly work: DueWork;
  /** Where providers tell of events. */
  readonly web: FastifyInstance;
}

export async function composeServer(options: {
  database: Database;
  clock: Clock;
  providers: ReadonlyMap<ProviderName, Provider>;
  plant: Plant;
  onProblem: (problem: WorkProblem) => void;
}): Promise<MoneyServer> {
  const { database, clock, plant, onProblem } = options;
  const planted = plant.provider ?? ((provider: Provider) => provider);
  const providers = new Map([...options.providers].map(([name, provider]) => [name, planted(provider)]));
  const addToWork: DueWork['add'] = (...task) => work.add(...task);
  const addTask = plant.addTask?.(addToWork) ?? addToWork;
  const outbox = createMailOutbox({ secretKey, addTask, suppressions: createSuppressions({ secretKey }) });
  const addresses = createAddresses({ secretKey });
  const passes = createPasses({ secretKey });
  const issued = createInvoiceService({ addresses, passes });
  const invoices = plant.invoices?.(issued) ?? issued;
  const certificates = createGivingCertificates();
  const refunding = createRefunding({ addTask });
  const planOrders = createPlanOrders({ addresses, invoices, refunding, isTest: true, lapseOrder, addTask });
  const seats = createSeats({ countIn, listLinked });
  const lifecycle = createLifecycle({
    orders: planOrders,
    completeFree: (...order) => settling.completeFree(...order),
    seats,
    outbox,
    addTask,
  });
  const told = createFollowers({
    outbox,
    invoices,
    certificates,
    addTask,
    addUpCauses: addUpCausesOf,
    plans: lifecycle,
  });
  const followers = plant.followers?.(told) ?? told;
  const settled = createSettling({ database, clock, providers, addTask, followers });
  const settling = plant.settling?.(settled, database) ?? settled;
  const work = createDueWork({
    database,
    clock,
    kinds: [
      checkTask({ settling, addTask }),
      refundTask({ settling }),
      lapseTask({ database, clock, addTask, followers }),
      addUpTask({ database }),
      renewTask({ database, clock, lifecycle }),
      remindTask({ database, clock, lifecycle }),
      collectTask({ database, clock }),
      arrivedTask({ outbox, isTest: true }),
    ],
    onProblem,
    random: () => 0,
  });
  const begun = createPaying({
    database,
    secretKey,
    providers,
    banks: createBanks(null),
    addTask,
    settling,
  });
  const paying = plant.paying?.(begun) ?? begun;
  const guesses = createGuesses({ database, secretKey });
  const placed = createOrderService({
    database,
    addresses,
    guesses,
    quotes: createQuotes({ secretKey }),
    payments: { ...settling, ...paying, list: listPayments, isRefusal: isProviderRefusal, lapseOrder },
    documents: invoices,
    addTask,
    // Nobody pays by bank here.
    awaitTransfer: () => Promise.resolve(),
    works: { readerOf, findForSale },
    community: { isIn: () => Promise.resolve(false) },
  });
  const paidOut = createPayoutService({
    // Proofs are read by nobody here.
    pictures: new PictureWorkers(),
    isTest: true,
    addTask,
    insertTransfers,
  });
  const web = Fastify();
  servePaymentEvents(web, { database, clock, providers, addTask });
  return {
    orders: plant.orders?.(placed) ?? placed,
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
    sold: createSoldService({ addresses, refunding }),
    refunding,
    settling,
    passes,
    subscriptions: createSubscriptionService({ lifecycle, orders: planOrders, seats, findSeller }),
    payouts: plant.payouts?.(paidOut) ?? paidOut,
    work,
    web,
  };
}
