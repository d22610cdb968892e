import { linesGivenBack } from '#contract/orders/orders.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { noteFinding } from '../findings/findings.ts';
import * as repository from './payments.repository.ts';
import type { RefundRow } from './payments.repository.ts';

/**
 * Lines of an order that is paid go their way.
 * @returns those to give back: off the shelf, or a plan that has changed; with the last printed book also sending it
 */
export async function readyLines(
  transaction: TenantTransaction,
  tenantId: string,
  { orderId, now }: { orderId: string; now: Date },
) {
  await repository.markLinesPaid(transaction, tenantId, { orderId, now });
  const lines = await repository.listLines(transaction, tenantId, orderId);
  const isPlanThere =
    lines.some(({ kind }) => kind === 'plan') &&
    (await repository.waitsForPlan(transaction, tenantId, { orderId, now }));
  for (const { id, kind, is_there } of lines) {
    if (kind !== 'digital' && kind !== 'print') continue;
    const fulfilment = is_there ? (kind === 'digital' ? 'ready' : 'to_make') : 'withdrawn';
    await repository.setFulfilment(transaction, tenantId, { id, fulfilment });
  }
  const gone = lines.filter(({ kind, is_there }) => (kind === 'plan' ? !isPlanThere : !is_there));
  return linesGivenBack(
    lines.map((line) => ({ ...line, refunded: 0, going_back: 0 })),
    new Set(gone.map(({ id }) => id)),
  );
}

/** A refund that waits for a person: refused by its provider, or to be sent by hand. */
export async function noteRefund(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  about: { tenantId: string; refund: RefundRow; kind: 'refund_failed' | 'send_back'; now: Date },
): Promise<void> {
  const { tenantId, refund, kind, now } = about;
  const { id, amount, origin, payment_id } = refund;
  const payment = await repository.findPayment(transaction, tenantId, payment_id);
  await noteFinding(transaction, addTask, {
    tenant_id: tenantId,
    kind: `payments.${kind}`,
    subject: id,
    details: { amount, currency: payment?.currency ?? null, origin, payment: payment_id },
    found_at: now,
  });
}
