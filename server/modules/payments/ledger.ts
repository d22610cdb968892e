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
type Account = `clearing.${PaymentRow['provider']}` | Party | 'fees' | 'suspense' | 'losses';

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
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  const { payment } = booking;
  await repository.insertTransfers(transaction, [
    transferOf(booking, `fee ${payment.id}`, { debit: 'fees', credit: clearing(payment), amount, currency }),
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

/**
 * What a refund takes from which line: what it names, as far as the lines have it; the rest from what is left of all lines, first
 * from what no other refund is to take. Less than the amount where the lines have no more.
 */
export function linesOfRefund(
  amount: number,
  shares: readonly ShareRow[],
  { named, reserved }: { named: ReadonlyMap<string, number>; reserved: ReadonlyMap<string, number> },
): { line_id: string; amount: number }[] {
  const lines = leftOf(shares);
  const taken = lines.map(({ line_id, total }) => Math.min(total, named.get(line_id) ?? 0));
  const takeFrom = (free: readonly number[]) => {
    const parts = shareOut(Math.min(amount - sumOf(taken), sumOf(free)), free);
    for (const [place, part] of parts.entries()) taken[place] = (taken[place] ?? 0) + part;
  };
  const free = lines.map(({ total }, place) => total - (taken[place] ?? 0));
  takeFrom(free.map((each, place) => Math.max(0, each - (reserved.get(lines[place]?.line_id ?? '') ?? 0))));
  takeFrom(lines.map(({ total }, place) => total - (taken[place] ?? 0)));
  return lines
    .map(({ line_id }, place) => ({ line_id, amount: taken[place] ?? 0 }))
    .filter((line) => line.amount > 0);
}

/**
 * Money that went back: from each share of the lines what is its part, out of what it has left. Of a share that is in a payout the
 * platform bears it.
 */
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
      const { isPaidOut } = await repository.addRefunded(transaction, tenantId, {
        line_id,
        party,
        amount: parts[party],
      });
      const share = shares.find((each) => each.line_id === line_id && each.party === party);
      await repository.insertTransfers(transaction, [
        transferOf(booking, `refund ${refund.id} ${line_id} ${party}`, {
          debit: isPaidOut ? 'losses' : party,
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

/** What of a refund is on no share: it was in suspense, and what is beyond that is lost. */
export async function bookReturn(
  transaction: TenantTransaction,
  booking: Booking,
  refund: { id: string; currency: string; fromSuspense: number; lost: number },
): Promise<void> {
  const { id, currency, fromSuspense, lost } = refund;
  const credit = clearing(booking.payment);
  const parts = [
    { key: `refund ${id}`, debit: 'suspense' as const, amount: fromSuspense },
    { key: `loss ${id}`, debit: 'losses' as const, amount: lost },
  ].filter(({ amount }) => amount > 0);
  await repository.insertTransfers(
    transaction,
    parts.map(({ key, debit, amount }) =>
      transferOf(booking, key, { debit, credit, amount, currency, refund_id: id }),
    ),
  );
}

/** A refund that the buyer's bank sent back: it is owed to the buyer still, until a person sees to it. */
export async function bookCameBack(
  transaction: TenantTransaction,
  booking: Booking,
  refund: { id: string; amount: number; currency: string },
): Promise<void> {
  const { id, amount, currency } = refund;
  const debit = clearing(booking.payment);
  await repository.insertTransfers(transaction, [
    transferOf(booking, `came back ${id}`, { debit, credit: 'suspense', amount, currency, refund_id: id }),
  ]);
}
