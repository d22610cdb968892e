import type { Insertable } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';
import type { PartyColumn } from '#server/platform/tables/columns.ts';

/** Of the ledger: what was transferred before is not transferred again. */
export type InsertTransfers = (
  transaction: TenantTransaction,
  transfers: readonly Insertable<Tables['transfers']>[],
) => Promise<void>;

export interface SchoolsPart {
  tenantId: string;
  payoutId: string;
}

const partOf = (transaction: TenantTransaction, { tenantId, payoutId }: SchoolsPart) =>
  transaction
    .updateTable('payout_parts')
    .where('tenant_id', '=', tenantId)
    .where('payout_id', '=', payoutId)
    .returning(['cause_id', 'currency', 'is_test', 'amount']);

/** The part of one school left the bank. */
export async function sendPart(
  transaction: TenantTransaction,
  insertTransfers: InsertTransfers,
  { sent_on, now, ...place }: SchoolsPart & { sent_on: string; now: Date },
): Promise<void> {
  const { cause_id, ...money } = await partOf(transaction, place)
    .set({ state: 'sent', sent_on })
    .executeTakeFirstOrThrow();
  const { tenantId: tenant_id, payoutId: payout_id } = place;
  await insertTransfers(transaction, [
    {
      ...money,
      tenant_id,
      payout_id,
      cause_id,
      key: `payout ${payout_id}`,
      debit: cause_id === null ? 'school' : 'cause',
      credit: 'bank',
      payment_id: null,
      refund_id: null,
      line_id: null,
      made_at: now,
    },
  ]);
}

export async function provePart(transaction: TenantTransaction, place: SchoolsPart): Promise<void> {
  await partOf(transaction, place).set({ state: 'proved' }).executeTakeFirstOrThrow();
}

/**
 * Gives the shares of a part free. What was refunded of them meanwhile is taken from them now: the money never left, so the platform
 * need not bear it.
 */
export async function releasePart(
  transaction: TenantTransaction,
  insertTransfers: InsertTransfers,
  { now, ...place }: SchoolsPart & { now: Date },
): Promise<void> {
  const { tenantId: tenant_id, payoutId: payout_id } = place;
  const { currency, is_test } = await partOf(transaction, place)
    .set({ state: 'cancelled' })
    .executeTakeFirstOrThrow();
  const shares: { line_id: string; party: PartyColumn; cause_id: string | null; lost: number }[] =
    await transaction
      .selectFrom('order_shares')
      .select(['line_id', 'party', 'cause_id', 'lost'])
      .where('tenant_id', '=', tenant_id)
      .where('payout_id', '=', payout_id)
      .orderBy('line_id')
      .orderBy('party')
      .forUpdate()
      .execute();
  await insertTransfers(
    transaction,
    shares
      .filter(({ lost }) => lost > 0)
      .map(({ line_id, party, cause_id, lost }) => ({
        tenant_id,
        key: `cancelled ${payout_id} ${line_id} ${party}`,
        debit: party,
        credit: 'losses',
        currency,
        amount: lost,
        is_test,
        payment_id: null,
        refund_id: null,
        line_id,
        cause_id,
        payout_id,
        made_at: now,
      })),
  );
  await transaction
    .updateTable('order_shares')
    .set({ payout_id: null, lost: 0 })
    .where('tenant_id', '=', tenant_id)
    .where('payout_id', '=', payout_id)
    .execute();
}
