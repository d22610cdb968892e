import type { PeerName } from '#server/sandbox/peer.ts';
import type { PracticeDispute, PracticePayment, PracticeRefund } from '#server/sandbox/practice.ts';
import { readReference } from '#server/modules/providers/reference.ts';
import type { Party } from '#contract/orders/shares.rules.ts';
import { peerNames, type MoneyWorld } from './world.ts';

export interface PaymentRow {
  tenant_id: string;
  id: string;
  order_id: string;
  provider: PeerName;
  state: string;
  currency: string;
  amount: number;
  captured: number;
}

export interface OrderRow {
  tenant_id: string;
  id: string;
  state: string;
  currency: string;
  total: number;
  is_test: boolean;
}

export interface LineRow {
  id: string;
  order_id: string;
  kind: string;
  work_id: string | null;
  amount: number;
  quantity: number;
  unit_price: number;
}

export interface RefundRow {
  id: string;
  payment_id: string;
  amount: number;
  origin: string;
  state: string;
  provider_ref: string | null;
}

export interface TransferRow {
  debit: string;
  credit: string;
  currency: string;
  amount: number;
  is_test: boolean;
  payment_id: string | null;
  refund_id: string | null;
  line_id: string | null;
  payout_id: string | null;
}

export interface DocumentRow {
  id: string;
  tenant_id: string;
  type: string;
  year: number;
  is_test: boolean;
  serial: number;
  order_id: string;
  refund_id: string | null;
  /** Hexadecimal: as it was made, and of what stands in it now. */
  total: number;
  print: string;
}

/** All that our side has written down about money. */
export interface OurBooks {
  orders: OrderRow[];
  lines: LineRow[];
  shares: {
    line_id: string;
    party: Party;
    amount: number;
    refunded: number;
    lost: number;
    payout_id: string | null;
    payable_on: string | null;
  }[];
  payouts: { id: string; state: string; amount: number; currency: string; is_test: boolean; up_to: string }[];
  payments: PaymentRow[];
  refunds: RefundRow[];
  transfers: TransferRow[];
  documents: DocumentRow[];
  findings: { kind: string; subject: string }[];
  letters: { kind: string; to_address: string; count: number }[];
  works: { id: string; state: string }[];
}

/** A payment as its provider has it, amounts in minor units of ISO 4217. */
export interface PeerPayment {
  provider: PeerName;
  payment_id: string;
  state: PracticePayment['state'];
  asked: number;
  asked_currency: string;
  currency: string;
  captured: number;
  fee: number;
  refunded: number;
  lost: number;
  refunds: PracticeRefund[];
  disputes: PracticeDispute[];
  begun_at: number;
}

export async function readOurBooks({ testDatabase: { administrator } }: MoneyWorld): Promise<OurBooks> {
  const read = async <Row>(query: string): Promise<Row[]> =>
    (
      await administrator.query<{ rows: Row[] | null }>(
        `select json_agg(each) as rows from (${query}) as each`,
      )
    ).rows[0]?.rows ?? [];
  return {
    orders: await read('select tenant_id, id, state, currency, total, is_test from orders'),
    lines: await read(
      'select id, order_id, kind, work_id, amount, quantity, unit_price from order_lines order by order_id, place',
    ),
    shares: await read(
      'select line_id, party, amount, refunded, lost, payout_id, payable_on from order_shares',
    ),
    payouts: await read('select id, state, amount, currency, is_test, up_to from payouts'),
    payments: await read(
      'select tenant_id, id, order_id, provider, state, currency, amount, captured from payments',
    ),
    refunds: await read('select id, payment_id, amount, origin, state, provider_ref from refunds'),
    transfers: await read(
      'select debit, credit, currency, amount, is_test, payment_id, refund_id, line_id, payout_id from transfers',
    ),
    documents: await read(
      `select id, tenant_id, type, year, is_test, serial, order_id, refund_id, (body->>'total')::bigint as total,
         md5(body::text || encode(sha256, 'hex')) as print
       from documents`,
    ),
    findings: await read('select kind, subject from findings'),
    letters: await read(
      'select kind, to_address, count(*) as count from email_messages group by kind, to_address',
    ),
    works: await read('select id, state from works where is_for_sale'),
  };
}

export function readPeers({ sandbox }: MoneyWorld): PeerPayment[] {
  return peerNames.flatMap((provider) => {
    const peer = sandbox.peers[provider];
    const books = new Map(peer.books().map((booked) => [booked.id, booked]));
    return peer.practice.all().flatMap((payment) => {
      const booked = books.get(payment.id);
      const asked_currency = payment.currency.toUpperCase();
      if (!booked) return [];
      return [
        {
          provider,
          payment_id: readReference(payment.reference)?.id ?? '',
          state: payment.state,
          asked: peer.minor(payment.amount, asked_currency),
          asked_currency,
          currency: booked.currency,
          captured: booked.captured,
          // PhonePe tells nobody what it keeps.
          fee: provider === 'phonepe' ? 0 : booked.fee,
          refunded: booked.refunded,
          lost: booked.lost,
          refunds: payment.refunds,
          disputes: payment.disputes,
          begun_at: payment.begun_at,
        },
      ];
    });
  });
}
