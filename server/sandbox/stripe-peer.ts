import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Peer, type PeerData, type PeerOptions, type Speech } from './peer.ts';
import { hexId, PracticeError, type Happening } from './practice.ts';
import { RestRefusal, textOf, type RestAnswer } from './rest.ts';
import { disputeOf, eventOf, intentOf, listOf, refundOf, sessionOf } from './stripe-shapes.ts';

/** Of practice alone: with them nothing but this peer can be reached. */
export const stripeKeys = {
  secretKey: 'sk_test_practice',
  webhookSecret: 'whsec_practice',
};

const day = 24 * 60 * 60 * 1000;
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const three = new Set('BHD JOD KWD OMR TND'.split(' '));
const least: Readonly<Record<string, number>> = { USD: 50, EUR: 50, GBP: 30, JPY: 50, HUF: 17_500 };

const refusal = (status: number, code: string, type = 'invalid_request_error') =>
  new RestRefusal({ status, body: { error: { type, code, message: `Practice: ${code}` } } });

const missing = (): RestAnswer => ({
  status: 404,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: 'Practice: no such thing' },
  },
});

/** `a[b][0]=c`, by its flat names. */
const formOf = (request: FastifyRequest) => new URLSearchParams(textOf(request));
const nameIn = (request: FastifyRequest) => (request.params as { id: string }).id;

function checkedAmount(amount: number, currency: string): number {
  if (!Number.isSafeInteger(amount) || amount < 1) throw refusal(400, 'parameter_invalid_integer');
  if (three.has(currency) && amount % 10 !== 0) throw refusal(400, 'invalid_currency_amount');
  if (['ISK', 'UGX'].includes(currency) && amount % 100 !== 0) throw refusal(400, 'invalid_currency_amount');
  if (amount > 99_999_999) throw refusal(400, 'amount_too_large');
  return amount;
}

const told: Partial<Record<Happening['is'], string>> = {
  paid: 'checkout.session.completed',
  waiting: 'checkout.session.completed',
  released: 'checkout.session.async_payment_succeeded',
  failed: 'checkout.session.async_payment_failed',
  expired: 'checkout.session.expired',
  refund_made: 'refund.created',
  refund_changed: 'refund.updated',
  disputed: 'charge.dispute.created',
  dispute_closed: 'charge.dispute.closed',
};

const speech: Speech<PeerData> = {
  name: 'stripe',
  empty: { payments: {}, keys: {}, events: [] },
  kind: {
    approves: false,
    retries: true,
    cancels: false,
    failure: 'insufficient_funds',
    paymentId: () => hexId('cs_test_'),
    captureId: () => hexId('ch_'),
    attemptId: () => hexId('pi_'),
    refundId: () => hexId('re_'),
    disputeId: () => hexId('du_'),
  },
  decimalsOf: (currency) => (whole.has(currency) ? 0 : three.has(currency) ? 3 : 2),

  tell(happening, now) {
    const { is, payment } = happening;
    const kind = told[is];
    if (kind === undefined) return null;
    const object =
      'refund' in happening
        ? refundOf(payment, happening.refund)
        : 'dispute' in happening
          ? disputeOf(payment, happening.dispute)
          : sessionOf(payment, false);
    const id = hexId('evt_');
    return { id, kind, body: eventOf(id, kind, now.getTime(), object) };
  },

  sign(peer, { body }) {
    const time = Math.floor(peer.clock.now().getTime() / 1000);
    const hmac = createHmac('sha256', stripeKeys.webhookSecret).update(`${time}.${body}`).digest('hex');
    return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${hmac}` };
  },

  broken: () => ({
    status: 500,
    body: { error: { type: 'api_error', message: 'Practice: an error' } },
  }),
  missing,
  speak,
};

function speak(peer: Peer): void {
  const { rest, practice } = peer;

  const known = (request: FastifyRequest) => {
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
      throw new RestRefusal({
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Practice: another key' } },
      });
  };

  const payment = (id: string) => {
    const found = practice.find(id);
    if (found === null) throw new RestRefusal(missing());
    return found;
  };

  /** What a key was used for in the last day, under the same parameters. */
  const before = (request: FastifyRequest): { key: string; print: string; made: string | null } => {
    const key = String(request.headers['idempotency-key'] ?? hexId('none_'));
    const print = createHash('sha256')
      .update(`${request.url}\n${textOf(request)}`)
      .digest('hex');
    const made = practice.known(key, print, day);
    if (made === 'other') throw refusal(400, 'idempotency_key_in_use', 'idempotency_error');
    return { key, print, made: made?.made ?? null };
  };

  rest.on('POST', '/v1/checkout/sessions', 'begin', (request) => {
    known(request);
    const { key, print, made } = before(request);
    if (made !== null) return { status: 200, body: sessionOf(payment(made), false) };
    const form = formOf(request);
    const text = (name: string) => {
      const value = form.get(name);
      if (value === null || value === '') throw refusal(400, 'parameter_missing');
      return value;
    };
    const currency = text('line_items[0][price_data][currency]');
    const amount = Number(text('line_items[0][price_data][unit_amount]'));
    checkedAmount(amount, currency.toUpperCase());
    if (amount < (least[currency.toUpperCase()] ?? 1)) throw refusal(400, 'amount_too_small');
    const expires_at = Number(text('expires_at')) * 1000;
    const ahead = expires_at - peer.clock.now().getTime();
    if (!(ahead >= 30 * 60 * 1000 - 1000 && ahead <= day)) throw refusal(400, 'parameter_invalid_integer');
    if (text('mode') !== 'payment') throw refusal(400, 'parameter_invalid_empty');
    const begun = practice.begin({
      reference: text('client_reference_id'),
      invoice: form.get('metadata[invoice]'),
      description: text('line_items[0][price_data][product_data][name]'),
      email: form.get('customer_email'),
      currency,
      amount,
      success_url: text('success_url'),
      cancel_url: text('cancel_url'),
      expires_at,
    });
    practice.remember(key, print, begun.id);
    return { status: 200, body: sessionOf(begun, false) };
  });

  rest.on('GET', '/v1/checkout/sessions/:id', 'look', (request) => {
    known(request);
    return { status: 200, body: sessionOf(payment(nameIn(request)), request.url.includes('expand')) };
  });

  rest.on('POST', '/v1/checkout/sessions/:id/expire', 'close', (request) => {
    known(request);
    const found = payment(nameIn(request));
    if (found.state !== 'open') throw refusal(400, 'resource_state_invalid');
    return { status: 200, body: sessionOf(practice.expire(found.id), false) };
  });

  rest.on('GET', '/v1/payment_intents/:id', 'find', (request) => {
    known(request);
    return { status: 200, body: intentOf(payment(nameIn(request))) };
  });

  rest.on('POST', '/v1/refunds', 'refund', (request) => {
    known(request);
    const { key, print, made } = before(request);
    const form = formOf(request);
    const found = payment(form.get('payment_intent') ?? '');
    const again = made === null ? null : practice.findRefund(made);
    if (again !== null) return { status: 200, body: refundOf(found, again.refund) };
    const amount = checkedAmount(Number(form.get('amount')), found.currency.toUpperCase());
    try {
      const refund = practice.refund(found.id, { amount, ours: form.get('metadata[refund_id]') });
      practice.remember(key, print, refund.id);
      return { status: 200, body: refundOf(found, refund) };
    } catch (error) {
      if (!(error instanceof PracticeError)) throw error;
      throw refusal(400, practice.left(found) === 0 ? 'charge_already_refunded' : 'refund_amount_too_large');
    }
  });

  const ofIntent = (request: FastifyRequest) =>
    payment((request.query as { payment_intent?: string }).payment_intent ?? '');

  rest.on('GET', '/v1/refunds', 'look_refund', (request) => {
    known(request);
    const found = ofIntent(request);
    const refunds = found.refunds.map((refund) => refundOf(found, refund)).toReversed();
    return { status: 200, body: listOf(refunds, '/v1/refunds') };
  });

  rest.on('GET', '/v1/disputes', 'disputes', (request) => {
    known(request);
    const found = ofIntent(request);
    const disputes = found.disputes.map((dispute) => disputeOf(found, dispute));
    return { status: 200, body: listOf(disputes, '/v1/disputes') };
  });
}

export const openStripePeer = (options: PeerOptions) => Peer.open(speech, options);
