import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './payments.repository.ts';
import type { RefundRow } from './payments.repository.ts';

/** Lines of an order that is paid go their way. @returns those whose work is not on the shelf any more */
export async function readyLines(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const lines = await repository.listLines(transaction, tenantId, orderId);
  for (const { id, kind, is_there } of lines) {
    if (kind !== 'digital' && kind !== 'print') continue;
    const fulfilment = is_there ? (kind === 'digital' ? 'ready' : 'to_make') : 'withdrawn';
    await repository.setFulfilment(transaction, tenantId, { id, fulfilment });
  }
  return lines.filter(({ is_there }) => !is_there);
}

/** A refund that a provider refused waits for a person. */
export async function findFailedRefund(
  transaction: TenantTransaction,
  tenantId: string,
  { id, amount, origin }: RefundRow,
  now: Date,
): Promise<void> {
  await repository.insertFinding(transaction, {
    tenant_id: tenantId,
    kind: 'payments.refund_failed',
    subject: id,
    details: { amount, origin },
    found_at: now,
  });
}
