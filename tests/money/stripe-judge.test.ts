import { Stripe } from 'stripe';
import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { stripeKeys } from '#server/sandbox/stripe-peer.ts';
import {
  chargeOf,
  disputeOf,
  eventOf,
  intentOf,
  refundOf,
  sessionOf,
} from '#server/sandbox/stripe-shapes.ts';
import { openPracticeMoney } from '../support/practice-money.ts';

const money = await openPracticeMoney();
const { hostname, port } = new URL(money.peer('stripe').url);
const stripe = new Stripe(stripeKeys.secretKey, {
  host: hostname,
  port,
  protocol: 'http',
  maxNetworkRetries: 0,
  telemetry: false,
});
afterAll(() => money.close());

async function everything() {
  const order = await money.begin('stripe');
  await money.peer('stripe').pay(order.provider_ref);
  const refund = await money.peer('stripe').refund(order.provider_ref, { amount: 200 });
  const dispute = await money.peer('stripe').dispute(order.provider_ref);
  return { order, payment: money.peer('stripe').practice.get(order.provider_ref), refund, dispute };
}

describe('the practice Stripe', () => {
  it('answers in the shapes that Stripe’s own package declares', async () => {
    const { payment, refund, dispute } = await everything();
    // Here the compiler is the judge.
    const shapes = [
      sessionOf(payment, true) satisfies Stripe.Checkout.Session,
      sessionOf(payment, false) satisfies Stripe.Checkout.Session,
      intentOf(payment) satisfies Stripe.PaymentIntent,
      chargeOf(payment) satisfies Stripe.Charge,
      refundOf(payment, refund) satisfies Stripe.Refund,
      disputeOf(payment, dispute) satisfies Stripe.Dispute,
      eventOf('evt_1', 'checkout.session.completed', 0, sessionOf(payment, false)) satisfies Stripe.EventBase,
    ];
    for (const shape of shapes) expect(JSON.parse(JSON.stringify(shape))).toEqual(shape);
  });

  it('is driven by Stripe’s own client', async () => {
    const { order, refund, dispute } = await everything();
    const session = await stripe.checkout.sessions.retrieve(order.provider_ref, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 1250 });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    expect((intent.latest_charge as Stripe.Charge).amount_refunded).toBe(200);
    expect((await stripe.paymentIntents.retrieve(intent.id)).metadata.reference).toBe(order.asked.reference);
    const refunds = await stripe.refunds.list({ payment_intent: intent.id });
    expect(refunds.data.map(({ id }) => id)).toEqual([refund.id]);
    const disputes = await stripe.disputes.list({ payment_intent: intent.id });
    expect(disputes.data.map(({ id, status }) => [id, status])).toEqual([[dispute.id, 'needs_response']]);
  });

  it('refuses as Stripe does, in errors that its client knows', async () => {
    const { errors } = Stripe;
    const { order } = await everything();
    const stranger = new Stripe('sk_test_other', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
    });
    await expect(stranger.checkout.sessions.retrieve(order.provider_ref)).rejects.toThrow(
      errors.StripeAuthenticationError,
    );
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(stripe.checkout.sessions.expire(order.provider_ref)).rejects.toThrow(
      errors.StripeInvalidRequestError,
    );
    const payment_intent = money.peer('stripe').practice.get(order.provider_ref).attempt_id;
    await expect(stripe.refunds.create({ payment_intent, amount: 5000 })).rejects.toMatchObject({
      code: 'refund_amount_too_large',
    });
    const idempotencyKey = uuidv7();
    await stripe.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey });
    await expect(stripe.refunds.create({ payment_intent, amount: 101 }, { idempotencyKey })).rejects.toThrow(
      errors.StripeIdempotencyError,
    );
    const again = await stripe.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey });
    expect(
      (await stripe.refunds.list({ payment_intent })).data.filter(({ id }) => id === again.id),
    ).toHaveLength(1);
  });

  it('signs events so that Stripe’s own package takes them', async () => {
    const { order } = await everything();
    await money.peer('stripe').deliveries.flush();
    const sent = money.delivered.filter(({ provider }) => provider === 'stripe');
    expect(sent.length).toBeGreaterThan(3);
    for (const { body, headers } of sent) {
      const event = await stripe.webhooks.constructEventAsync(
        body,
        headers['stripe-signature'] ?? '',
        stripeKeys.webhookSecret,
      );
      expect(event.object).toBe('event');
    }
    expect(sent.some(({ body }) => body.includes(order.asked.reference))).toBe(true);
  });
});
