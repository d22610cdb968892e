import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Outcome, TaskKind } from '#server/platform/due-work.ts';
import { renewSubscription, type Lifecycle } from './lifecycle.ts';
import { remindOfOrder } from './reminders.ts';

/** Milliseconds. */
const attemptTakes = 60_000;
const atOnce = 4;

interface Options {
  database: Database;
  clock: Clock;
  lifecycle: Pick<Lifecycle, 'advance' | 'schedule' | 'remind' | 'scheduleReminder'>;
}

/** Moves a subscription on when its dates say so. Its subject is the subscription; each run asks for the next one. */
export function renewTask({ database, clock, lifecycle }: Options): TaskKind {
  return {
    name: renewSubscription,
    atOnce,
    attemptTakes,
    tooLate: 'It was not renewed in time',
    async run({ tenant_id, subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no subscription' };
      await inTenant(database, tenant_id, (transaction) =>
        lifecycle.advance(transaction, { tenant_id, id: subject }, clock.now()),
      );
      return { is: 'done' };
    },
    async onEnd(transaction, { tenant_id, subject }, { at }) {
      if (subject !== null) await lifecycle.schedule(transaction, { tenant_id, id: subject }, at);
    },
  };
}

/** Reminds of an order that waits to be paid. Its subject is the order; each run asks for the next one. */
export function remindTask({ database, clock, lifecycle }: Options): TaskKind {
  return {
    name: remindOfOrder,
    atOnce,
    attemptTakes,
    tooLate: 'It was not reminded of in time',
    async run({ tenant_id, subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no order' };
      await inTenant(database, tenant_id, (transaction) =>
        lifecycle.remind(transaction, { tenant_id, id: subject }, clock.now()),
      );
      return { is: 'done' };
    },
    async onEnd(transaction, { tenant_id, subject }, { at }) {
      if (subject !== null) await lifecycle.scheduleReminder(transaction, { tenant_id, id: subject }, at);
    },
  };
}
