import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { createEventCheck } from './paypal-events.ts';
import { payPalAmounts } from './provider-amounts.ts';
import {
  AccessTokens,
  ask,
  checkedPayUrl,
  heard,
  isLoopback,
  referenceIn,
  understood,
  usualPatience,
  type Answer,
} from './provider-http.ts';
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  type PaymentAt,
  type Provider,
  type Seen,
  type SeenDispute,
  type SeenRefund,
} from './provider.ts';

export interface PayPalOptions {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  baseUrl: string;
  clock: Clock;
  /** Milliseconds for one call; left out: 8 s. */
  patience?: number;
}

const hours = 60 * 60 * 1000;
/** Milliseconds from creating an order to where the buyer has to be there. */
const linkLasts = 3 * hours;
/** And to where it has to be captured. */
const orderLasts = 6 * hours;

const Amount = v.object({ currency_code: v.string(), value: v.string() });
type Amount = v.InferOutput<typeof Amount>;

const Link = v.object({ rel: v.string(), href: v.string() });

const Capture = v.object({
  id: v.string(),
  status: v.string(),
  status_details: v.nullish(v.object({ reason: v.nullish(v.string()) })),
  amount: Amount,
  seller_receivable_breakdown: v.nullish(v.object({ paypal_fee: v.nullish(Amount) })),
});
type Capture = v.InferOutput<typeof Capture>;

const Refund = v.object({
  id: v.string(),
  status: v.nullish(v.string()),
  amount: v.nullish(Amount),
  custom_id: v.nullish(v.string()),
  create_time: v.nullish(v.string()),
});
type Refund = v.InferOutput<typeof Refund>;

const Order = v.object({
  id: v.string(),
  status: v.string(),
  create_time: v.nullish(v.pipe(v.string(), v.isoTimestamp())),
  update_time: v.nullish(v.string()),
  purchase_units: v.nullish(
    v.array(
      v.object({
        payments: v.nullish(
          v.object({ captures: v.nullish(v.array(Capture)), refunds: v.nullish(v.array(Refund)) }),
        ),
      }),
    ),
  ),
  links: v.nullish(v.array(Link)),
});
type Order = v.InferOutput<typeof Order>;

const Failure = v.object({
  name: v.nullish(v.string()),
  details: v.nullish(v.array(v.object({ issue: v.nullish(v.string()) }))),
});

const DisputeList = v.object({ items: v.nullish(v.array(v.object({ dispute_id: v.string() }))) });
const Dispute = v.object({
  dispute_id: v.string(),
  create_time: v.nullish(v.string()),
  status: v.string(),
  dispute_amount: Amount,
  dispute_outcome: v.nullish(v.object({ outcome_code: v.nullish(v.string()) })),
});

const ofCapture = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];

/** PayPal by Orders v2: the buyer approves on PayPal's page, then we capture. */
export function createPayPal(options: PayPalOptions): Provider {
  const { baseUrl, clientId, clientSecret, clock, patience = usualPatience } = options;
  const base = baseUrl.replace(/\/$/u, '');

  const tokens = new AccessTokens(clock, async (signal) => {
    const keys = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await ask(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${keys}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal,
    });
    if (answer.status !== 200) throw new ProviderUnavailableError('It does not take our keys');
    const Token = v.object({ access_token: v.string(), expires_in: v.number() });
    const { access_token, expires_in } = understood(Token, answer.body);
    return { token: access_token, expires_at: new Date(clock.now().getTime() + expires_in * 1000) };
  });

  const get = (path: string, signal: AbortSignal) =>
    tokens.ask(base + path, { method: 'GET', headers: {}, signal }, 'Bearer');

  /** The same `id` again gives the same answer, for six hours (orders) or 45 days (refunds). */
  const post = (path: string, id: string, body: object, signal: AbortSignal) =>
    tokens.ask(
      base + path,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'paypal-request-id': id,
          prefer: 'return=representation',
        },
        body: JSON.stringify(body),
        signal,
      },
      'Bearer',
    );

  const limit = () => AbortSignal.timeout(patience);
  const addressOf = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;

  /** Null where PayPal has forgotten it: orders that nobody paid go after a while. */
  async function findOrder(id: string, signal: AbortSignal): Promise<Order | null> {
    const answer = await get(addressOf(id), signal);
    if (answer.status === 404) return null;
    return understood(Order, accepted(answer));
  }

  async function disputesOf(
    capture: Capture,
    refunds: readonly Refund[],
    signal: AbortSignal,
  ): Promise<SeenDispute[]> {
    const query = `?disputed_transaction_id=${encodeURIComponent(capture.id)}`;
    const list = await get(`/v1/customer/disputes${query}`, signal);
    // The list is for accounts that were given it, and 404 where there never was one.
    if (list.status === 403 || list.status === 404) return [];
    const { items } = understood(DisputeList, accepted(list));
    const disputes = await Promise.all(
      (items ?? []).map(async ({ dispute_id }) => {
        const answer = await get(`/v1/customer/disputes/${encodeURIComponent(dispute_id)}`, signal);
        return understood(Dispute, accepted(answer));
      }),
    );
    const byRefund = matchRefunds(disputes, refunds);
    return disputes.map(({ dispute_id, status, dispute_amount, dispute_outcome }) => ({
      provider_ref: dispute_id,
      refund_ref: byRefund.get(dispute_id) ?? null,
      amount: amountOf(dispute_amount),
      state: status === 'RESOLVED' ? outcome(dispute_outcome?.outcome_code) : 'open',
    }));
  }

  const checkEvent = createEventCheck({ ...options, patience });

  return {
    name: 'paypal',
    is_test: isLoopback(baseUrl) || new URL(baseUrl).hostname.endsWith('.sandbox.paypal.com'),
    refusal: payPalAmounts.refusal,

    async begin({ reference, money, invoice, description, success_url, cancel_url }) {
      const answer = await post(
        '/v2/checkout/orders',
        reference,
        {
          intent: 'CAPTURE',
          purchase_units: [
            {
              custom_id: reference,
              invoice_id: invoice,
              description: description.slice(0, 127),
              amount: { currency_code: money.currency, value: payPalAmounts.say(money) },
            },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                user_action: 'PAY_NOW',
                shipping_preference: 'NO_SHIPPING',
                return_url: success_url,
                cancel_url,
              },
            },
          },
        },
        limit(),
      );
      const { id, links, create_time } = understood(Order, accepted(answer));
      const link = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      return {
        provider_ref: id,
        pay_url: checkedPayUrl(link?.href, { hosts: ['paypal.com'], baseUrl, success_url }),
        expires_at: new Date(madeAt(create_time, clock) + linkLasts),
      };
    },

    async look({ provider_ref }): Promise<Seen> {
      const signal = limit();
      const order = await findOrder(provider_ref, signal);
      const capture = order && captureOf(order);
      const state = order === null ? 'expired' : stateOf(order, capture, clock);
      const reason = capture?.status_details?.reason ?? null;
      if (state !== 'captured' || !capture)
        return { state, captured: 0, currency: null, fee: null, reason, refunds: [], disputes: [] };
      const fee = capture.seller_receivable_breakdown?.paypal_fee;
      return {
        state,
        captured: amountOf(capture.amount),
        currency: capture.amount.currency_code,
        fee: fee?.currency_code === capture.amount.currency_code ? amountOf(fee) : null,
        reason: null,
        refunds: refundsOf(order).map((refund) => seenRefund(refund, capture)),
        disputes: await disputesOf(capture, refundsOf(order), signal),
      };
    },

    async capture({ provider_ref, reference }) {
      const signal = limit();
      // Under the same id PayPal tells again what it told: another instrument that the buyer agreed to later is another try.
      const approved = (await findOrder(provider_ref, signal))?.update_time ?? '';
      const id = `${reference}-${sha256(approved).toString('hex').slice(0, 16)}`;
      const answer = await post(`${addressOf(provider_ref)}/capture`, id, {}, signal);
      if (answer.status < 300) return;
      const issue = issueOf(answer);
      // Somebody captured it before: looking tells.
      if (issue === 'ORDER_ALREADY_CAPTURED') return;
      if (issue === 'ORDER_COMPLETION_IN_PROGRESS') throw new ProviderUnavailableError('It is at it already');
      throw new ProviderRefusedError(issue);
    },

    async refund({ provider_ref }: PaymentAt, { id, money }) {
      const signal = limit();
      const order = await findOrder(provider_ref, signal);
      const capture = order && captureOf(order);
      if (!capture || !ofCapture.includes(capture.status)) throw new ProviderRefusedError('not_captured');
      const made = refundsOf(order).find(({ custom_id }) => custom_id === id);
      if (made) return made.id;
      const amount = { currency_code: money.currency, value: payPalAmounts.say(money) };
      const address = `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`;
      return understood(Refund, accepted(await post(address, id, { amount, custom_id: id }, signal))).id;
    },

    event: checkEvent,

    async find(capture) {
      const answer = await get(`/v2/payments/captures/${encodeURIComponent(capture)}`, limit());
      if (answer.status === 404) return null;
      const { custom_id } = understood(v.object({ custom_id: v.nullish(v.string()) }), accepted(answer));
      return referenceIn(custom_id);
    },
  };
}

/** @throws ProviderRefusedError with PayPal's own word for it */
function accepted(answer: Answer): unknown {
  if (answer.status < 300) return answer.body;
  throw new ProviderRefusedError(issueOf(answer));
}

function issueOf({ status, body }: Answer): string {
  const result = v.safeParse(Failure, body);
  const { details, name } = result.success ? result.output : {};
  return details?.[0]?.issue ?? name ?? `HTTP_${status}`;
}

const amountOf = ({ value, currency_code }: Amount) => heard(payPalAmounts.hear(value, currency_code));

const refundsOf = ({ purchase_units }: Order) => purchase_units?.[0]?.payments?.refunds ?? [];

/** The one that brought money, else one that may, else one that failed. */
function captureOf({ purchase_units }: Order): Capture | undefined {
  const captures = purchase_units?.[0]?.payments?.captures ?? [];
  const failed = ['DECLINED', 'FAILED'];
  return (
    captures.find(({ status }) => ofCapture.includes(status)) ??
    captures.find(({ status }) => !failed.includes(status)) ??
    captures.at(-1)
  );
}

/**
 * Refunds by which PayPal may have taken the money of a dispute: of the same amount, made since, and not asked for by us. Each is of
 * one dispute at most.
 */
function matchRefunds(
  disputes: readonly v.InferOutput<typeof Dispute>[],
  refunds: readonly Refund[],
): ReadonlyMap<string, string> {
  const free = refunds.filter(({ custom_id }) => !custom_id || referenceIn(custom_id) !== null);
  const matched = new Map<string, string>();
  for (const { dispute_id, create_time, dispute_amount } of disputes) {
    const place = free.findIndex(
      ({ amount, create_time: made }) =>
        amount?.value === dispute_amount.value && Date.parse(made ?? '') >= Date.parse(create_time ?? ''),
    );
    const [refund] = place === -1 ? [] : free.splice(place, 1);
    if (refund) matched.set(dispute_id, refund.id);
  }
  return matched;
}

function madeAt(created: string | null | undefined, clock: Clock): number {
  return created ? Date.parse(created) : clock.now().getTime();
}

/** Words that we do not know are "waiting". */
function stateOf(order: Order, capture: Capture | undefined | null, clock: Clock): Seen['state'] {
  if (capture) {
    if (ofCapture.includes(capture.status)) return 'captured';
    return ['DECLINED', 'FAILED'].includes(capture.status) ? 'failed' : 'waiting';
  }
  const isOver = madeAt(order.create_time, clock) + orderLasts <= clock.now().getTime();
  switch (order.status) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return isOver ? 'expired' : 'begun';
    case 'APPROVED':
      return isOver ? 'expired' : 'approved';
    case 'VOIDED':
      return 'expired';
    default:
      return 'waiting';
  }
}

function seenRefund(refund: Refund, capture: Capture): SeenRefund {
  const { id, status, amount, custom_id } = refund;
  return {
    provider_ref: id,
    // A refund made on PayPal's own pages may carry the reference of the payment there.
    refund_id: custom_id && referenceIn(custom_id) === null ? custom_id : null,
    amount: amountOf(amount ?? capture.amount),
    state:
      status === 'COMPLETED' ? 'done' : status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'waiting',
  };
}

function outcome(code: string | null | undefined): SeenDispute['state'] {
  if (code === 'RESOLVED_BUYER_FAVOUR' || code === 'ACCEPTED') return 'lost';
  const won = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED'];
  return won.includes(code ?? '') ? 'won' : 'open';
}
