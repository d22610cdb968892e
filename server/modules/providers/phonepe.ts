import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { phonePeAmounts } from './provider-amounts.ts';
import {
  AccessTokens,
  ask,
  checkedPayUrl,
  eventIn,
  heard,
  isLoopback,
  onlyHeader,
  referenceIn,
  refuseStrangeBody,
  understood,
  usualPatience,
  type Answer,
} from './provider-http.ts';
import {
  BadSignatureError,
  ProviderRefusedError,
  ProviderUnavailableError,
  type Provider,
  type Seen,
  type SeenRefund,
} from './provider.ts';

export interface PhonePeOptions {
  clientId: string;
  clientSecret: string;
  clientVersion: string;
  /** Of the webhook, as typed on PhonePe's dashboard. */
  webhookUser: string;
  webhookPassword: string;
  baseUrl: string;
  authUrl: string;
  clock: Clock;
  /** Milliseconds for one call; left out: 8 s. */
  patience?: number;
}

/** Seconds that the buyer has. */
const linkLasts = 1200;
const currency = 'INR';

const Begun = v.object({ orderId: v.string(), expireAt: v.number(), redirectUrl: v.string() });

// Of attempts, the state alone: what becomes of the order, its root says.
const Order = v.object({
  state: v.string(),
  amount: v.number(),
  errorCode: v.nullish(v.string()),
  detailedErrorCode: v.nullish(v.string()),
  paymentDetails: v.nullish(v.array(v.object({ state: v.nullish(v.string()) }))),
});
type Order = v.InferOutput<typeof Order>;

const Refund = v.object({
  amount: v.number(),
  state: v.string(),
  originalMerchantOrderId: v.nullish(v.string()),
});

const Failure = v.object({ code: v.nullish(v.string()), errorCode: v.nullish(v.string()) });

const Event = v.object({
  event: v.optional(v.string()),
  type: v.optional(v.string()),
  payload: v.object({
    merchantOrderId: v.nullish(v.string()),
    originalMerchantOrderId: v.nullish(v.string()),
    merchantRefundId: v.nullish(v.string()),
  }),
});

/** PhonePe by Standard Checkout v2. It has no list of refunds, and tells of disputes by e-mail alone. */
export function createPhonePe(options: PhonePeOptions): Provider {
  const { clock, patience = usualPatience } = options;
  const base = options.baseUrl.replace(/\/$/u, '');
  const authBase = options.authUrl.replace(/\/$/u, '');
  // Of fixed length on both sides, so that comparing takes the same time for all.
  const expected = sha256(sha256(`${options.webhookUser}:${options.webhookPassword}`).toString('hex'));

  const tokens = new AccessTokens(clock, async (signal) => {
    const form = new URLSearchParams({
      client_id: options.clientId,
      client_version: options.clientVersion,
      client_secret: options.clientSecret,
      grant_type: 'client_credentials',
    });
    const answer = await ask(`${authBase}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      signal,
    });
    if (answer.status !== 200) throw new ProviderUnavailableError('It does not take our keys');
    const Token = v.object({ access_token: v.string(), expires_at: v.number() });
    const { access_token, expires_at } = understood(Token, answer.body);
    return { token: access_token, expires_at: new Date(expires_at * 1000) };
  });

  const get = (path: string, signal: AbortSignal) =>
    tokens.ask(
      base + path,
      { method: 'GET', headers: { 'content-type': 'application/json' }, signal },
      'O-Bearer',
    );

  const post = (path: string, body: object, signal: AbortSignal) =>
    tokens.ask(
      base + path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      },
      'O-Bearer',
    );

  const limit = () => AbortSignal.timeout(patience);

  /** Null for one of another payment too: events, whose body nothing signs, name some. */
  async function findRefund(id: string, reference: string, signal: AbortSignal): Promise<SeenRefund | null> {
    const answer = await get(`/payments/v2/refund/${encodeURIComponent(id)}/status`, signal);
    if (isUnknown(answer)) return null;
    const { amount, state, originalMerchantOrderId } = understood(Refund, accepted(answer));
    if (originalMerchantOrderId && originalMerchantOrderId !== reference) return null;
    return {
      // PhonePe's own id of it is in the first answer alone.
      provider_ref: id,
      refund_id: id,
      amount: heard(phonePeAmounts.hear(amount, currency)),
      state: state === 'COMPLETED' ? 'done' : state === 'FAILED' ? 'failed' : 'waiting',
    };
  }

  return {
    name: 'phonepe',
    is_test: isLoopback(options.baseUrl) || new URL(options.baseUrl).hostname === 'api-preprod.phonepe.com',
    refusal: phonePeAmounts.refusal,

    async begin({ reference, money, invoice, description, success_url }) {
      const answer = await post(
        '/checkout/v2/pay',
        {
          merchantOrderId: reference,
          amount: phonePeAmounts.say(money),
          expireAfter: linkLasts,
          metaInfo: { udf1: invoice },
          paymentFlow: {
            type: 'PG_CHECKOUT',
            message: description,
            // One address for yes and no: the page asks us how it stands.
            merchantUrls: { redirectUrl: success_url },
          },
        },
        limit(),
      );
      const { orderId, expireAt, redirectUrl } = understood(Begun, accepted(answer));
      return {
        provider_ref: orderId,
        pay_url: checkedPayUrl(redirectUrl, { hosts: ['phonepe.com'], baseUrl: base, success_url }),
        expires_at: new Date(expireAt),
      };
    },

    async look({ reference, refund_ids }): Promise<Seen> {
      const signal = limit();
      const answer = await get(
        `/checkout/v2/order/${encodeURIComponent(reference)}/status?details=true`,
        signal,
      );
      const none = { captured: 0, currency: null, fee: null, refunds: [], disputes: [] };
      if (isUnknown(answer)) return { ...none, state: 'expired', reason: 'ORDER_NOT_FOUND' };
      const order = understood(Order, accepted(answer));
      const state = stateOf(order);
      if (state !== 'captured')
        return { ...none, state, reason: order.detailedErrorCode ?? order.errorCode ?? null };
      const refunds = await Promise.all(refund_ids.map((id) => findRefund(id, reference, signal)));
      return {
        state,
        captured: heard(phonePeAmounts.hear(order.amount, currency)),
        currency,
        fee: null,
        reason: null,
        refunds: refunds.filter((refund) => refund !== null),
        disputes: [],
      };
    },

    async refund({ reference }, { id, money }) {
      const signal = limit();
      if ((await findRefund(id, reference, signal)) !== null) return id;
      const answer = await post(
        '/payments/v2/refund',
        { merchantRefundId: id, originalMerchantOrderId: reference, amount: phonePeAmounts.say(money) },
        signal,
      );
      understood(Refund, accepted(answer));
      return id;
    },

    async event(body, headers) {
      refuseStrangeBody(body);
      const given = onlyHeader(headers, 'authorization');
      if (!timingSafeEqual(sha256(given.toLowerCase()), expected))
        throw new BadSignatureError('The authorization is wrong');
      const { event, type, payload } = eventIn(Event, body);
      return {
        // It has no id of its own, and the same event is sent with the same words.
        event_id: sha256(body).toString('hex'),
        kind: event ?? type ?? 'unknown',
        reference: referenceIn(payload.merchantOrderId) ?? referenceIn(payload.originalMerchantOrderId),
        provider_ref: null,
        refund_ref: /^[\w-]{1,63}$/u.exec(payload.merchantRefundId ?? '')?.[0] ?? null,
      };
    },
  };
}

/** @throws ProviderRefusedError with PhonePe's own word for it */
function accepted(answer: Answer): unknown {
  if (answer.status < 300) return answer.body;
  throw new ProviderRefusedError(codeOf(answer));
}

function codeOf({ status, body }: Answer): string {
  const result = v.safeParse(Failure, body);
  const { code, errorCode } = result.success ? result.output : {};
  return code ?? errorCode ?? `HTTP_${status}`;
}

const isUnknown = (answer: Answer) =>
  answer.status === 404 || (answer.status === 400 && codeOf(answer).endsWith('_NOT_FOUND'));

/** Of the root alone; words that we do not know are "waiting". */
function stateOf({ state, errorCode, detailedErrorCode, paymentDetails }: Order): Seen['state'] {
  if (state === 'COMPLETED') return 'captured';
  if (state === 'FAILED') {
    const why = `${errorCode ?? ''} ${detailedErrorCode ?? ''}`;
    if (/EXPIRED/u.test(why)) return 'expired';
    return /CANCEL/u.test(why) ? 'cancelled' : 'failed';
  }
  // Nobody tried yet, or each try failed and the page is open for another.
  const isTried = (paymentDetails ?? []).some((attempt) => attempt.state !== 'FAILED');
  return (state === 'PENDING' || state === 'CREATED') && !isTried ? 'begun' : 'waiting';
}
