import { dayOf } from '#contract/kit/day.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { paymentProblems } from '#contract/payments/payments.problems.ts';
import type { TransferForm } from '#contract/payments/payments.schema.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import * as recorded from '../providers/bank-transfers.repository.ts';
import { closeFinding } from '../findings/findings.ts';
import * as repository from './payments.repository.ts';
import type { PaymentRow } from './payments.repository.ts';
import { referenceOf } from '../providers/reference.ts';
import { checkPayment } from './settling.service.ts';

interface Recording {
  tenantId: string;
  paymentId: string;
  form: TransferForm;
  /** Who records it, as the list of findings shows them. */
  by: string;
  now: Date;
}

/** The one whose money is recorded: each payment has one transfer that came, so money that comes again gets its own. */
async function paymentFor(
  transaction: TenantTransaction,
  { tenantId, now }: Recording,
  payment: PaymentRow,
): Promise<string> {
  const payments = await repository.listPayments(transaction, tenantId, payment.order_id);
  for (const { id, provider, captured } of [payment, ...payments])
    if (provider === 'transfer' && captured === 0) {
      const lines = await recorded.listTransfers(transaction, tenantId, id);
      if (lines.every(({ direction }) => direction === 'out')) return id;
    }
  const id = await repository.insertPayment(transaction, {
    tenant_id: tenantId,
    order_id: payment.order_id,
    provider: 'transfer',
    provider_ref: null,
    attempt: (payments[0]?.attempt ?? 0) + 1,
    currency: payment.currency,
    amount: payment.amount,
    begun_at: now,
  });
  const provider_ref = referenceOf({ tenant_id: tenantId, id });
  await repository.updatePayment(transaction, { tenant_id: tenantId, id }, { provider_ref });
  return id;
}

/** @throws Problem */
async function refuseWrongReturn(
  transaction: TenantTransaction,
  { tenantId, form }: Recording,
  payment: PaymentRow,
): Promise<void> {
  if (payment.provider !== 'transfer') throw new Problem(paymentProblems.not_by_transfer);
  if (form.refund_id === null) {
    const { balance: left } = await repository.findSuspense(transaction, tenantId, payment);
    const lines = await recorded.listTransfers(transaction, tenantId, payment.id);
    // Recorded and not settled yet is on its way as well.
    const refunds = await repository.listRefunds(transaction, tenantId, payment.id);
    const known = new Set(refunds.map(({ provider_ref }) => provider_ref));
    const unsettled = sumOf(
      lines.filter(({ id, direction }) => direction === 'out' && !known.has(id)).map(({ amount }) => amount),
    );
    const open = sumOf(
      refunds.filter(({ state }) => state === 'asked' || state === 'sent').map(({ amount }) => amount),
    );
    const most = left - unsettled - open;
    if (form.amount > most)
      throw new Problem(paymentProblems.more_than_came, {
        errors: { amount: [paymentProblems.more_than_came.error] },
      });
    return;
  }
  const refund = await repository.findRefund(transaction, tenantId, form.refund_id);
  if (refund?.payment_id !== payment.id) throw new Problem(paymentProblems.not_found);
  const lines = await recorded.listTransfers(transaction, tenantId, payment.id);
  if (refund.state === 'done' || lines.some(({ refund_id }) => refund_id === refund.id))
    throw new Problem(paymentProblems.sent_before);
  if (refund.amount !== form.amount)
    throw new Problem(paymentProblems.other_amount, {
      errors: { amount: [paymentProblems.other_amount.error] },
    });
}

/**
 * Records a line of a bank statement, and makes it due to be settled.
 * @returns the payment whose money it is
 * @throws Problem `payments.not_found`, `payments.id_taken`, `payments.recorded_before`, `payments.not_by_transfer`,
 *   `payments.other_amount`, `payments.more_than_came`, `payments.sent_before`, at the date where it lies ahead
 */
export async function recordTransfer(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  recording: Recording,
): Promise<{ paymentId: string; orderId: string; isNew: boolean }> {
  const { tenantId, form, now, by } = recording;
  // Where it is still yesterday somewhere, a bank may be a day ahead.
  const latest = dayOf(new Date(now.getTime() + 24 * 60 * 60 * 1000));
  if (form.happened_on > latest)
    throw new Problem(requestProblems.invalid, { errors: { happened_on: ['This day has not come yet'] } });
  const asked = await repository.findPayment(transaction, tenantId, recording.paymentId);
  if (!asked) throw new Problem(paymentProblems.not_found);
  const orderId = asked.order_id;
  await repository.lockOrder(transaction, tenantId, orderId);
  const payment = await repository.findPayment(transaction, tenantId, asked.id);
  if (!payment) throw new Problem(paymentProblems.not_found);
  const before = await recorded.findTransfer(transaction, tenantId, form.id);
  if (before) {
    const of = await repository.findPayment(transaction, tenantId, before.payment_id);
    const isSame =
      of?.order_id === orderId &&
      before.direction === form.direction &&
      before.amount === form.amount &&
      before.refund_id === form.refund_id &&
      before.bank_reference === form.bank_reference &&
      before.happened_on === form.happened_on;
    if (!isSame) throw new Problem(paymentProblems.id_taken);
    return { paymentId: before.payment_id, orderId, isNew: false };
  }
  if (await recorded.isRecorded(transaction, tenantId, form))
    throw new Problem(paymentProblems.recorded_before, {
      errors: { bank_reference: [paymentProblems.recorded_before.error] },
    });
  if (form.direction === 'out') await refuseWrongReturn(transaction, recording, payment);
  else if (form.refund_id !== null) throw new Problem(paymentProblems.not_found);
  const paymentId = form.direction === 'out' ? payment.id : await paymentFor(transaction, recording, payment);
  await recorded.insertTransfer(transaction, {
    ...form,
    tenant_id: tenantId,
    payment_id: paymentId,
    recorded_at: now,
  });
  if (form.refund_id !== null)
    await closeFinding(
      transaction,
      tenantId,
      { kind: 'payments.send_back', subject: form.refund_id },
      { words: `Sent back on ${form.happened_on}`, by, at: now },
    );
  // Also where this server dies before it asks.
  const task = { kind: checkPayment, subject: paymentId, due_at: now, created_at: now };
  await addTask(transaction, tenantId, task);
  return { paymentId, orderId, isNew: true };
}
