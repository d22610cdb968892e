import { sql } from 'kysely';
import type { RecordedTransfer } from '#contract/payments/payments.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

export interface TransferRow extends RecordedTransfer {
  payment_id: string;
}

const columns = sql`id, payment_id, direction, refund_id, amount, happened_on::text as happened_on, bank_reference, words`;

/** Of a payment: the oldest first. */
export async function listTransfers(
  transaction: TenantTransaction,
  tenantId: string,
  paymentId: string,
): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from bank_transfers
    where tenant_id = ${tenantId} and payment_id = ${paymentId} order by recorded_at, id`.execute(
    transaction,
  );
  return rows;
}

export async function findTransfer(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from bank_transfers where tenant_id = ${tenantId} and id = ${id}`.execute(transaction);
  return rows[0];
}

/** Whether this line of a statement is there already. */
export async function isRecorded(
  transaction: TenantTransaction,
  tenantId: string,
  line: Pick<TransferRow, 'direction' | 'bank_reference' | 'happened_on' | 'amount'>,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_transfers
    where tenant_id = ${tenantId} and direction = ${line.direction} and bank_reference = ${line.bank_reference}
      and happened_on = ${line.happened_on}::date and amount = ${line.amount}`.execute(transaction);
  return rows.length > 0;
}

export async function insertTransfer(
  transaction: TenantTransaction,
  transfer: TransferRow & { tenant_id: string; recorded_at: Date },
): Promise<void> {
  await transaction.insertInto('bank_transfers').values(transfer).execute();
}
