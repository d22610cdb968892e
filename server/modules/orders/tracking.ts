import type { ProviderName } from '#contract/payments/payments.schema.ts';
import { whoGets } from '#contract/orders/orders.rules.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { sharesBy, sumOf, type Party, type Shares } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './orders.repository.ts';
import type { OrderRow } from './orders.repository.ts';
import { findSeller } from './shop.repository.ts';

/** The latest try to pay an order, as its page tells of it. */
export interface LatestPayment {
  provider: ProviderName;
  state: NonNullable<TrackedOrder['payment']>['state'];
  pay_url: string | null;
}

const sharesOf = (rows: readonly { party: Party; amount: number }[]): Shares =>
  sharesBy((party) => rows.find((row) => row.party === party)?.amount ?? 0);

/** An order as its page tells of it: what was bought and whose the money is, and nothing of who bought it. */
export async function describeOrder(
  transaction: TenantTransaction,
  tenantId: string,
  facts: {
    order: OrderRow;
    payment: LatestPayment | null;
    transfer: TrackedOrder['transfer'];
    providers: ProviderName[];
    documents: TrackedOrder['documents'];
  },
): Promise<TrackedOrder> {
  const { order, payment, transfer, providers, documents } = facts;
  const rows = await repository.listOrderLines(transaction, tenantId, order.id);
  const events = await repository.listTrackEvents(transaction, tenantId, order.id);
  const { name: seller } = await findSeller(transaction);
  const lines = rows.map(({ tax_rate_bp, tax_name, shares, downloaded_at: _downloaded, ...row }) => ({
    ...row,
    tax: { name: tax_name, rate_bp: tax_rate_bp, amount: sharesOf(shares).tax },
    refunded: sumOf(shares.map((share) => share.refunded)),
  }));
  return {
    number: order.number,
    state: order.state,
    currency: order.currency,
    total: order.total,
    refunded: sumOf(lines.map(({ refunded }) => refunded)),
    is_test: order.is_test,
    seller,
    placed_at: order.placed_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    lines,
    who_gets: whoGets(rows.map(({ cause, shares }) => ({ cause, shares: sharesOf(shares) }))),
    payment,
    transfer,
    providers: order.state === 'placed' ? providers : [],
    documents,
    events: events.map(({ kind, happened_at }) => ({ kind, happened_at: happened_at.toISOString() })),
  };
}
