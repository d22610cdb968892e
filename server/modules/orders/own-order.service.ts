import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import {
  isRefundedWhereWithdrawn,
  leftOfLine,
  linesGivenBack,
  refuseChild,
  whyKept,
  type KeptReason,
} from '#contract/orders/orders.rules.ts';
import type { BoughtEdition, BoughtParts, OwnDetails, OwnOrder } from '#contract/orders/orders.schema.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { Call, OpenCall } from '#server/platform/route.ts';
import type { GivingCertificates } from '../certificates/giving-certificates.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Refunding } from '../payments/refunding.service.ts';
import type { findWork } from '../works/works.repository.ts';
import type { listChapters, listPages } from '../works/works.service.ts';
import type { Addresses } from './addresses.ts';
import type { Buyer } from './buyers.ts';
import { codeLetter } from './orders.letters.ts';
import * as repository from './orders.repository.ts';
import type { OrderRow } from './orders.repository.ts';
import type { Passes } from './passes.ts';

type Parsed<Name extends keyof typeof orderEndpoints> = EndpointParsed<(typeof orderEndpoints)[Name]>;
type Line = Awaited<ReturnType<typeof repository.listOrderLines>>[number];
type Edition = Line & { work_id: string };

/** What orders need of works. */
interface Works {
  findWork: typeof findWork;
  listPages: typeof listPages;
  listChapters: typeof listChapters;
}

const refundedOf = ({ shares }: Line) => sumOf(shares.map(({ refunded }) => refunded));
const withRefunded = (line: Line) => ({ ...line, refunded: refundedOf(line) });

function keptBecause(line: Line, { paid_at }: OrderRow, now: Date): KeptReason | null {
  if (line.amount === 0) return 'free';
  if (leftOfLine(withRefunded(line)) <= 0) return 'given_back';
  return paid_at ? whyKept(line, paid_at, now) : 'not_by_buyer';
}

export type OwnOrderService = ReturnType<typeof createOwnOrderService>;

/** What only the buyer of an order may: they show by a code from an e-mail that it is theirs. */
export function createOwnOrderService(options: {
  database: Database;
  guesses: Pick<Guesses, 'countEach'>;
  outbox: MailOutbox;
  addresses: Addresses;
  passes: Passes;
  refunding: Refunding;
  certificates: Pick<GivingCertificates, 'list'>;
  works: Works;
}) {
  const { database, guesses, outbox, addresses, passes, refunding, certificates, works } = options;

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

  /** @throws Problem `orders.ask_grown_up`, `orders.not_found`, `orders.pass_over` */
  async function findOwn(
    transaction: TenantTransaction,
    call: Pick<Call, 'tenant' | 'actor' | 'now'>,
    { token, pass }: { token: string; pass: string },
  ): Promise<OrderRow> {
    const order = await find(transaction, call, token);
    passes.check(call.tenant.id, pass, { orderId: order.id, now: call.now });
    return order;
  }

  async function describe(
    transaction: TenantTransaction,
    { tenant, now }: Pick<Call, 'tenant' | 'now'>,
    order: OrderRow,
  ): Promise<OwnDetails> {
    const rows = await repository.listOrderLines(transaction, tenant.id, order.id);
    const lines = rows.map((line) => ({
      id: line.id,
      downloaded_at: line.downloaded_at?.toISOString() ?? null,
      kept_because: keptBecause(line, order, now),
    }));
    return {
      name: order.buyer_name ?? '',
      email: order.buyer_email ?? '',
      address: addresses.open(tenant.id, order.id, order.sealed_address),
      returnable: lines.filter(({ kept_because }) => kept_because === null).map(({ id }) => id),
      lines,
      certificates: await certificates.list(transaction, tenant.id, order.id),
    };
  }

  /** @throws Problem `orders.not_found`, `orders.not_ready` */
  async function findEdition(
    transaction: TenantTransaction,
    tenantId: string,
    { order, id }: { order: OrderRow; id: string },
  ): Promise<Edition> {
    const lines = await repository.listOrderLines(transaction, tenantId, order.id);
    const line = lines.find((each) => each.id === id && each.kind === 'digital');
    if (!line?.work_id) throw new Problem(orderProblems.not_found);
    if (line.fulfilment === null) throw new Problem(orderProblems.not_ready);
    return { ...line, work_id: line.work_id };
  }

  /**
   * An edition whose work is not on the shelf any more: its price goes back, if it was paid not too long ago.
   * @returns whether it goes back
   */
  async function withdraw(
    transaction: TenantTransaction,
    { tenant, now }: Pick<Call, 'tenant' | 'now'>,
    { order, line }: { order: OrderRow; line: Edition },
  ): Promise<boolean> {
    const { paid_at, id: orderId } = order;
    if (!paid_at || !isRefundedWhereWithdrawn(paid_at, now) || leftOfLine(withRefunded(line)) <= 0)
      return false;
    await refunding.ask(transaction, tenant.id, {
      orderId,
      id: uuidv7(),
      lines: [{ line_id: line.id, amount: null }],
      origin: 'withdrawn',
      reason: 'It is not in the library any more',
      asked_by: null,
      now,
    });
    return true;
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
      return await inTenant(database, tenant.id, async (transaction) => ({
        ...passes.give(tenant.id, order.id, now),
        ...(await describe(transaction, call, order)),
      }));
    },

    /** @throws Problem `orders.ask_grown_up`, `orders.not_found`, `orders.pass_over` */
    async readOwn({ params, body }: Parsed<'readOwn'>, call: Call): Promise<OwnDetails> {
      const order = await findOwn(call.transaction, call, { ...params, ...body });
      return await describe(call.transaction, call, order);
    },

    /**
     * Marks it as downloaded. Where its work is not on the shelf any more, its price goes back.
     * @throws Problem `orders.pass_over`, `orders.not_found`, `orders.not_ready`, `orders.withdrawn`
     */
    async download({ params, body }: Parsed<'download'>, call: OpenCall): Promise<BoughtEdition> {
      const { tenant, now } = call;
      const outcome = await inTenant(database, tenant.id, async (transaction) => {
        const order = await findOwn(transaction, call, { token: params.token, pass: body.pass });
        await repository.lockOrder(transaction, tenant.id, order.id);
        const line = await findEdition(transaction, tenant.id, { order, id: params.line });
        if (line.fulfilment === 'withdrawn') return { refunded: line.amount > 0 };
        const reader = { kind: order.reads_as };
        const found = await works.findWork({ transaction, tenantId: tenant.id, reader }, line.work_id);
        if (!found) return { refunded: await withdraw(transaction, call, { order, line }) };
        await repository.markDownloaded(transaction, tenant.id, { id: line.id, now });
        return found;
      });
      // Thrown outside of the transaction, which keeps the refund.
      if ('refunded' in outcome) throw new Problem(orderProblems.withdrawn, { details: outcome });
      const { id: work_id, kind, slug, title } = outcome;
      return { work_id, kind, slug, title, work: outcome };
    },

    /** @throws Problem `orders.pass_over`, `orders.not_found`, `orders.not_ready`, `orders.withdrawn` */
    async readParts({ params, body }: Parsed<'readParts'>, call: Call): Promise<BoughtParts> {
      const { transaction, tenant } = call;
      const order = await findOwn(transaction, call, { token: params.token, pass: body.pass });
      const { work_id } = await findEdition(transaction, tenant.id, { order, id: params.line });
      const reader: Buyer = { kind: 'buyer', order_id: order.id, reads_as: order.reads_as };
      const reading = { transaction, tenantId: tenant.id, reader };
      const work = await works.findWork(reading, work_id);
      if (!work) throw new Problem(orderProblems.withdrawn);
      const page = { limit: limits.partsPerPage, offset: body.offset };
      if (work.kind === 'book') {
        const { count, results } = await works.listPages(work_id, page, reading);
        return { count, parts: results.map(({ id, document }) => ({ id, title: '', document })) };
      }
      const { count, results } = await works.listChapters(work_id, page, reading);
      return { count, parts: results.map(({ id, title, document }) => ({ id, title, document })) };
    },

    /** @throws Problem `orders.pass_over`, `orders.not_found`, `orders.not_returnable`, `orders.id_taken` */
    async giveBack({ params, body }: Parsed<'giveBack'>, call: OpenCall): Promise<void> {
      const { tenant, now } = call;
      await inTenant(database, tenant.id, async (transaction) => {
        const order = await findOwn(transaction, call, { token: params.token, pass: body.pass });
        await repository.lockOrder(transaction, tenant.id, order.id);
        if (await refunding.isAsked(transaction, tenant.id, { id: body.id, orderId: order.id })) return;
        const lines = await repository.listOrderLines(transaction, tenant.id, order.id);
        const chosen = lines.filter(({ id }) => body.lines.includes(id));
        const isReturnable = chosen.every((line) => keptBecause(line, order, now) === null);
        if (!isReturnable || chosen.length !== new Set(body.lines).size)
          throw new Problem(orderProblems.not_returnable);
        const back = linesGivenBack(lines.map(withRefunded), new Set(body.lines));
        await refunding.ask(transaction, tenant.id, {
          orderId: order.id,
          id: body.id,
          lines: back.map(({ id }) => ({ line_id: id, amount: null })),
          origin: 'buyer',
          reason: '',
          asked_by: null,
          now,
        });
      });
    },
  };
}
