import {
  parties,
  sharesBy,
  sharesOfRefund,
  shareOut,
  sumOf,
  type Party,
  type Shares,
} from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './payments.repository.ts';
import type { OrderRow, PaymentRow, ShareRow } from './payments.repository.ts';

/** Where money is, or whose it is. A transfer takes from one and gives to another. */
type Account = `clearing.${PaymentRow['provider']}` | Party | 'fees' | 'suspense';

const clearing = ({ provider }: Pick<PaymentRow, 'provider'>): Account => `clearing.${provider}`;

interface Booking {
  tenantId: string;
  order: OrderRow;
  payment: PaymentRow;
  now: Date;
}

function transferOf(
  { tenantId, order, payment, now }: Booking,
  key: string,
  facts: {
    debit: Account;
    credit: Account;
    amount: number;
    currency?: string;
    refund_id?: string;
    line_id?: string;
    cause_id?: string | null;
  },
) {
  return {
    currency: order.currency,
    refund_id: null,
    line_id: null,
    cause_id: null,
    ...facts,
    tenant_id: tenantId,
    key,
    is_test: order.is_test,
    payment_id: payment.id,
    made_at: now,
  };
}

/** Money of an order that was paid: to whom each share belongs. */
export async function bookCapture(
  transaction: TenantTransaction,
  booking: Booking,
  shares: readonly ShareRow[],
): Promise<void> {
  await repository.insertTransfers(
    transaction,
    shares.map(({ line_id, party, cause_id, amount }) =>
      transferOf(booking, `capture ${booking.payment.id} ${line_id} ${party}`, {
        debit: clearing(booking.payment),
        credit: party,
        amount,
        line_id,
        cause_id,
      }),
    ),
  );
}

/** Money that came and is not what an order waits for. */
export async function bookSuspense(
  transaction: TenantTransaction,
  booking: Booking,
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  const { payment } = booking;
  await repository.insertTransfers(transaction, [
    transferOf(booking, `capture ${payment.id}`, {
      debit: clearing(payment),
      credit: 'suspense',
      amount,
      currency,
    }),
  ]);
}

export async function bookFee(
  transaction: TenantTransaction,
  booking: Booking,
  amount: number,
): Promise<void> {
  const { payment } = booking;
  await repository.insertTransfers(transaction, [
    transferOf(booking, `fee ${payment.id}`, { debit: 'fees', credit: clearing(payment), amount }),
  ]);
}

/** What is left of each share of each line, in the order of the lines. */
export function leftOf(shares: readonly ShareRow[]): { line_id: string; left: Shares; total: number }[] {
  const lines = [...new Set(shares.map(({ line_id }) => line_id))];
  return lines.map((line_id) => {
    const of = shares.filter((share) => share.line_id === line_id);
    const left = sharesBy((party) => {
      const share = of.find((each) => each.party === party);
      return share ? share.amount - share.refunded : 0;
    });
    return { line_id, left, total: sumOf(Object.values(left)) };
  });
}

/** A refund that names no lines, over what is left of all of them. */
export function linesOfRefund(
  amount: number,
  shares: readonly ShareRow[],
): { line_id: string; amount: number }[] {
  const lines = leftOf(shares);
  const parts = shareOut(
    amount,
    lines.map(({ total }) => total),
  );
  return lines
    .map(({ line_id }, place) => ({ line_id, amount: parts[place] ?? 0 }))
    .filter((line) => line.amount > 0);
}

/** Money that went back: from each share of the lines what is its part, out of what it has left. */
export async function bookRefund(
  transaction: TenantTransaction,
  booking: Booking,
  refund: { id: string; lines: readonly { line_id: string; amount: number }[] },
): Promise<void> {
  const { tenantId, order, payment } = booking;
  const shares = await repository.listShares(transaction, tenantId, order.id);
  const left = new Map(leftOf(shares).map((line) => [line.line_id, line.left]));
  for (const { line_id, amount } of refund.lines) {
    const of = left.get(line_id);
    if (!of) throw new Error('A refund is of a line of its order');
    const parts = sharesOfRefund(amount, of);
    for (const party of parties) {
      if (parts[party] === 0) continue;
      await repository.addRefunded(transaction, tenantId, { line_id, party, amount: parts[party] });
      const share = shares.find((each) => each.line_id === line_id && each.party === party);
      await repository.insertTransfers(transaction, [
        transferOf(booking, `refund ${refund.id} ${line_id} ${party}`, {
          debit: party,
          credit: clearing(payment),
          amount: parts[party],
          refund_id: refund.id,
          line_id,
          cause_id: share?.cause_id ?? null,
        }),
      ]);
    }
  }
}

/** What was in suspense goes back to whom it came from. */
export async function bookReturn(
  transaction: TenantTransaction,
  booking: Booking,
  refund: { id: string; amount: number },
): Promise<void> {
  const { payment } = booking;
  await repository.insertTransfers(transaction, [
    transferOf(booking, `refund ${refund.id}`, {
      debit: 'suspense',
      credit: clearing(payment),
      amount: refund.amount,
      currency: payment.currency,
      refund_id: refund.id,
    }),
  ]);
}
