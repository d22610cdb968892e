import { paths } from '#contract/kit/paths.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { withChanges } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { addUpCausesOf } from '../causes/cause-sums.ts';
import type { GivingCertificates } from '../certificates/giving-certificates.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { paidLetter, refundedLetter } from './orders.letters.ts';
import * as repository from './orders.repository.ts';

interface OrderKey {
  tenant_id: string;
  id: string;
}

/** Documents, which are numbered last: the lock of their series is held to the end of the transaction. */
type Invoices = Pick<InvoiceService, 'issueForPaid' | 'issueForRefund' | 'issueForLapsed'>;

/** What becomes of a plan where its order is paid, given back or not paid in time. */
export interface PlanFollowers {
  paid(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void>;
  /** All of it. */
  refunded(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void>;
  lapsed(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void>;
}

/** On all devices of who bought it. */
async function emptyCart(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, buyer_id }: { orderId: string; buyer_id: string },
): Promise<void> {
  await withChanges(transaction, tenantId, async (changes) => {
    const gone = await repository.emptyCart(transaction, tenantId, { orderId, buyerId: buyer_id });
    for (const id of gone) changes.remove(scopeOf.user(buyer_id), 'cart', id);
  });
}

/** What follows where an order is paid or money goes back: letters, the cart of who bought it, what was raised, and certificates. */
export function createFollowers(options: {
  outbox: MailOutbox;
  invoices: Invoices;
  certificates: Pick<GivingCertificates, 'issueForPaid' | 'withdrawForRefund'>;
  addTask: DueWork['add'];
  addUpCauses: typeof addUpCausesOf;
  plans: PlanFollowers;
}) {
  const { outbox, invoices, certificates, addTask, addUpCauses, plans } = options;

  async function read(transaction: TenantTransaction, { tenant_id, id }: OrderKey) {
    const order = await repository.findOrder(transaction, tenant_id, { id });
    if (!order) throw new Error('An order that is paid is there');
    const lines = await repository.listOrderLines(transaction, tenant_id, id);
    return { order, lines, trackUrl: `${order.origin}/trackorder/${order.token}` };
  }

  return {
    async paid(transaction: TenantTransaction, key: OrderKey, now: Date): Promise<void> {
      const { order, lines, trackUrl } = await read(transaction, key);
      const { tenant_id } = key;
      const titles = lines.filter(({ kind }) => kind !== 'shipping').map(({ title }) => title);
      const hasPrint = lines.some(({ fulfilment }) => fulfilment === 'to_make');
      const hasGift = lines.some(({ kind }) => kind === 'gift');
      const issued = hasGift ? await certificates.issueForPaid(transaction, key, now) : [];
      if (order.buyer_email !== null) {
        const letter = paidLetter(order, {
          titles,
          trackUrl,
          hasPrint,
          certificates: issued.map(({ cause, public_id }) => ({
            cause,
            url: order.origin + paths.certificate({ publicId: public_id }),
          })),
          now,
        });
        await outbox.add(transaction, tenant_id, letter, { now });
      }
      const { buyer_id } = order;
      if (buyer_id !== null) await emptyCart(transaction, tenant_id, { orderId: order.id, buyer_id });
      if (order.total > 0) await addUpCauses(transaction, addTask, key, now);
      if (order.kind === 'plan') await plans.paid(transaction, key, now);
      else await invoices.issueForPaid(transaction, key, now);
    },

    async refunded(
      transaction: TenantTransaction,
      key: OrderKey,
      { id, amount, origin }: { id: string; amount: number; origin: string },
      now: Date,
    ): Promise<void> {
      const { order, trackUrl } = await read(transaction, key);
      const isPlan = order.kind === 'plan';
      const withdrawn = isPlan ? 'plan_withdrawn' : 'withdrawn';
      const why = origin === 'withdrawn' ? withdrawn : origin === 'paid_twice' ? origin : null;
      const letter = refundedLetter(order, { amount, why, trackUrl, now });
      // Money of a dispute goes back by the bank, which tells of it.
      if (order.buyer_email !== null && origin !== 'dispute')
        await outbox.add(transaction, key.tenant_id, letter, { now });
      await addUpCauses(transaction, addTask, key, now);
      await certificates.withdrawForRefund(transaction, key, now);
      if (isPlan && order.state === 'refunded') await plans.refunded(transaction, key, now);
      await invoices.issueForRefund(transaction, key, { refundId: id, now });
    },

    /** Nobody paid it in time. A plan's order had its document already. */
    async lapsed(transaction: TenantTransaction, key: OrderKey, now: Date): Promise<void> {
      const { order } = await read(transaction, key);
      if (order.kind !== 'plan') return;
      await plans.lapsed(transaction, key, now);
      await invoices.issueForLapsed(transaction, key, now);
    },

    /** A dispute began or ended: what it is about counts as raised no more, or again. */
    async disputed(transaction: TenantTransaction, key: OrderKey, now: Date): Promise<void> {
      await addUpCauses(transaction, addTask, key, now);
    },
  };
}
