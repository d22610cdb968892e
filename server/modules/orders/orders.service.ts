import { createHash, randomBytes } from 'node:crypto';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { refuseChild, termsVersion, whoGets } from '#contract/orders/orders.rules.ts';
import type { OrderForm, PlacedOrder, Quote, TrackedOrder } from '#contract/orders/orders.schema.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { Guesser, Guesses } from '#server/platform/guesses.ts';
import type { Actor, OpenCall } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { Paying } from '../payments/paying.service.ts';
import type { listPayments, PaymentRow } from '../payments/payments.repository.ts';
import type { Settling } from '../payments/settling.service.ts';
import type { Reader } from '../works/reader.ts';
import type { Addresses } from './addresses.ts';
import { newOrderNumber } from './order-number.ts';
import { lapseOf, type AwaitTransfer } from './transfer-waits.ts';
import * as repository from './orders.repository.ts';
import type { OrderRow } from './orders.repository.ts';
import { digestOf, price, type FindForSale, type Priced, type Wanted } from './pricing.ts';
import type { Quotes } from './quotes.ts';
import { findSeller, findShop } from './shop.repository.ts';
import { describeOrder } from './tracking.ts';

type Parsed<Name extends keyof typeof orderEndpoints> = EndpointParsed<(typeof orderEndpoints)[Name]>;

/** Orders that wait to be paid by one address. */
const openOrders = 5;

/** What orders need of payments. */
type Payments = Paying &
  Pick<Settling, 'settleForPage' | 'completeFree'> & {
    list: typeof listPayments;
    /** Whether a provider did not answer, or said no, so that another one may be tried. */
    isRefusal(error: unknown): boolean;
    /** The kind of task that ends an order which nobody paid. */
    readonly lapseOrder: string;
  };

export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderService(options: {
  database: Database;
  addresses: Addresses;
  guesses: Pick<Guesses, 'countEach'>;
  quotes: Quotes;
  payments: Payments;
  documents: Pick<InvoiceService, 'list'>;
  awaitTransfer: AwaitTransfer;
  addTask: DueWork['add'];
  works: {
    readerOf(actor: Actor | null, isFamily: boolean): Reader;
    findForSale: FindForSale;
  };
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
}) {
  const { database, guesses, quotes, payments, addTask, works, community, addresses, awaitTransfer } =
    options;

  const count = ({ tenant, now }: OpenCall, guesser: Guesser): Promise<void> =>
    guesses.countEach({ tenantId: tenant.id, guessers: [guesser], now });

  async function show(
    transaction: TenantTransaction,
    { tenant, now }: OpenCall,
    { priced, country, isFamily }: { priced: Priced; country: string; isFamily: boolean },
  ): Promise<Quote> {
    const { currency, total } = priced;
    const { name: seller } = await findSeller(transaction);
    const sealed = quotes.seal(tenant.id, { digest: digestOf(priced, country), is_family: isFamily }, now);
    return {
      currency,
      lines: priced.lines.map(({ shares: _shares, ...line }) => line),
      total,
      who_gets: whoGets(priced.lines),
      left_out: priced.left_out,
      editions: priced.editions,
      providers: await payments.offeredFor(transaction, { amount: total, currency }),
      seller,
      is_test: payments.isTest,
      ...sealed,
    };
  }

  /** @throws Problem `orders.closed` */
  async function priceFor(
    transaction: TenantTransaction,
    { tenant, actor, now }: OpenCall,
    { wanted, isFamily }: { wanted: Wanted; isFamily: boolean },
  ): Promise<Priced> {
    const reader = works.readerOf(actor, isFamily);
    const priced = await price(transaction, tenant.id, { ...wanted, reader, now }, works.findForSale);
    if (!priced) throw new Problem(orderProblems.closed);
    return priced;
  }

  async function pageFor(
    transaction: TenantTransaction,
    order: Pick<OrderRow, 'number' | 'token' | 'origin' | 'buyer_email'>,
    provider: ProviderName,
  ) {
    const { name: seller } = await findSeller(transaction);
    const at = `${order.origin}/${provider}-payment`;
    const query = `?order=${order.token}`;
    return {
      number: order.number,
      description: `${seller}, order ${order.number}`,
      buyer_email: order.buyer_email ?? '',
      success_url:
        provider === 'transfer' ? `${order.origin}/trackorder/${order.token}` : `${at}/success${query}`,
      cancel_url: `${at}/cancel${query}`,
    };
  }

  /** Goes on with an order that is there: the page of the payment that is open, or another payment. */
  async function payAgain(call: OpenCall, order: OrderRow, provider: ProviderName): Promise<PlacedOrder> {
    const { tenant, now } = call;
    const { token, number, currency, total } = order;
    if (order.state === 'paid' || order.state === 'refunded') throw new Problem(orderProblems.already_paid);
    if (order.state === 'lapsed') throw new Problem(orderProblems.lapsed);
    const { offered, latest } = await inTenant(database, tenant.id, async (transaction) => ({
      offered: await payments.offeredFor(transaction, { amount: total, currency }),
      latest: (await payments.list(transaction, tenant.id, order.id))[0],
    }));
    if (!offered.includes(provider)) throw new Problem(orderProblems.provider_unavailable);
    const open = latest?.provider === provider ? payments.payUrlOf(tenant.id, latest, now) : null;
    if (open !== null) return { token, number, pay_url: open };
    await count(call, { kind: 'order_payments', subject: order.id });
    const begun = await inTenant(database, tenant.id, async (transaction) => {
      const id = await payments.open(transaction, tenant.id, {
        order_id: order.id,
        provider,
        money: { amount: total, currency },
        now,
      });
      if (provider === 'transfer') await awaitTransfer(transaction, { tenantId: tenant.id, order, now });
      return { id, page: await pageFor(transaction, order, provider) };
    });
    const pay_url = await begin(tenant.id, begun);
    await closeOthers(tenant.id, order.id, begun.id);
    return { token, number, pay_url };
  }

  /** @throws Problem `orders.provider_unavailable` */
  async function begin(
    tenantId: string,
    { id, page }: { id: string; page: Awaited<ReturnType<typeof pageFor>> },
  ): Promise<string> {
    try {
      return await payments.begin(tenantId, id, page);
    } catch (error) {
      if (!payments.isRefusal(error)) throw error;
      throw new Problem(orderProblems.provider_unavailable);
    }
  }

  /** A try that cannot be closed now can still be paid; then the second payment goes back by itself. */
  async function closeOthers(tenantId: string, orderId: string, keptId: string): Promise<void> {
    try {
      await payments.closeOthers(tenantId, orderId, keptId);
    } catch (error) {
      if (!payments.isRefusal(error)) throw error;
    }
  }

  async function place(
    transaction: TenantTransaction,
    call: OpenCall,
    { body, fingerprint }: { body: OrderForm; fingerprint: Buffer },
  ) {
    const { tenant, actor, now, origin } = call;
    const shown = quotes.open(tenant.id, body.quote, now);
    const isFamily = shown.is_family && actor === null;
    const wanted = { lines: body.lines, gifts: body.gifts, country: body.country };
    const priced = await priceFor(transaction, call, { wanted, isFamily });
    if (priced.lines.length === 0) throw new Problem(orderProblems.nothing_to_buy);
    if (digestOf(priced, body.country) !== shown.digest) {
      const quote = await show(transaction, call, { priced, country: body.country, isFamily });
      throw new Problem(orderProblems.price_changed, { details: { quote } });
    }
    const { currency, total, lines } = priced;
    refuseMissing(body, priced, await payments.offeredFor(transaction, { amount: total, currency }));
    if ((await repository.countOpen(transaction, tenant.id, body.email)) >= openOrders)
      throw new Problem(requestProblems.too_many, { retryAfter: 3600 });
    const shop = await findShop(transaction, tenant.id);
    const lapses_at = lapseOf(body.provider, now);
    const order = {
      tenant_id: tenant.id,
      id: body.id,
      token: randomBytes(16).toString('base64url'),
      number: newOrderNumber(shop?.code ?? ''),
      kind: 'shop' as const,
      currency,
      total,
      is_test: payments.isTest,
      fingerprint,
      buyer_id: actor?.tenant_id === tenant.id ? actor.id : null,
      buyer_email: body.email,
      buyer_name: body.name,
      buyer_country: body.country,
      sealed_address: addresses.seal(tenant.id, body.id, body.address),
      terms_version: termsVersion,
      origin,
      reads_as: actor !== null || isFamily ? ('family' as const) : ('visitor' as const),
      placed_at: now,
      lapses_at,
    };
    if (!(await repository.insertOrder(transaction, order, lines))) return null;
    await repository.insertPlaced(transaction, { tenantId: tenant.id, orderId: order.id, now });
    if (body.provider === null) {
      await payments.completeFree(transaction, tenant.id, order.id, now);
      return null;
    }
    await addTask(transaction, tenant.id, {
      kind: payments.lapseOrder,
      subject: order.id,
      due_at: lapses_at,
      created_at: now,
    });
    const id = await payments.open(transaction, tenant.id, {
      order_id: order.id,
      provider: body.provider,
      money: { amount: total, currency },
      now,
    });
    if (body.provider === 'transfer') await awaitTransfer(transaction, { tenantId: tenant.id, order, now });
    return { id, page: await pageFor(transaction, order, body.provider) };
  }

  async function track(
    { tenant, now }: OpenCall,
    token: string,
  ): Promise<{ order: OrderRow; latest: PaymentRow | undefined; told: TrackedOrder }> {
    return await inTenant(database, tenant.id, async (transaction) => {
      const order = await repository.findOrder(transaction, tenant.id, { token });
      if (!order) throw new Problem(orderProblems.not_found);
      const tries = await payments.list(transaction, tenant.id, order.id);
      // The one that was paid counts, whatever was tried after it.
      const latest = tries.find(({ state }) => state === 'captured') ?? tries[0];
      const payment = latest
        ? {
            provider: latest.provider,
            state: latest.state,
            pay_url: order.state === 'placed' ? payments.payUrlOf(tenant.id, latest, now) : null,
          }
        : null;
      const providers = await payments.offeredFor(transaction, {
        amount: order.total,
        currency: order.currency,
      });
      const documents = await options.documents.list(transaction, tenant.id, order.id);
      const isTransfer = order.state === 'placed' && latest?.provider === 'transfer';
      const transfer = isTransfer ? await payments.transferDetails(transaction, order) : null;
      const told = await describeOrder(transaction, tenant.id, {
        order,
        payment,
        transfer,
        providers,
        documents,
      });
      return { order, latest, told };
    });
  }

  return {
    /** @throws Problem `orders.ask_grown_up`, `orders.closed` */
    async quote({ query }: Parsed<'quote'>, call: OpenCall): Promise<Quote> {
      const { tenant, actor, now, browser } = call;
      refuseChild(actor);
      const isFamily = actor === null && (await community.isIn(tenant, { now, browser }));
      const { country } = query;
      return await inTenant(database, tenant.id, async (transaction) => {
        const priced = await priceFor(transaction, call, { wanted: query, isFamily });
        return await show(transaction, call, { priced, country, isFamily });
      });
    },

    /** The same order again answers the same. @throws the Problems of `orders.place` */
    async place({ body }: Parsed<'place'>, call: OpenCall): Promise<PlacedOrder> {
      const { tenant, actor, browser } = call;
      refuseChild(actor);
      const fingerprint = fingerprintOf(body);
      const find = () =>
        inTenant(database, tenant.id, async (transaction) => {
          const order = await repository.findOrder(transaction, tenant.id, { id: body.id });
          if (order && !order.fingerprint.equals(fingerprint)) throw new Problem(orderProblems.id_taken);
          return order;
        });
      const before = await find();
      if (!before) {
        await count(call, { kind: 'order_network', subject: browser.network });
        const begun = await inTenant(database, tenant.id, (transaction) =>
          place(transaction, call, { body, fingerprint }),
        );
        const pay_url = begun && (await begin(tenant.id, begun));
        const made = await find();
        if (!made) throw new Error('An order that was placed is there');
        if (pay_url !== null || made.state === 'paid')
          return { token: made.token, number: made.number, pay_url };
        // Somebody sent the same order at the same moment.
        return await resume(call, made, body.provider);
      }
      return await resume(call, before, body.provider);
    },

    /** @throws the Problems of `orders.pay` */
    async pay({ params, body }: Parsed<'pay'>, call: OpenCall): Promise<PlacedOrder> {
      refuseChild(call.actor);
      const { order } = await track(call, params.token);
      return await payAgain(call, order, body.provider);
    },

    /** @throws Problem `orders.ask_grown_up`, `orders.not_found` */
    async check({ params }: Parsed<'check'>, call: OpenCall): Promise<TrackedOrder> {
      refuseChild(call.actor);
      const { latest, told } = await track(call, params.token);
      if (!latest) return told;
      try {
        await payments.settleForPage(call.tenant.id, latest);
      } catch (error) {
        // It stands as it stood; the task asks again.
        if (!payments.isRefusal(error)) throw error;
      }
      return (await track(call, params.token)).told;
    },

    /** @throws Problem `orders.ask_grown_up`, `orders.not_found` */
    async track({ params }: Pick<Parsed<'track'>, 'params'>, call: OpenCall): Promise<TrackedOrder> {
      refuseChild(call.actor);
      return (await track(call, params.token)).told;
    },
  };

  async function resume(
    call: OpenCall,
    order: OrderRow,
    provider: ProviderName | null,
  ): Promise<PlacedOrder> {
    const { token, number, state } = order;
    if (state === 'paid' || state === 'refunded' || provider === null)
      return { token, number, pay_url: null };
    return await payAgain(call, order, provider);
  }
}

/** Of what is ordered and by whom; how it is paid can change. */
function fingerprintOf(body: OrderForm): Buffer {
  const { lines, gifts, country, email, name, address } = body;
  return createHash('sha256')
    .update(JSON.stringify([lines, gifts, country, email, name, address]))
    .digest();
}

/** @throws Problem at the field */
function refuseMissing(body: OrderForm, { lines, total }: Priced, offered: readonly ProviderName[]): void {
  if (lines.some(({ kind }) => kind === 'print') && body.address === null)
    throw new Problem(orderProblems.address_needed, {
      errors: { address: [orderProblems.address_needed.error] },
    });
  const isGood = total === 0 ? body.provider === null : body.provider && offered.includes(body.provider);
  if (!isGood)
    throw new Problem(requestProblems.invalid, { errors: { provider: ['Please choose how to pay'] } });
}
