import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { DueWork, Outcome, TaskKind } from '#server/platform/due-work.ts';
import { sendRefund } from './asked-refunds.ts';
import { ProviderRefusedError } from '../providers/provider.ts';
import type { Followers } from './giving-back.ts';
import { checkPayment, type Settling } from './settling.service.ts';

/** Milliseconds; longer than a look, a capture and another look can take. */
const attemptTakes = 60_000;
const atOnce = 10;

/** The provider says no: nothing that is tried again soon changes that. */
const refusedAs = (error: unknown): Outcome => {
  if (error instanceof ProviderRefusedError) return { is: 'failed', reason: error.reason };
  throw error;
};

/**
 * Looks at a payment, so that money is found where no webhook came and nobody came back to the page. Its subject is the payment;
 * each look asks for the next one.
 */
export function checkTask(options: {
  settling: Pick<Settling, 'settle' | 'nextLookAt'>;
  addTask: DueWork['add'];
}): TaskKind {
  const { settling } = options;
  return {
    name: checkPayment,
    atOnce,
    attemptTakes,
    tooLate: 'It was not looked at in time',
    async run({ tenant_id, subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no payment' };
      await settling.settle(tenant_id, subject).catch((error: unknown) => {
        // What a provider does not know is no reason to look less often.
        if (!(error instanceof ProviderRefusedError)) throw error;
      });
      return { is: 'done' };
    },
    async onEnd(transaction, { tenant_id, subject }, { at }) {
      if (subject === null) return;
      const due_at = await settling.nextLookAt(transaction, tenant_id, subject, at);
      if (due_at)
        await options.addTask(transaction, tenant_id, {
          kind: checkPayment,
          subject,
          due_at,
          created_at: at,
        });
    },
  };
}

/** Sends a refund. Its subject is the refund; one that was refused waits for a person. */
export function refundTask(options: { settling: Pick<Settling, 'sendRefund' | 'failRefund'> }): TaskKind {
  const { settling } = options;
  return {
    name: sendRefund,
    atOnce,
    attemptTakes,
    tooLate: 'It was not sent in time',
    async run({ tenant_id, subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no refund' };
      try {
        await settling.sendRefund(tenant_id, subject);
        return { is: 'done' };
      } catch (error) {
        return refusedAs(error);
      }
    },
    async onEnd(transaction, { tenant_id, subject }, { state, at }) {
      if (state === 'failed' && subject !== null)
        await settling.failRefund(transaction, tenant_id, subject, at);
    },
  };
}

/** An order that nobody paid in time is over; money that comes later makes it paid all the same. */
export const lapseOrder = 'payments.lapse_order';

export function lapseTask(options: {
  database: Database;
  clock: Clock;
  addTask: DueWork['add'];
  followers: Pick<Followers, 'lapsed'>;
}): TaskKind {
  const { database, clock, followers } = options;
  return {
    name: lapseOrder,
    atOnce,
    attemptTakes,
    tooLate: 'It was not ended in time',
    async run({ tenant_id, subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no order' };
      await inTenant(database, tenant_id, async (transaction) => {
        const now = clock.now();
        const lapsed = await transaction
          .updateTable('orders')
          .set((order) => ({ state: 'lapsed' as const, ended_at: order.ref('lapses_at') }))
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', subject)
          .where('state', '=', 'placed')
          .where('lapses_at', '<=', now)
          .returning('id')
          .executeTakeFirst();
        if (lapsed) await followers.lapsed(transaction, { tenant_id, id: lapsed.id }, now);
      });
      return { is: 'done' };
    },
    // One that is to be paid by bank transfer waits longer.
    async onEnd(transaction, { tenant_id, subject }, { at }) {
      const order = await transaction
        .selectFrom('orders')
        .select(['id', 'lapses_at'])
        .where('tenant_id', '=', tenant_id)
        .where('id', '=', subject)
        .where('state', '=', 'placed')
        .executeTakeFirst();
      if (order)
        await options.addTask(transaction, tenant_id, {
          kind: lapseOrder,
          subject: order.id,
          due_at: order.lapses_at,
          created_at: at,
        });
    },
  };
}
