import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Money } from '#contract/kit/money.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import type { OrderService } from '#server/modules/orders/orders.service.ts';
import { isProviderRefusal, type Provider, type Seen } from '#server/modules/providers/provider.ts';
import { elsewhere, inTenant, type TenantTransaction } from '#server/platform/database.ts';
import type { Command } from './commands.ts';
import type { Plant } from './server.ts';

interface PlantedBug {
  readonly name: string;
  /** The law that it breaks. */
  readonly law: number;
  readonly plant: Plant;
  /** The shortest history in which it does. */
  readonly history: readonly Command[];
}

const placed: readonly Command[] = [
  { do: 'quote', tab: 0, school: 0, what: 0 },
  { do: 'place', tab: 0, way: 0 },
];
const pay: Command = { do: 'at the provider', act: 'pay', which: 0 };
const later: Command = { do: 'time', seconds: 30 };
const bought: readonly Command[] = [...placed, pay, later];
const staffRefund: Command = { do: 'staff refund', order: 0, line: 0, part: true };

function looking(change: (seen: Seen) => Seen): Plant {
  return {
    provider: (provider) => ({ ...provider, look: async (at) => change(await provider.look(at)) }),
  };
}

function ordering(change: (orders: OrderService) => Partial<OrderService>): Plant {
  return { orders: (orders) => ({ ...orders, ...change(orders) }) };
}

const unknown: Omit<Seen, 'state'> = {
  captured: 0,
  currency: null,
  fee: null,
  reason: null,
  refunds: [],
  disputes: [],
};

/** Looks that are changed by what was asked for. */
function knowingAmounts(change: (seen: Seen, asked: Money) => Seen): Plant {
  return {
    provider: (provider) => {
      const asked = new Map<string, Money>();
      return {
        ...provider,
        begin: (payment) => {
          asked.set(payment.reference, payment.money);
          return provider.begin(payment);
        },
        async look(at) {
          const seen = await provider.look(at);
          const money = asked.get(at.reference);
          return money ? change(seen, money) : seen;
        },
      };
    },
  };
}

const sellers = (transaction: TenantTransaction) =>
  elsewhere(transaction, null, () => transaction.selectFrom('tenants').select('id').execute());

/** Forgets that it was the child who asked. */
const asVisitor = <Call extends { actor: unknown }>(call: Call): Call => ({ ...call, actor: null });

/** Takes what costs something else by now for agreed to. */
async function placeAnyway(
  orders: OrderService,
  ...[input, call]: Parameters<OrderService['place']>
): ReturnType<OrderService['place']> {
  try {
    return await orders.place(input, call);
  } catch (error) {
    const quote =
      error instanceof Problem ? (error.options.details?.['quote'] as Quote | undefined) : undefined;
    if (!quote) throw error;
    return await orders.place({ ...input, body: { ...input.body, quote: quote.quote } }, call);
  }
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'another amount than was asked for is nobody’s',
    law: 1,
    history: [...placed, { do: 'at the provider', act: 'pay another amount', which: 0 }, later],
    plant: knowingAmounts((seen, money) =>
      seen.captured > 0 && seen.captured !== money.amount ? { ...unknown, state: 'begun' } : seen,
    ),
  },
  {
    name: 'the second payment of an order is never sent back',
    law: 2,
    history: [
      ...placed,
      { do: 'fault', provider: 0, call: 'close', fault: 'error' },
      { do: 'pay another way', order: 0, way: 1 },
      { ...pay, which: 1 },
      later,
      pay,
    ],
    plant: {
      addTask: (add) => async (transaction, tenantId, task) => {
        const refund =
          task.kind === 'payments.send_refund'
            ? await transaction
                .selectFrom('refunds')
                .select('origin')
                .where('tenant_id', '=', tenantId)
                .where('id', '=', task.subject ?? '')
                .executeTakeFirst()
            : undefined;
        if (refund?.origin === 'paid_twice') {
          // It is taken for done.
          await sql`update refunds set state = 'failed' where id = ${task.subject}`.execute(transaction);
          return;
        }
        await add(transaction, tenantId, task);
      },
    },
  },
  {
    name: 'money that a provider keeps waiting counts as there',
    law: 3,
    history: [...placed, { do: 'at the provider', act: 'hold', which: 0 }, later],
    plant: knowingAmounts((seen, { amount, currency }) =>
      seen.state === 'waiting' ? { ...seen, state: 'captured', captured: amount, currency } : seen,
    ),
  },
  {
    name: 'looking at a payment that is over opens it again',
    law: 4,
    history: [
      { do: 'quote', tab: 0, school: 1, what: 0 },
      { do: 'place', tab: 0, way: 0 },
      { do: 'at the provider', act: 'decline', which: 0 },
      later,
      { do: 'check', order: 0 },
      later,
      { do: 'check', order: 0 },
    ],
    plant: {
      settling: (settling, database) => ({
        ...settling,
        async settle(tenantId, paymentId) {
          const { rows } = await inTenant(database, tenantId, (transaction) =>
            sql`update payments set state = 'begun', ended_at = null
              where id = ${paymentId} and state in ('failed', 'cancelled', 'expired') returning id`.execute(
              transaction,
            ),
          );
          return rows.length === 0 ? await settling.settle(tenantId, paymentId) : null;
        },
      }),
    },
  },
  {
    name: 'what a provider keeps for itself is not written down',
    law: 5,
    history: bought,
    plant: looking((seen) => ({ ...seen, fee: null })),
  },
  {
    name: 'another price than was shown is taken for agreed to',
    law: 6,
    history: [
      { do: 'quote', tab: 0, school: 0, what: 0 },
      { do: 'price', school: 0, price: 333 },
      { do: 'place', tab: 0, way: 0 },
    ],
    plant: ordering((orders) => ({ place: (...given) => placeAnyway(orders, ...given) })),
  },
  {
    name: 'an amount is converted twice',
    law: 7,
    history: placed,
    plant: {
      provider: (provider) => ({
        ...provider,
        begin: (payment) =>
          provider.begin({ ...payment, money: { ...payment.money, amount: payment.money.amount * 10 } }),
      }),
    },
  },
  {
    name: 'each try to send a refund is a new one for the provider',
    law: 8,
    history: [...bought, { do: 'fault', provider: 0, call: 'refund', fault: 'lost' }, staffRefund, later],
    plant: {
      provider: (provider: Provider) => ({
        ...provider,
        refund: async (at, refund) => {
          try {
            return await provider.refund(at, refund);
          } catch (error) {
            if (!isProviderRefusal(error)) throw error;
            return await provider.refund(at, { ...refund, id: uuidv7() });
          }
        },
      }),
    },
  },
  {
    name: 'what goes back is on no credit note',
    law: 9,
    history: [...bought, staffRefund],
    plant: {
      invoices: (invoices) => ({ ...invoices, issueForRefund: () => Promise.resolve() }),
    },
  },
  {
    name: 'a child sees an order by its address',
    law: 10,
    history: [...placed, { do: 'child', order: 0 }],
    plant: ordering((orders) => ({
      track: (input, call) => orders.track(input, asVisitor(call)),
    })),
  },
  {
    name: 'the shares of a payout that was sent are free for the next one',
    law: 11,
    history: [
      ...bought,
      { do: 'hold is over' },
      { do: 'prepare payout', to: 0 },
      { do: 'payout goes on', act: 'send', which: 0 },
    ],
    plant: {
      payouts: (payouts) => ({
        ...payouts,
        async markSent(input, call) {
          const payout = await payouts.markSent(input, call);
          for (const { id } of await sellers(call.transaction))
            await elsewhere(call.transaction, id, () =>
              sql`update order_shares set payout_id = null where payout_id = ${payout.id}`.execute(
                call.transaction,
              ),
            );
          return payout;
        },
      }),
    },
  },
  {
    name: 'practice money counts as real',
    law: 12,
    history: placed,
    plant: { paying: (paying) => ({ ...paying, isTest: false }) },
  },
  {
    name: 'a provider that does not answer is taken for a no',
    law: 13,
    history: [...placed, { do: 'outage', provider: 0, isDown: true }, { do: 'check', order: 0 }],
    plant: {
      provider: (provider) => ({
        ...provider,
        look: (at) =>
          provider.look(at).catch((error: unknown): Seen => {
            if (!isProviderRefusal(error)) throw error;
            return { ...unknown, state: 'failed' };
          }),
      }),
    },
  },
  {
    name: 'a work of which money went back leaves the shelf',
    law: 14,
    history: [...bought, staffRefund],
    plant: {
      followers: (followers) => ({
        ...followers,
        async refunded(transaction, order, refund, now) {
          await followers.refunded(transaction, order, refund, now);
          await sql`
            update works set state = 'withdrawn' where id in (
              select work_id from order_lines where order_id = ${order.id} and work_id is not null
            )`.execute(transaction);
        },
      }),
    },
  },
];
