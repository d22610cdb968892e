import { sql } from 'kysely';
import { officeStaff } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Outcome, TaskKind } from '#server/platform/due-work.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { arrivedLetter, officeArrivedLetter } from './arrived.letters.ts';
import { findCause } from './causes.repository.ts';
import { listShown } from './payouts.repository.ts';

/**
 * The kind of task that tells of a payout that arrived. Its tenant is a school with a part of it, or the school that
 * named the cause; its subject is the payout.
 */
export const tellArrived = 'payouts.tell_arrived';

const minute = 60_000;

interface ToldBuyer {
  name: string | null;
  email: string;
  origin: string;
}

/** Who bought what a share of the payout is of, one row an address; of orders that nobody needs to know any more there is none. */
async function listBuyers(
  transaction: TenantTransaction,
  tenantId: string,
  payoutId: string,
): Promise<ToldBuyer[]> {
  const { rows } = await sql<ToldBuyer>`
    select distinct on (lower(paid.buyer_email)) paid.buyer_name as name, paid.buyer_email as email, paid.origin
    from order_shares as share
    join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
    join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
    where share.tenant_id = ${tenantId} and share.payout_id = ${payoutId} and share.refunded < share.amount
      and paid.buyer_email is not null
    order by lower(paid.buyer_email), paid.placed_at desc, paid.id`.execute(transaction);
  return rows;
}

/** Where the school answers, as its latest order says it; null where it has none. */
async function findOrigin(transaction: TenantTransaction, tenantId: string): Promise<string | null> {
  const { rows } = await sql<{ origin: string }>`
    select origin from orders where tenant_id = ${tenantId}
    order by placed_at desc, id desc limit 1`.execute(transaction);
  return rows[0]?.origin ?? null;
}

/**
 * Tells each buyer once, and the office of the school that named the cause. The letters are written with the end of the task, so that
 * they go out once.
 */
export function arrivedTask({ outbox, isTest }: { outbox: MailOutbox; isTest: boolean }): TaskKind {
  return {
    name: tellArrived,
    atOnce: 1,
    attemptTakes: 10 * minute,
    tooLate: 'It was not told in time',
    async run({ subject }): Promise<Outcome> {
      return subject === null ? { is: 'failed', reason: 'It names no payout' } : { is: 'done' };
    },
    async onEnd(transaction, { tenant_id, subject }, { state, at: now }) {
      if (subject === null || state === 'failed') return;
      const [payout] = await listShown(transaction, { isTest, ids: [subject], limit: 1 }, ['proved']);
      const cause = payout && (await findCause(transaction, { id: payout.cause_id }, isTest));
      if (!cause) return;
      for (const buyer of await listBuyers(transaction, tenant_id, subject))
        await outbox.add(transaction, tenant_id, arrivedLetter(buyer, { cause, now }), { now });
      if (cause.owner_id !== tenant_id) return;
      const origin = await findOrigin(transaction, tenant_id);
      for (const { first_name, email } of await outbox.listReaders(transaction, tenant_id, officeStaff)) {
        const to = { name: first_name, email };
        const letter = officeArrivedLetter(to, { cause, payout, origin, now });
        await outbox.add(transaction, tenant_id, letter, { now });
      }
    },
  };
}
