import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { mayBeReturned, refuseChild } from '#contract/orders/orders.rules.ts';
import type { BoughtEdition, OwnOrder } from '#contract/orders/orders.schema.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { Call, OpenCall } from '#server/platform/route.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Refunding } from '../payments/refunding.service.ts';
import type { Addresses } from './addresses.ts';
import { codeLetter } from './orders.letters.ts';
import * as repository from './orders.repository.ts';
import type { OrderRow } from './orders.repository.ts';
import type { Passes } from './passes.ts';

type Parsed<Name extends keyof typeof orderEndpoints> = EndpointParsed<(typeof orderEndpoints)[Name]>;

export type OwnOrderService = ReturnType<typeof createOwnOrderService>;

/** What only the buyer of an order may: they show by a code from an e-mail that it is theirs. */
export function createOwnOrderService(options: {
  database: Database;
  guesses: Pick<Guesses, 'countEach'>;
  outbox: MailOutbox;
  addresses: Addresses;
  passes: Passes;
  refunding: Refunding;
}) {
  const { database, guesses, outbox, addresses, passes, refunding } = options;

  /** @throws Problem `orders.ask_grown_up`, `orders.not_found` */
  async function find(
    transaction: TenantTransaction,
    { tenant, actor }: Pick<Call, 'tenant' | 'actor'>,
    token: string,
  ): Promise<OrderRow> {
    refuseChild(actor);
    const order = await repository.findOrder(transaction, tenant.id, { token });
    if (!order) throw new Problem(orderProblems.not_found);
    return order;
  }

  async function returnableOf(transaction: TenantTransaction, tenantId: string, order: OrderRow, now: Date) {
    const { paid_at, id } = order;
    if (!paid_at) return [];
    const lines = await repository.listOrderLines(transaction, tenantId, id);
    return lines.filter(
      (line) =>
        line.amount > 0 &&
        line.shares.some(({ amount, refunded }) => amount > refunded) &&
        mayBeReturned(line, paid_at, now),
    );
  }

  return {
    /** @throws Problem `orders.ask_grown_up`, `orders.not_found`, `request.too_many` */
    async sendCode({ params }: Parsed<'sendCode'>, call: OpenCall): Promise<{ sent: true }> {
      const { tenant, now } = call;
      const order = await inTenant(database, tenant.id, (transaction) =>
        find(transaction, call, params.token),
      );
      const guessers = [{ kind: 'order_codes', subject: order.id } as const];
      await guesses.countEach({ tenantId: tenant.id, guessers, now });
      if (order.buyer_email !== null)
        await inTenant(database, tenant.id, async (transaction) => {
          const code = await passes.makeCode(transaction, tenant.id, { orderId: order.id, now });
          await outbox.add(transaction, tenant.id, codeLetter(order, { code, now }), { now });
        });
      return { sent: true };
    },

    /** @throws Problem `orders.ask_grown_up`, `orders.not_found`, `orders.wrong_code`, `request.too_many` */
    async openOwn({ params, body }: Parsed<'openOwn'>, call: OpenCall): Promise<OwnOrder> {
      const { tenant, now } = call;
      const order = await inTenant(database, tenant.id, (transaction) =>
        find(transaction, call, params.token),
      );
      // A wrong try counts also where it is refused, so it has a transaction of its own.
      const isRight = await inTenant(database, tenant.id, (transaction) =>
        passes.useCode(transaction, tenant.id, { orderId: order.id, code: body.code, now }),
      );
      if (!isRight) throw new Problem(orderProblems.wrong_code);
      return await inTenant(database, tenant.id, async (transaction) => {
        const returnable = await returnableOf(transaction, tenant.id, order, now);
        return {
          ...passes.give(tenant.id, order.id, now),
          name: order.buyer_name ?? '',
          email: order.buyer_email ?? '',
          address: addresses.open(tenant.id, order.id, order.sealed_address),
          returnable: returnable.map(({ id }) => id),
        };
      });
    },

    /** @throws Problem `orders.pass_over`, `orders.not_found`, `orders.not_ready`, `orders.withdrawn` */
    async download({ params, body }: Parsed<'download'>, call: Call): Promise<BoughtEdition> {
      const { transaction, tenant, now } = call;
      const order = await find(transaction, call, params.token);
      passes.check(tenant.id, body.pass, { orderId: order.id, now });
      const lines = await repository.listOrderLines(transaction, tenant.id, order.id);
      const line = lines.find(({ id, kind }) => id === params.line && kind === 'digital');
      if (!line?.work_id) throw new Problem(orderProblems.not_found);
      if (line.fulfilment === null) throw new Problem(orderProblems.not_ready);
      const work = await repository.findOnShelf(transaction, tenant.id, line.work_id);
      if (line.fulfilment === 'withdrawn' || !work) throw new Problem(orderProblems.withdrawn);
      await repository.markDownloaded(transaction, tenant.id, { id: line.id, now });
      return work;
    },

    /** @throws Problem `orders.pass_over`, `orders.not_found`, `orders.not_returnable`, `orders.id_taken` */
    async giveBack({ params, body }: Parsed<'giveBack'>, call: OpenCall): Promise<void> {
      const { tenant, now } = call;
      await inTenant(database, tenant.id, async (transaction) => {
        const order = await find(transaction, call, params.token);
        passes.check(tenant.id, body.pass, { orderId: order.id, now });
        if (await refunding.isAsked(transaction, tenant.id, { id: body.id, orderId: order.id })) return;
        const returnable = await returnableOf(transaction, tenant.id, order, now);
        if (!body.lines.every((id) => returnable.some((line) => line.id === id)))
          throw new Problem(orderProblems.not_returnable);
        await refunding.ask(transaction, tenant.id, {
          orderId: order.id,
          id: body.id,
          lines: [...new Set(body.lines)].map((line_id) => ({ line_id, amount: null })),
          origin: 'buyer',
          reason: '',
          asked_by: null,
          now,
        });
      });
    },
  };
}
