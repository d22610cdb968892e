import { Stripe } from 'stripe';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { stripeAmounts } from './provider-amounts.ts';
import {
  checkedPayUrl,
  eventIn,
  heard,
  isLoopback,
  onlyHeader,
  referenceIn,
  refuseStrangeBody,
  understood,
  usualPatience,
} from './provider-http.ts';
import {
  BadSignatureError,
  ProviderRefusedError,
  ProviderUnavailableError,
  type Provider,
  type Seen,
  type SeenDispute,
  type SeenRefund,
} from './provider.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Without a path: Stripe's client takes none. */
  baseUrl: string;
  clock: Clock;
  /** Milliseconds for one call; left out: 8 s. */
  patience?: number;
}

/** Milliseconds from beginning to where nobody can pay any more. Stripe takes half an hour to a day. */
const linkLasts = 60 * 60 * 1000;
/** Seconds. */
const oldestSignature = 300;

const Metadata = v.nullish(v.record(v.string(), v.string()));

const Refund = v.object({
  id: v.string(),
  amount: v.number(),
  status: v.nullish(v.string()),
  metadata: Metadata,
});

const Charge = v.object({
  currency: v.string(),
  captured: v.boolean(),
  amount_captured: v.number(),
  disputed: v.boolean(),
  balance_transaction: v.nullish(v.union([v.string(), v.object({ fee: v.number(), currency: v.string() })])),
  refunds: v.nullish(v.object({ data: v.array(Refund), has_more: v.boolean() })),
});

const Intent = v.object({
  id: v.string(),
  status: v.string(),
  latest_charge: v.nullish(v.union([Charge, v.string()])),
  last_payment_error: v.nullish(
    v.object({ code: v.nullish(v.string()), decline_code: v.nullish(v.string()) }),
  ),
});
type Intent = v.InferOutput<typeof Intent>;

const Session = v.object({
  id: v.string(),
  status: v.nullish(v.string()),
  payment_intent: v.nullish(v.union([Intent, v.string()])),
});

const Dispute = v.object({ id: v.string(), amount: v.number(), currency: v.string(), status: v.string() });

const Event = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({
    object: v.object({
      object: v.string(),
      id: v.optional(v.string()),
      client_reference_id: v.nullish(v.string()),
      payment_intent: v.nullish(v.string()),
      metadata: Metadata,
    }),
  }),
});

const expand = ['payment_intent.latest_charge.balance_transaction', 'payment_intent.latest_charge.refunds'];

/** Stripe by Checkout Sessions: cards are typed on Stripe's page alone. */
export function createStripe(options: StripeOptions): Provider {
  const { secretKey, webhookSecret, baseUrl, clock, patience = usualPatience } = options;
  const { protocol, hostname, port } = new URL(baseUrl);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    // Asking again is for tasks, which outlive this process.
    maxNetworkRetries: 0,
    telemetry: false,
  });

  const limits: Stripe.RequestOptions = { timeout: patience };

  /** Runs calls that share the time there is. */
  async function calling<Result>(run: () => Promise<Result>): Promise<Result> {
    const tooLate = new Promise<never>((_resolve, reject) => {
      AbortSignal.timeout(patience).addEventListener('abort', () =>
        reject(new ProviderUnavailableError('It did not answer in time')),
      );
    });
    try {
      return await Promise.race([run(), tooLate]);
    } catch (error) {
      throw readError(error);
    }
  }

  async function lookAt(id: string) {
    const session = understood(Session, await stripe.checkout.sessions.retrieve(id, { expand }, limits));
    const intent = typeof session.payment_intent === 'object' ? (session.payment_intent ?? null) : null;
    const charge = typeof intent?.latest_charge === 'object' ? (intent.latest_charge ?? null) : null;
    return { session, intent, charge };
  }

  /** All of them, by the list where the expanded ones are only the newest. */
  async function refundsOf({ intent, charge }: Awaited<ReturnType<typeof lookAt>>) {
    if (intent === null || charge === null) return [];
    if (charge.refunds && !charge.refunds.has_more) return charge.refunds.data;
    const all: unknown[] = [];
    for await (const each of stripe.refunds.list({ payment_intent: intent.id, limit: 100 }, limits))
      all.push(each);
    return understood(v.array(Refund), all);
  }

  async function disputesOf(intent: Intent): Promise<SeenDispute[]> {
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 }, limits);
    return understood(v.array(Dispute), data).map(({ id, amount, currency, status }) => ({
      provider_ref: id,
      refund_ref: null,
      amount: heard(stripeAmounts.hear(amount, currency.toUpperCase())),
      state: disputeState(status),
    }));
  }

  return {
    name: 'stripe',
    is_test: isLoopback(baseUrl) || /^[sr]k_test_/u.test(secretKey),
    refusal: stripeAmounts.refusal,

    async begin(payment) {
      const { reference, invoice, money, description, success_url } = payment;
      const metadata = { reference, invoice };
      const session = await calling(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: reference,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: money.currency.toLowerCase(),
                  unit_amount: stripeAmounts.say(money),
                  product_data: { name: description },
                },
              },
            ],
            // What was shown is what is paid: not Stripe's own rate in the buyer's currency.
            adaptive_pricing: { enabled: false },
            customer_email: payment.buyer_email,
            success_url,
            cancel_url: payment.cancel_url,
            expires_at: Math.floor((payment.begun_at.getTime() + linkLasts) / 1000),
            metadata,
            // Charges and disputes have a copy of it, and none of the session.
            payment_intent_data: { metadata, description },
          },
          { ...limits, idempotencyKey: reference },
        ),
      );
      const { id, url, expires_at } = understood(
        v.object({ id: v.string(), url: v.string(), expires_at: v.number() }),
        session,
      );
      return {
        provider_ref: id,
        pay_url: checkedPayUrl(url, { hosts: ['stripe.com'], baseUrl, success_url }),
        expires_at: new Date(expires_at * 1000),
      };
    },

    look: ({ provider_ref }) =>
      calling(async (): Promise<Seen> => {
        const looked = await lookAt(provider_ref);
        const { session, intent, charge } = looked;
        const state = stateOf(session.status, intent?.status, charge?.captured === true);
        const error = intent?.last_payment_error;
        const reason = error?.decline_code ?? error?.code ?? null;
        if (state !== 'captured' || intent === null || charge === null)
          return { state, captured: 0, currency: null, fee: null, reason, refunds: [], disputes: [] };
        const currency = charge.currency.toUpperCase();
        return {
          state,
          captured: heard(stripeAmounts.hear(charge.amount_captured, currency)),
          currency,
          fee: feeOf(charge.balance_transaction, currency),
          reason: null,
          refunds: (await refundsOf(looked)).map((refund) => seenRefund(refund, currency)),
          disputes: charge.disputed ? await disputesOf(intent) : [],
        };
      }),

    close: ({ provider_ref }) =>
      calling(async () => {
        try {
          await stripe.checkout.sessions.expire(provider_ref, {}, limits);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          // Only open ones can be closed; any other is closed already.
          const { session } = await lookAt(provider_ref);
          if (session.status === 'open') throw error;
        }
      }),

    refund: ({ provider_ref, reference }, { id, money }) =>
      calling(async () => {
        const looked = await lookAt(provider_ref);
        if (looked.intent === null) throw new ProviderRefusedError('not_captured');
        // Idempotency keys are forgotten after a day; a refund has ours in its metadata for good.
        const made = (await refundsOf(looked)).find(({ metadata }) => metadata?.refund_id === id);
        if (made) return made.id;
        const refund = await stripe.refunds.create(
          {
            payment_intent: looked.intent.id,
            amount: stripeAmounts.say(money),
            metadata: { reference, refund_id: id },
          },
          { ...limits, idempotencyKey: id },
        );
        return understood(Refund, refund).id;
      }),

    async event(body, headers) {
      refuseStrangeBody(body);
      const signature = onlyHeader(headers, 'stripe-signature');
      // Stripe's own code takes the first of doubled ones.
      if (!/^t=\d{1,12}(?:,v\d=[0-9a-f]{64})+$/u.test(signature))
        throw new BadSignatureError('The signature has another form');
      try {
        const now = clock.now().getTime();
        stripe.webhooks.constructEvent(body, signature, webhookSecret, oldestSignature, undefined, now);
      } catch {
        throw new BadSignatureError('The signature is wrong or old');
      }
      const { id, type, data } = eventIn(Event, body);
      const about = data.object;
      const isSession = about.object === 'checkout.session' || about.object === 'payment_intent';
      return {
        event_id: id,
        kind: type,
        reference: referenceIn(about.client_reference_id) ?? referenceIn(about.metadata?.reference),
        provider_ref: (isSession ? about.id : about.payment_intent) ?? null,
        refund_ref: null,
      };
    },

    find: (provider_ref) =>
      calling(async () => {
        if (!/^pi_\w+$/u.test(provider_ref)) return null;
        const intent = await stripe.paymentIntents.retrieve(provider_ref, {}, limits);
        const { metadata } = understood(v.object({ metadata: Metadata }), intent);
        return referenceIn(metadata?.reference);
      }),
  };
}

/** What Stripe says of a session and its intent; words that we do not know are "waiting". */
function stateOf(
  session: string | null | undefined,
  intent: string | undefined,
  isCaptured: boolean,
): Seen['state'] {
  if (intent === 'succeeded' && isCaptured) return 'captured';
  if (session === 'expired') return 'expired';
  if (intent === 'canceled') return 'cancelled';
  // A declined card can be tried again, or another one, as long as the page is open.
  if (session === 'open' && intent !== 'processing') return 'begun';
  if (session === 'complete' && intent === 'requires_payment_method') return 'failed';
  return 'waiting';
}

function seenRefund(
  { id, amount, status, metadata }: v.InferOutput<typeof Refund>,
  currency: string,
): SeenRefund {
  return {
    provider_ref: id,
    refund_id: metadata?.refund_id ?? null,
    amount: heard(stripeAmounts.hear(amount, currency)),
    state:
      status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting',
  };
}

/** Inquiries (`warning_…`) take no money yet, and what is appealed was lost. */
function disputeState(status: string): SeenDispute['state'] {
  if (['won', 'warning_closed', 'prevented'].includes(status)) return 'won';
  return status === 'lost' || status.startsWith('appeal_') ? 'lost' : 'open';
}

function feeOf(
  transaction: v.InferOutput<typeof Charge>['balance_transaction'],
  currency: string,
): number | null {
  if (typeof transaction !== 'object' || transaction === null) return null;
  return transaction.currency.toUpperCase() === currency
    ? stripeAmounts.hear(transaction.fee, currency)
    : null;
}

function readError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { errors } = Stripe;
  const isRefusal =
    (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError) &&
    error.code !== 'lock_timeout';
  if (isRefusal) return new ProviderRefusedError(error.code ?? error.type);
  // Messages of Stripe can repeat what was sent.
  return new ProviderUnavailableError(`It answered ${error.statusCode ?? 'nothing'} (${error.type})`);
}
