import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { addUpCause } from './cause-sums.ts';

/** A sum of a cause that the ledger does not have. Minor units. */
export interface SumDifference {
  cause_id: string;
  currency: string;
  is_test: boolean;
  account: 'raised' | 'paid out';
  ledger: number;
  expected: number;
}

/**
 * Sums of a school's causes that are not what its transfers come to. One that is to be added up still, as money moved a moment ago, is
 * none; a snapshot holds both.
 */
export async function listSumDifferences(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<SumDifference[]> {
  const { rows } = await sql<SumDifference>`
    with moved as (
      select transfer.cause_id, transfer.currency, transfer.is_test,
        coalesce(sum(case when transfer.credit = 'cause' then transfer.amount else -transfer.amount end) filter (
          where (transfer.credit = 'cause' or transfer.credit like 'clearing.%') and not exists (
            select from payments as made
            join payments as other on other.tenant_id = ${tenantId} and other.order_id = made.order_id
              and other.state = 'captured' and other.is_disputed
            where made.tenant_id = ${tenantId} and made.id = transfer.payment_id)), 0)::bigint as raised,
        coalesce(sum(transfer.amount) filter (where transfer.credit = 'bank'), 0)::bigint as paid_out
      from transfers as transfer
      where transfer.tenant_id = ${tenantId} and transfer.cause_id is not null
      group by 1, 2, 3
    ), known as (
      select cause_id, currency, is_test, raised, paid_out from cause_sums where school_id = ${tenantId}
    )
    select cause_id, currency, is_test, each.account, each.ledger, each.expected
    from moved full join known using (cause_id, currency, is_test)
    cross join lateral (values
      ('raised', coalesce(moved.raised, 0), coalesce(known.raised, 0)),
      ('paid out', coalesce(moved.paid_out, 0), coalesce(known.paid_out, 0))
    ) as each (account, ledger, expected)
    where each.ledger <> each.expected and not exists (
      select from tasks where tasks.tenant_id = ${tenantId} and tasks.kind = ${addUpCause}
        and tasks.subject = cause_id::text and tasks.state = 'waiting')
    order by 1, 2, 3, 4`.execute(transaction);
  return rows;
}

/** All causes for which a school raised something are added up anew. */
export async function addUpAllCauses(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  { tenantId, now }: { tenantId: string; now: Date },
): Promise<void> {
  const rows = await transaction
    .selectFrom('cause_sums')
    .select('cause_id')
    .distinct()
    .where('school_id', '=', tenantId)
    .orderBy('cause_id')
    .execute();
  for (const { cause_id } of rows)
    await addTask(transaction, tenantId, {
      kind: addUpCause,
      subject: cause_id,
      due_at: now,
      created_at: now,
    });
}
