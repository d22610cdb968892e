import type { TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import * as repository from './payments.repository.ts';
import type { RefundRow } from './payments.repository.ts';

/** The kind of task that sends a refund. */
export const sendRefund = 'payments.send_refund';

/** Keeps a refund that is asked for, and the task that sends it. */
export async function askRefund(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  refund: {
    tenant_id: string;
    id: string;
    payment_id: string;
    amount: number;
    origin: RefundRow['origin'];
    reason?: string;
    asked_by: string | null;
    asked_at: Date;
    /** Nothing of any line where the money is in suspense. */
    lines: readonly { line_id: string; amount: number }[];
  },
): Promise<void> {
  const { lines, ...facts } = refund;
  await repository.insertRefund(transaction, { ...facts, state: 'asked', provider_ref: null }, lines);
  const { tenant_id, id, asked_at } = facts;
  const task = { kind: sendRefund, subject: id, due_at: asked_at, created_at: asked_at };
  await addTask(transaction, tenant_id, task);
}
