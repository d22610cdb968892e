import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Peer, type PeerData, type PeerOptions, type Speech } from './peer.ts';
import { begunOf, refundOf, refundStatusOf, statusOf } from './phonepe-shapes.ts';
import { PracticeError, type Happening } from './practice.ts';
import { at, jsonOf, RestRefusal, textAt, textOf, type RestAnswer } from './rest.ts';

export const phonePeKeys = {
  clientId: 'PRACTICE',
  clientSecret: 'practice-secret',
  clientVersion: '1',
  webhookUser: 'practice',
  webhookPassword: 'practice-password',
};

const answerOf = (status: number, code: string): RestAnswer => ({
  status,
  body: { success: false, code, message: 'Practice' },
});
const refusal = (status: number, code: string) => new RestRefusal(answerOf(status, code));

const digits = (prefix: string) =>
  prefix + String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0') + String(randomBytes(2).readUInt16BE());

const told: Partial<Record<Happening['is'], string>> = {
  paid: 'checkout.order.completed',
  released: 'checkout.order.completed',
  failed: 'checkout.order.failed',
  expired: 'checkout.order.failed',
  refund_made: 'pg.refund.completed',
  refund_changed: 'pg.refund.failed',
};

const speech: Speech<PeerData> = {
  name: 'phonepe',
  empty: { payments: {}, keys: {}, events: [] },
  kind: {
    approves: false,
    retries: false,
    cancels: true,
    failure: 'AUTHORIZATION_ERROR',
    paymentId: () => digits('OMO'),
    captureId: () => digits('CAP'),
    attemptId: () => digits('OM'),
    refundId: () => digits('OMR'),
    disputeId: () => digits('DSP'),
  },
  decimalsOf: () => 2,

  tell(happening) {
    const { is, payment } = happening;
    const kind = told[is];
    if (kind === undefined) return null;
    const payload = 'refund' in happening ? refundStatusOf(payment, happening.refund) : statusOf(payment);
    // PhonePe's events have no id.
    return { id: digits('practice-'), kind, body: { event: kind, payload } };
  },

  sign: () => ({
    'content-type': 'application/json',
    authorization: createHash('sha256')
      .update(`${phonePeKeys.webhookUser}:${phonePeKeys.webhookPassword}`)
      .digest('hex'),
  }),

  broken: () => answerOf(500, 'INTERNAL_SERVER_ERROR'),
  missing: () => answerOf(404, 'NOT_FOUND'),
  speak,
};

const nameIn = (request: FastifyRequest) => (request.params as { id: string }).id;

function speak({ rest, practice, clock }: Peer): void {
  const tokens = new Map<string, number>();

  const known = (request: FastifyRequest) => {
    const token = /^O-Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) <= clock.now().getTime()) throw refusal(401, 'UNAUTHORIZED');
  };

  const paise = (value: unknown) => {
    if (!Number.isSafeInteger(value) || Number(value) < 100) throw refusal(400, 'BAD_REQUEST');
    return Number(value);
  };

  rest.on('POST', '/v1/oauth/token', 'token', (request) => {
    const form = new URLSearchParams(textOf(request));
    const isOurs =
      form.get('client_id') === phonePeKeys.clientId &&
      form.get('client_secret') === phonePeKeys.clientSecret &&
      form.get('client_version') === phonePeKeys.clientVersion &&
      form.get('grant_type') === 'client_credentials';
    if (!isOurs) throw refusal(401, 'UNAUTHORIZED');
    const access_token = randomBytes(24).toString('base64url');
    const issued_at = Math.floor(clock.now().getTime() / 1000);
    const expires_at = issued_at + 3600;
    tokens.set(access_token, expires_at * 1000);
    return {
      status: 200,
      body: {
        access_token,
        encrypted_access_token: 'encrypted_access_token',
        refresh_token: 'refresh_token',
        expires_in: 3600,
        issued_at,
        expires_at,
        session_expires_at: expires_at,
        token_type: 'O-Bearer',
      },
    };
  });

  rest.on('POST', '/checkout/v2/pay', 'begin', (request) => {
    known(request);
    const body = jsonOf(request);
    const reference = textAt(body, 'merchantOrderId') ?? '';
    if (!/^[\w-]{1,63}$/u.test(reference)) throw refusal(400, 'BAD_REQUEST');
    const amount = paise(body.amount);
    const success_url = textAt(body, 'paymentFlow', 'merchantUrls', 'redirectUrl');
    if (success_url === null || at(body, 'paymentFlow', 'type') !== 'PG_CHECKOUT')
      throw refusal(400, 'BAD_REQUEST');
    const begun = practice.find(reference);
    if (begun !== null) {
      if (begun.amount !== amount) throw refusal(400, 'DUPLICATE_ORDER_ID');
      return { status: 200, body: begunOf(begun) };
    }
    const seconds = Number(body.expireAfter ?? 1200);
    const payment = practice.begin({
      reference,
      amount,
      currency: 'INR',
      invoice: textAt(body, 'metaInfo', 'udf1'),
      description: textAt(body, 'paymentFlow', 'message') ?? '',
      email: null,
      success_url,
      cancel_url: success_url,
      expires_at: clock.now().getTime() + seconds * 1000,
    });
    return { status: 200, body: begunOf(payment) };
  });

  rest.on('GET', '/checkout/v2/order/:id/status', 'look', (request) => {
    known(request);
    const payment = practice.find(nameIn(request));
    if (payment === null || payment.reference !== nameIn(request)) throw refusal(400, 'ORDER_NOT_FOUND');
    return { status: 200, body: statusOf(payment) };
  });

  rest.on('POST', '/payments/v2/refund', 'refund', (request) => {
    known(request);
    const body = jsonOf(request);
    const ours = textAt(body, 'merchantRefundId') ?? '';
    if (!/^[\w-]{1,63}$/u.test(ours)) throw refusal(400, 'BAD_REQUEST');
    const payment = practice.find(textAt(body, 'originalMerchantOrderId') ?? '');
    if (payment === null) throw refusal(400, 'ORDER_NOT_FOUND');
    if (practice.findRefund(ours) !== null) throw refusal(400, 'DUPLICATE_REFUND_ID');
    try {
      const refund = practice.refund(payment.id, { amount: paise(body.amount), ours });
      return { status: 200, body: refundOf(refund) };
    } catch (error) {
      if (!(error instanceof PracticeError)) throw error;
      throw refusal(400, 'REFUND_AMOUNT_EXCEEDED');
    }
  });

  rest.on('GET', '/payments/v2/refund/:id/status', 'look_refund', (request) => {
    known(request);
    const found = practice.findRefund(nameIn(request));
    if (found === null) throw refusal(400, 'REFUND_NOT_FOUND');
    return { status: 200, body: refundStatusOf(found.payment, found.refund) };
  });
}

export const openPhonePePeer = (options: PeerOptions) => Peer.open(speech, options);
