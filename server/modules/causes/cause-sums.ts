import { sql, type RawBuilder } from 'kysely';
import {
  inPlatformScope,
  inTenant,
  lockName,
  type Database,
  type TenantTransaction,
} from '#server/platform/database.ts';
import type { DueWork, Outcome, TaskKind } from '#server/platform/due-work.ts';

/** The kind of task that adds up a cause, which is its subject. */
export const addUpCause = 'causes.add_up';

/**
 * The one rule of what a share raised: it is paid, something of it was not given back, and nobody disputes the payment. Of rows
 * called `share` and of their orders, called `paid`.
 */
export const isRaised = (tenantId: string): RawBuilder<boolean> => sql`(
  paid.paid_at is not null and share.refunded < share.amount and not exists (
    select from payments as payment where payment.tenant_id = ${tenantId} and payment.order_id = paid.id
      and payment.state = 'captured' and payment.is_disputed))`;

/** What this school raised for a cause, from its shares. */
async function addUpOwn(transaction: TenantTransaction, tenantId: string, causeId: string): Promise<void> {
  await sql`
    insert into cause_sums (school_id, cause_id, currency, is_test, raised, copies, paid_out)
    select ${tenantId}, share.cause_id, paid.currency, paid.is_test,
      coalesce(sum(share.amount - share.refunded) filter (where ${isRaised(tenantId)}), 0),
      coalesce(sum(line.quantity) filter (where ${isRaised(tenantId)}), 0),
      coalesce((
        select sum(part.amount) from payout_parts as part
        where part.tenant_id = ${tenantId} and part.cause_id = ${causeId} and part.currency = paid.currency
          and part.is_test = paid.is_test and part.state in ('sent', 'proved')), 0)
    from order_shares as share
    join order_lines as line on line.tenant_id = ${tenantId} and line.id = share.line_id
    join orders as paid on paid.tenant_id = ${tenantId} and paid.id = line.order_id
    where share.tenant_id = ${tenantId} and share.cause_id = ${causeId}
    group by share.cause_id, paid.currency, paid.is_test
    on conflict (school_id, cause_id, currency, is_test)
      do update set raised = excluded.raised, copies = excluded.copies, paid_out = excluded.paid_out`.execute(
    transaction,
  );
}

/** What all schools raised for it. */
async function addUpAll(transaction: TenantTransaction, causeId: string): Promise<void> {
  await sql`
    insert into cause_totals (cause_id, currency, is_test, raised, copies, paid_out)
    select cause_id, currency, is_test, sum(raised), sum(copies), sum(paid_out) from cause_sums
    where cause_id = ${causeId} group by cause_id, currency, is_test
    on conflict (cause_id, currency, is_test)
      do update set raised = excluded.raised, copies = excluded.copies, paid_out = excluded.paid_out`.execute(
    transaction,
  );
}

/**
 * Computes the sums of a cause from its shares, never from the sums before, so a wrong sum lasts until the next run. Its subject is
 * the cause. Runs for one cause are serialized by a lock.
 */
export function addUpTask({ database }: { database: Database }): TaskKind {
  return {
    name: addUpCause,
    atOnce: 4,
    attemptTakes: 60_000,
    tooLate: 'It was not added up in time',
    async run({ tenant_id, subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no cause' };
      await inTenant(database, tenant_id, async (transaction) => {
        await lockName(transaction, `cause ${subject} of ${tenant_id}`);
        await addUpOwn(transaction, tenant_id, subject);
      });
      await inPlatformScope(database, async (transaction) => {
        await lockName(transaction, `cause ${subject}`);
        await addUpAll(transaction, subject);
      });
      return { is: 'done' };
    },
  };
}

/** After a change of the money of an order: the causes of its shares are added up soon, together with other changes. */
export async function addUpCausesOf(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  order: { tenant_id: string; id: string },
  now: Date,
): Promise<void> {
  const rows = await transaction
    .selectFrom('order_lines')
    .innerJoin('order_shares', (join) =>
      join
        .onRef('order_shares.line_id', '=', 'order_lines.id')
        .on('order_shares.tenant_id', '=', order.tenant_id),
    )
    .select('order_shares.cause_id')
    .distinct()
    .where('order_lines.tenant_id', '=', order.tenant_id)
    .where('order_lines.order_id', '=', order.id)
    .where('order_shares.cause_id', 'is not', null)
    .orderBy('order_shares.cause_id')
    .execute();
  for (const { cause_id } of rows)
    if (cause_id !== null)
      await addTask(transaction, order.tenant_id, {
        kind: addUpCause,
        subject: cause_id,
        due_at: now,
        created_at: now,
      });
}
