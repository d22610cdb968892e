import { sumOf } from '#contract/orders/shares.rules.ts';
import type { OurBooks, PaymentRow, PeerPayment } from './books.ts';
import type { Journal } from './journal.ts';

/** A history at rest: what our side wrote down, what the providers did, and what people saw. */
export interface Ending {
  readonly journal: Journal;
  readonly ours: OurBooks;
  readonly peers: readonly PeerPayment[];
}

const peerOf = ({ peers }: Pick<Ending, 'peers'>, { id }: Pick<PaymentRow, 'id'>) =>
  peers.find((peer) => peer.payment_id === id);

/** Money of a payment that went to suspense, and of it what went back. */
function suspenseOf({ ours }: Pick<Ending, 'ours'>, { id }: Pick<PaymentRow, 'id'>): number {
  const of = ours.transfers.filter(({ payment_id }) => payment_id === id);
  const into = of.filter(({ credit }) => credit === 'suspense').map(({ amount }) => amount);
  const out = of.filter(({ debit }) => debit === 'suspense').map(({ amount }) => amount);
  return sumOf(into) - sumOf(out);
}

const hasFinding = ({ ours }: Pick<Ending, 'ours'>, ...subjects: readonly string[]) =>
  ours.findings.some(({ subject }) => subjects.some((each) => subject.startsWith(each)));

/** Law 1: money that came is never ignored: on an order, on its way back, or in a finding. */
function law1NotIgnored(ending: Ending): void {
  const { journal, ours, peers } = ending;
  for (const peer of peers) {
    if (peer.captured === 0) continue;
    const payment = ours.payments.find(({ id }) => id === peer.payment_id);
    if (payment?.captured !== peer.captured || payment.state !== 'captured')
      journal.violate(1, `${peer.provider} took ${peer.captured}, and the payment is ${payment?.state}`);
  }
  for (const { id, state, origin } of ours.refunds)
    if (state === 'asked' || state === 'sent')
      journal.violate(1, `a refund (${origin}) ${id} is ${state} for ever`);
    else if (state === 'failed' && !hasFinding(ending, id))
      journal.violate(1, `nobody is told that the refund ${id} failed`);
}

/** Law 2: an order keeps the money of one payment; of others nothing is left, or a person is told. */
function law2OnePayment(ending: Ending): void {
  const { journal, ours } = ending;
  for (const order of ours.orders) {
    const captured = ours.payments.filter((each) => each.order_id === order.id && each.state === 'captured');
    const kept = captured.filter((payment) =>
      ours.transfers.some(({ payment_id, line_id }) => payment_id === payment.id && line_id !== null),
    );
    if (kept.length > 1) journal.violate(2, `an order keeps the money of ${kept.length} payments`);
    for (const payment of captured) {
      const refunds = ours.refunds.filter(({ payment_id }) => payment_id === payment.id);
      const isKnown = hasFinding(ending, payment.id, ...refunds.map(({ id }) => id));
      if (!kept.includes(payment) && suspenseOf(ending, payment) !== 0 && !isKnown)
        journal.violate(2, `a second payment of ${payment.amount} was kept`);
    }
    const isPaid = order.state === 'paid' || order.state === 'refunded';
    if (order.total > 0 && isPaid !== (kept.length === 1))
      journal.violate(2, `an order is ${order.state} with ${kept.length} payments`);
  }
}

/** Law 3: only what a provider answers when asked makes money true. Looked at after each step. */
export function law3Asked(
  { journal, peers }: Pick<Ending, 'journal' | 'peers'>,
  payments: PaymentRow[],
): void {
  for (const payment of payments) {
    const peer = peerOf({ peers }, payment);
    if (payment.captured > 0 && payment.captured !== peer?.captured)
      journal.violate(
        3,
        `${payment.captured} is taken for captured, and ${payment.provider} has ${peer?.captured}`,
      );
  }
}

/** From where a payment goes to where. */
const forward: Readonly<Record<string, readonly string[]>> = {
  begun: ['waiting', 'failed', 'cancelled', 'expired', 'captured'],
  waiting: ['failed', 'cancelled', 'expired', 'captured'],
  failed: ['captured'],
  cancelled: ['captured'],
  expired: ['captured'],
  captured: [],
};

/** Law 4: seeing goes forward only. Looked at after each step. */
export function law4Forward({ journal }: Pick<Ending, 'journal'>, payments: readonly PaymentRow[]): void {
  for (const { id, state } of payments) {
    const before = journal.states.get(id);
    if (before !== undefined && before !== state && !forward[before]?.includes(state))
      journal.violate(4, `a payment went back from ${before} to ${state}`);
    journal.states.set(id, state);
  }
}

/** Law 5: shares add up to their line, transfers to shares less refunds, clearing to what the providers say of us. */
function law5Balances({ journal, ours, peers }: Ending): void {
  for (const line of ours.lines) {
    const shares = ours.shares.filter(({ line_id }) => line_id === line.id);
    const sum = sumOf(shares.map(({ amount }) => amount));
    if (sum !== line.amount) journal.violate(5, `a line of ${line.amount} has shares of ${sum}`);
    const isPaid = ours.transfers.some(({ line_id }) => line_id === line.id);
    for (const { party, amount, refunded, lost } of shares) {
      const of = ours.transfers.filter(({ line_id }) => line_id === line.id);
      const moved =
        sumOf(of.filter(({ credit }) => credit === party).map((each) => each.amount)) -
        sumOf(of.filter(({ debit }) => debit === party).map((each) => each.amount));
      // What the platform bears of a refund is not taken from the share.
      const due = isPaid ? amount - refunded + lost : 0;
      if (moved !== due) journal.violate(5, `${party} has ${moved} of a share of ${due}`);
    }
  }
  const accounts = new Map<string, number>();
  const add = (account: string, amount: number) =>
    accounts.set(account, (accounts.get(account) ?? 0) + amount);
  for (const { debit, credit, currency, amount } of ours.transfers) {
    add(`${debit} ${currency}`, amount);
    add(`${credit} ${currency}`, -amount);
  }
  for (const peer of peers) {
    const { provider, currency, captured, fee, refunded, lost } = peer;
    add(`clearing.${provider} ${currency}`, -(captured - fee - refunded - lost));
  }
  for (const [account, left] of accounts)
    if (account.startsWith('clearing.') && left !== 0)
      journal.violate(5, `${account} differs by ${left} from the provider’s books`);
}

/** Law 6: what was shown is what is paid. */
function law6AsShown({ journal, ours }: Ending): void {
  for (const order of ours.orders) {
    const shown = journal.shown.get(order.id);
    if (!shown) continue;
    const lines = ours.lines.filter(({ order_id }) => order_id === order.id);
    const prices = lines.map(({ unit_price, quantity }) => [unit_price, quantity]);
    const asShown = shown.lines.map(({ unit_price, quantity }) => [unit_price, quantity]);
    if (order.total !== shown.total || JSON.stringify(prices) !== JSON.stringify(asShown))
      journal.violate(6, `${shown.total} ${shown.currency} was shown, and ${order.total} is asked for`);
  }
}

/** Law 7: whole minor units with a currency, converted at one place, without loss. */
function law7Converted(ending: Ending): void {
  const { journal, ours } = ending;
  for (const payment of ours.payments) {
    const peer = peerOf(ending, payment);
    const order = ours.orders.find(({ id }) => id === payment.order_id);
    if (payment.amount !== order?.total || payment.currency !== order.currency)
      journal.violate(7, `an order of ${order?.total} is paid by ${payment.amount} ${payment.currency}`);
    if (peer && (peer.asked !== payment.amount || peer.asked_currency !== payment.currency))
      journal.violate(
        7,
        `${payment.amount} ${payment.currency} is ${peer.asked} ${peer.asked_currency} at ${peer.provider}`,
      );
  }
}

/** Law 8: a refund is made once, never beyond what was captured. */
function law8RefundedOnce({ journal, ours, peers }: Ending): void {
  for (const peer of peers) {
    const known = ours.refunds.filter(({ payment_id }) => payment_id === peer.payment_id);
    if (peer.refunded > peer.captured) journal.violate(8, `${peer.refunded} of ${peer.captured} went back`);
    const ids = peer.refunds.flatMap(({ ours: id }) => id ?? []);
    if (new Set(ids).size !== ids.length) journal.violate(8, 'a refund was made twice');
    for (const id of ids)
      if (!known.some((refund) => refund.id === id)) journal.violate(8, `nobody asked for the refund ${id}`);
    for (const refund of peer.refunds) {
      const mine = known.filter((each) => each.id === refund.ours || each.provider_ref === refund.id);
      const isOfDispute = refund.dispute !== undefined && mine.length === 0;
      if (refund.state === 'done' && !isOfDispute && (mine.length !== 1 || mine[0]?.state !== 'done'))
        journal.violate(
          8,
          `a refund of ${refund.amount} is here ${mine.map(({ state }) => state).join(', ')}`,
        );
      if (refund.state === 'failed' && mine.some(({ state }) => state === 'done'))
        journal.violate(8, `a refund of ${refund.amount} failed, and counts as done`);
    }
    const back = sumOf(known.filter(({ state }) => state === 'done').map(({ amount }) => amount));
    if (back !== peer.refunded + peer.lost)
      journal.violate(8, `${peer.refunded + peer.lost} went back, and ${back} is written down`);
  }
}

/** Law 9: documents: exactly those due, without a gap, none changed, and a letter for each thing that is told. */
function law9Documents({ journal, ours }: Ending): void {
  const series = new Map<string, number[]>();
  for (const { tenant_id, type, year, is_test, serial } of ours.documents) {
    const key = `${tenant_id} ${type} ${year} ${is_test}`;
    series.set(key, [...(series.get(key) ?? []), serial]);
  }
  for (const serials of series.values()) {
    const sorted = serials.toSorted((one, other) => one - other);
    if (!sorted.every((serial, place) => serial === place + 1))
      journal.violate(9, `a series is numbered ${sorted.join(', ')}`);
  }
  const due = new Map<string, number>();
  for (const order of ours.orders) {
    const lines = ours.lines.filter(({ order_id, amount }) => order_id === order.id && amount > 0);
    const isPaid = order.state === 'paid' || order.state === 'refunded';
    for (const type of ['order', 'donation']) {
      const of = lines.filter(({ kind }) => (kind === 'gift') === (type === 'donation'));
      if (of.length === 0 || !isPaid) continue;
      due.set(`${order.id} ${type} `, sumOf(of.map(({ amount }) => amount)));
      for (const { id: refund_id } of ours.refunds) {
        const ids = new Set(of.map(({ id }) => id));
        const back = ours.transfers.filter(
          (each) =>
            each.refund_id === refund_id && ids.has(each.line_id ?? '') && each.credit.startsWith('clearing'),
        );
        const total = sumOf(back.map(({ amount }) => amount));
        if (total > 0) due.set(`${order.id} credit-note ${refund_id} ${type}`, total);
      }
    }
  }
  const sumsDue = [...due]
    .map(([key, total]) => `${key.split(' ').slice(0, 3).join(' ')} ${total}`)
    .toSorted();
  const issued = ours.documents
    .map(({ order_id, type, refund_id, total }) => `${order_id} ${type} ${refund_id ?? ''} ${total}`)
    .toSorted();
  if (JSON.stringify(sumsDue) !== JSON.stringify(issued))
    journal.violate(9, `due are ${sumsDue.join('; ')}, and there are ${issued.join('; ')}`);
  for (const { kind, to_address, count } of ours.letters)
    if (kind === 'orders.paid' && count !== 1) journal.violate(9, `${to_address} was thanked ${count} times`);
}

/** Law 9: none is changed. Looked at after each step. */
export function law9Unchanged({ journal }: Pick<Ending, 'journal'>, documents: OurBooks['documents']): void {
  for (const { id, print } of documents) {
    const before = journal.documents.get(id);
    if (before !== undefined && before !== print) journal.violate(9, 'a document was changed');
    journal.documents.set(id, print);
  }
  if (documents.length < journal.documents.size) journal.violate(9, 'a document is gone');
}

/** Law 11: a payout is the sum of its shares, leaves the bank once when it is sent, and nothing of it comes back. */
function law11PaidOut({ journal, ours }: Ending): void {
  for (const { id, state, amount, currency, up_to } of ours.payouts) {
    const shares = ours.shares.filter(({ payout_id }) => payout_id === id);
    if (state === 'collecting') journal.violate(11, 'the shares of a payout are collected for ever');
    if (state === 'cancelled' && shares.length > 0) journal.violate(11, 'a cancelled payout kept shares');
    const sum = sumOf(shares.map((share) => share.amount - share.refunded + share.lost));
    if (state !== 'cancelled' && sum !== amount)
      journal.violate(11, `a payout of ${amount} is ${state}, and its shares come to ${sum}`);
    if (shares.some(({ payable_on }) => payable_on === null || payable_on > up_to))
      journal.violate(11, 'a share was paid out before its hold was over');
    const sent = ours.transfers.filter(({ payout_id, credit }) => payout_id === id && credit === 'bank');
    const left = sumOf(sent.map((each) => each.amount));
    const due = state === 'sent' || state === 'proved' ? amount : 0;
    if (left !== due || sent.some((each) => each.currency !== currency))
      journal.violate(11, `a payout of ${amount} is ${state}, and ${left} left the bank`);
  }
  if (ours.transfers.some(({ debit }) => debit === 'bank'))
    journal.violate(11, 'money came back to the bank');
  if (ours.shares.some(({ payout_id, lost }) => payout_id === null && lost > 0))
    journal.violate(11, 'the platform bears a refund of a share that was never paid out');
}

/** Law 12: practice and real money never meet: with practice providers all is practice. */
function law12Practice({ journal, ours }: Ending): void {
  const real = [...ours.orders, ...ours.transfers, ...ours.documents, ...ours.payouts].filter(
    ({ is_test }) => !is_test,
  );
  if (real.length > 0) journal.violate(12, `${real.length} rows of practice call themselves real`);
}

/** Law 14: no child's work is lost or locked for money: the works are as the school left them. */
function law14WorksStay({ journal, ours }: Ending): void {
  for (const { id, state } of ours.works) {
    const left = journal.takenDown.has(id) ? 'withdrawn' : 'published';
    if (state !== left) journal.violate(14, `a work is ${state}, and the school left it ${left}`);
  }
}

export const lawsAtRest: readonly ((ending: Ending) => void)[] = [
  law1NotIgnored,
  law2OnePayment,
  law5Balances,
  law6AsShown,
  law7Converted,
  law8RefundedOnce,
  law9Documents,
  law11PaidOut,
  law12Practice,
  law14WorksStay,
];
