import { createHash, createSign, randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { makeSigningKey, type SigningKey } from './certificate.ts';
import {
  captureOf,
  disputeOf,
  eventOf,
  orderOf,
  payPalCurrencies,
  payPalDecimals,
  readValue,
  refundOf,
} from './paypal-shapes.ts';
import { Peer, type PeerData, type PeerOptions, type Speech } from './peer.ts';
import { PracticeError, type Happening } from './practice.ts';
import { jsonOf, RestRefusal, textAt, textOf, type RestAnswer } from './rest.ts';

export const payPalKeys = {
  clientId: 'practice',
  clientSecret: 'practice-secret',
  webhookId: 'WH-PRACTICE',
};

type PayPalData = PeerData & { signing: SigningKey | null };

const hour = 60 * 60 * 1000;
/** What was made of a capture that the bank declined. */
const declined = 'INSTRUMENT_DECLINED';
/** Of addresses in events, which nobody calls. */
const nowhere = 'https://api.paypal.test';

const payPalId = () =>
  randomBytes(17)
    .toString('base64')
    .replaceAll(/[^A-Z0-9]/giu, '')
    .toUpperCase()
    .slice(0, 17);

const unprocessable = (issue: string, status = 422) =>
  new RestRefusal({
    status,
    body: {
      name: status === 422 ? 'UNPROCESSABLE_ENTITY' : 'INVALID_REQUEST',
      message: 'Practice',
      debug_id: 'practice',
      details: [{ issue, description: 'Practice' }],
      links: [],
    },
  });

const missing = (): RestAnswer => ({
  status: 404,
  body: {
    name: 'RESOURCE_NOT_FOUND',
    message: 'Practice',
    debug_id: 'practice',
    details: [{ issue: 'INVALID_RESOURCE_ID', description: 'Practice' }],
    links: [],
  },
});

const nameIn = (request: FastifyRequest) => (request.params as { id: string }).id;

const told: Partial<Record<Happening['is'], string>> = {
  approved: 'CHECKOUT.ORDER.APPROVED',
  paid: 'PAYMENT.CAPTURE.COMPLETED',
  released: 'PAYMENT.CAPTURE.COMPLETED',
  waiting: 'PAYMENT.CAPTURE.PENDING',
  failed: 'PAYMENT.CAPTURE.DENIED',
  refund_made: 'PAYMENT.CAPTURE.REFUNDED',
  refund_changed: 'PAYMENT.REFUND.FAILED',
  disputed: 'CUSTOMER.DISPUTE.CREATED',
  dispute_closed: 'CUSTOMER.DISPUTE.RESOLVED',
};

const speech: Speech<PayPalData> = {
  name: 'paypal',
  empty: { payments: {}, keys: {}, events: [], signing: null },
  kind: {
    approves: true,
    retries: true,
    cancels: false,
    failure: 'INSTRUMENT_DECLINED',
    paymentId: payPalId,
    captureId: payPalId,
    attemptId: payPalId,
    refundId: payPalId,
    disputeId: () => `PP-D-${randomBytes(4).readUInt32BE()}`,
  },
  decimalsOf: payPalDecimals,

  tell(happening, now) {
    const { is, payment } = happening;
    const kind = told[is];
    if (kind === undefined) return null;
    const resource =
      'refund' in happening
        ? refundOf(payment, happening.refund, nowhere)
        : 'dispute' in happening
          ? disputeOf(payment, happening.dispute)
          : is === 'approved'
            ? orderOf(payment, nowhere)
            : captureOf(payment, nowhere);
    const id = `WH-${payPalId()}`;
    return { id, kind, body: eventOf(id, kind, now, resource) };
  },

  sign(peer, { body }) {
    const { key } = signingKeyOf(peer);
    const id = randomUUID();
    const time = peer.clock.now().toISOString();
    const signed = `${id}|${time}|${payPalKeys.webhookId}|${crc32(body)}`;
    return {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256').update(signed).sign(key, 'base64'),
      'paypal-cert-url': `${peer.url}/v1/notifications/certs/CERT-practice`,
      'paypal-auth-algo': 'SHA256withRSA',
    };
  },

  broken: () => ({
    status: 500,
    body: { name: 'INTERNAL_SERVER_ERROR', message: 'Practice', debug_id: 'practice' },
  }),
  missing,
  speak,
};

function signingKeyOf(peer: Peer<PayPalData>): SigningKey {
  const { data } = peer.book;
  data.signing ??= makeSigningKey('messageverificationcerts.paypal.test');
  return data.signing;
}

function speak(peer: Peer<PayPalData>): void {
  const { rest, practice, clock } = peer;
  const tokens = new Map<string, number>();

  const known = (request: FastifyRequest) => {
    const token = /^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= clock.now().getTime())
      throw new RestRefusal({
        status: 401,
        body: { name: 'AUTHENTICATION_FAILURE', message: 'Practice', debug_id: 'practice' },
      });
  };

  const order = (id: string) => {
    const found = practice.find(id);
    if (found === null || found.state === 'expired') throw new RestRefusal(missing());
    return found;
  };

  const before = (request: FastifyRequest, lasts: number) => {
    const key = String(request.headers['paypal-request-id'] ?? randomUUID());
    const print = createHash('sha256')
      .update(`${request.url}\n${textOf(request)}`)
      .digest('hex');
    const made = practice.known(key, print, lasts);
    if (made === 'other') throw unprocessable('DUPLICATE_REQUEST_ID');
    return { key, print, made: made?.made ?? null };
  };

  const amountIn = (amount: unknown) => {
    const currency = textAt(amount, 'currency_code') ?? '';
    if (!payPalCurrencies.has(currency)) throw unprocessable('CURRENCY_NOT_SUPPORTED');
    const units = readValue(textAt(amount, 'value') ?? '', currency);
    if (typeof units === 'string') throw unprocessable(units);
    return { currency, amount: units };
  };

  rest.on('POST', '/v1/oauth2/token', 'token', (request) => {
    const keys = Buffer.from(`${payPalKeys.clientId}:${payPalKeys.clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${keys}`)
      throw new RestRefusal({ status: 401, body: { error: 'invalid_client' } });
    const access_token = randomBytes(24).toString('base64url');
    const expires_in = 9 * 60 * 60;
    tokens.set(access_token, clock.now().getTime() + expires_in * 1000);
    return {
      status: 200,
      body: { scope: '', access_token, token_type: 'Bearer', app_id: 'practice', expires_in, nonce: '' },
    };
  });

  rest.on('POST', '/v2/checkout/orders', 'begin', (request) => {
    known(request);
    const { key, print, made } = before(request, 6 * hour);
    if (made !== null) return { status: 200, body: orderOf(order(made), peer.url) };
    const body = jsonOf(request);
    const unit = (...names: string[]) => textAt(body, 'purchase_units', 0, ...names);
    const context = (name: string) => textAt(body, 'payment_source', 'paypal', 'experience_context', name);
    const reference = unit('custom_id');
    const success_url = context('return_url');
    const cancel_url = context('cancel_url');
    if (reference === null || success_url === null || cancel_url === null || body.intent !== 'CAPTURE')
      throw unprocessable('MISSING_REQUIRED_PARAMETER', 400);
    const units = (body.purchase_units as { amount?: unknown }[])[0];
    const begun = practice.begin({
      ...amountIn(units?.amount),
      reference,
      invoice: unit('invoice_id'),
      description: unit('description') ?? '',
      email: null,
      success_url,
      cancel_url,
      expires_at: clock.now().getTime() + 6 * hour,
    });
    practice.remember(key, print, begun.id);
    return { status: 200, body: orderOf(begun, peer.url) };
  });

  rest.on('GET', '/v2/checkout/orders/:id', 'look', (request) => {
    known(request);
    return { status: 200, body: orderOf(order(nameIn(request)), peer.url) };
  });

  rest.on('POST', '/v2/checkout/orders/:id/capture', 'capture', (request) => {
    known(request);
    const found = order(nameIn(request));
    const { key, print, made } = before(request, 6 * hour);
    if (made === declined) throw unprocessable('INSTRUMENT_DECLINED');
    if (made !== null) return { status: 201, body: orderOf(found, peer.url) };
    if (['paid', 'waiting', 'failed'].includes(found.state)) throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (found.state !== 'approved') throw unprocessable('ORDER_NOT_APPROVED');
    const isTwice = practice
      .all()
      .some(({ id, invoice, paid_at }) => id !== found.id && invoice === found.invoice && paid_at !== null);
    if (isTwice && found.invoice !== null) throw unprocessable('DUPLICATE_INVOICE_ID');
    if (practice.capture(found.id).state === 'open') {
      practice.remember(key, print, declined);
      throw unprocessable('INSTRUMENT_DECLINED');
    }
    practice.remember(key, print, found.id);
    return { status: 201, body: orderOf(found, peer.url) };
  });

  rest.on('GET', '/v2/payments/captures/:id', 'find', (request) => {
    known(request);
    const found = practice.find(nameIn(request));
    if (found === null || found.capture_id !== nameIn(request)) throw new RestRefusal(missing());
    return { status: 200, body: captureOf(found, peer.url) };
  });

  rest.on('POST', '/v2/payments/captures/:id/refund', 'refund', (request) => {
    known(request);
    const found = order(nameIn(request));
    const { key, print, made } = before(request, 45 * 24 * hour);
    const again = made === null ? null : practice.findRefund(made);
    if (again !== null) return { status: 201, body: refundOf(found, again.refund, peer.url) };
    const body = jsonOf(request);
    const { amount } = body.amount === undefined ? { amount: practice.left(found) } : amountIn(body.amount);
    try {
      const refund = practice.refund(found.id, { amount, ours: textAt(body, 'custom_id') });
      practice.remember(key, print, refund.id);
      return { status: 201, body: refundOf(found, refund, peer.url) };
    } catch (error) {
      if (!(error instanceof PracticeError)) throw error;
      throw unprocessable(practice.left(found) === 0 ? 'CAPTURE_FULLY_REFUNDED' : 'REFUND_AMOUNT_EXCEEDED');
    }
  });

  rest.on('GET', '/v2/payments/refunds/:id', 'look_refund', (request) => {
    known(request);
    const found = practice.findRefund(nameIn(request));
    if (found === null) throw new RestRefusal(missing());
    return { status: 200, body: refundOf(found.payment, found.refund, peer.url) };
  });

  rest.on('GET', '/v1/customer/disputes', 'disputes', (request) => {
    known(request);
    const { disputed_transaction_id = '' } = request.query as { disputed_transaction_id?: string };
    const found = practice.find(disputed_transaction_id);
    const items = (found?.disputes ?? []).map((dispute) => {
      const { dispute_id, create_time, reason, status, dispute_amount } = disputeOf(
        order(found?.id ?? ''),
        dispute,
      );
      return { dispute_id, create_time, reason, status, dispute_amount, links: [] };
    });
    return { status: 200, body: { items, links: [] } };
  });

  rest.on('GET', '/v1/customer/disputes/:id', 'disputes', (request) => {
    known(request);
    const found = practice.findDispute(nameIn(request));
    if (found === null) throw new RestRefusal(missing());
    return { status: 200, body: disputeOf(found.payment, found.dispute) };
  });

  rest.on('GET', '/v1/notifications/certs/CERT-practice', 'certificate', () => ({
    status: 200,
    type: 'application/x-pem-file',
    body: signingKeyOf(peer).certificate,
  }));
}

export const openPayPalPeer = (options: PeerOptions) => Peer.open(speech, options);
