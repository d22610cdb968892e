import type * as PayPal from '@paypal/paypal-server-sdk';
import { createRequire } from 'node:module';
import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { payPalKeys } from '#server/sandbox/paypal-peer.ts';
import { openPracticeMoney, orderFor } from '../support/practice-money.ts';

type PayPalSdk = typeof PayPal;

interface AxiosRequest {
  method?: string;
  url?: string;
  data?: string;
  headers: Record<string, unknown>;
}

const money = await openPracticeMoney();
afterAll(() => money.close());

/** PayPal's own client, which knows two addresses of PayPal alone: its requests are sent to our peer instead. */
function payPalSdk(): PayPalSdk {
  const require = createRequire(import.meta.url);
  const sdk = require('@paypal/paypal-server-sdk') as PayPalSdk;
  const client = createRequire(require.resolve('@paypal/paypal-server-sdk'));
  const { defaults } = createRequire(client.resolve('@apimatic/axios-client-adapter'))('axios') as {
    defaults: { adapter: unknown };
  };
  defaults.adapter = async (request: AxiosRequest) => {
    const { method = 'GET', data, headers } = request;
    const { pathname, search } = new URL(request.url ?? '');
    const answer = await fetch(money.peer('paypal').url + pathname + search, {
      method: method.toUpperCase(),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(data !== undefined && { body: data }),
    });
    return {
      data: await answer.text(),
      status: answer.status,
      statusText: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      config: request,
      request: {},
    };
  };
  return sdk;
}

const sdk = payPalSdk();
const client = new sdk.Client({
  clientCredentialsAuthCredentials: {
    oAuthClientId: payPalKeys.clientId,
    oAuthClientSecret: payPalKeys.clientSecret,
  },
  environment: sdk.Environment.Sandbox,
});
const orders = new sdk.OrdersController(client);
const payments = new sdk.PaymentsController(client);

describe('the practice PayPal', () => {
  it('is driven by PayPal’s own client, from order to refund', async () => {
    const { reference, invoice, success_url, cancel_url } = orderFor('paypal', money.clock.now());
    const { result: order } = await orders.createOrder({
      paypalRequestId: reference,
      prefer: 'return=representation',
      body: {
        intent: sdk.CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            customId: reference,
            invoiceId: invoice,
            amount: { currencyCode: 'EUR', value: '12.50' },
          },
        ],
        paymentSource: { paypal: { experienceContext: { returnUrl: success_url, cancelUrl: cancel_url } } },
      },
    });
    const id = order.id ?? '';
    expect(order).toMatchObject({ status: sdk.OrderStatus.PayerActionRequired, intent: 'CAPTURE' });
    expect(order.links?.map(({ rel }) => rel)).toContain('payer-action');
    await money.peer('paypal').pay(id);
    expect((await orders.getOrder({ id })).result.status).toBe(sdk.OrderStatus.Approved);
    const { result: done } = await orders.captureOrder({ id, paypalRequestId: `${reference}-c` });
    const capture = done.purchaseUnits?.[0]?.payments?.captures?.[0];
    expect(capture).toMatchObject({
      status: sdk.CaptureStatus.Completed,
      amount: { currencyCode: 'EUR', value: '12.50' },
      customId: reference,
      sellerReceivableBreakdown: { paypalFee: { currencyCode: 'EUR', value: '0.36' } },
    });
    const captureId = capture?.id ?? '';
    const refundId = uuidv7();
    const { result: refund } = await payments.refundCapturedPayment({
      captureId,
      paypalRequestId: refundId,
      prefer: 'return=representation',
      body: { amount: { currencyCode: 'EUR', value: '2.50' }, customId: refundId },
    });
    expect(refund).toMatchObject({ status: sdk.RefundStatus.Completed, customId: refundId });
    expect((await payments.getRefund({ refundId: refund.id ?? '' })).result.amount?.value).toBe('2.50');
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe(
      sdk.CaptureStatus.PartiallyRefunded,
    );
    // Our own client sees what PayPal's did.
    const seen = await money.provider('paypal').look({ reference, provider_ref: id, refund_ids: [] });
    expect(seen).toMatchObject({
      state: 'captured',
      captured: 1250,
      refunds: [{ refund_id: refundId, amount: 250, state: 'done' }],
    });
  });

  it('refuses so that PayPal’s own client understands it', async () => {
    const order = await money.begin('paypal');
    const id = order.provider_ref;
    await expect(orders.captureOrder({ id })).rejects.toMatchObject({
      statusCode: 422,
      result: { details: [{ issue: 'ORDER_NOT_APPROVED' }] },
    });
    await expect(orders.getOrder({ id: 'NONE' })).rejects.toMatchObject({
      statusCode: 404,
      result: { name: 'RESOURCE_NOT_FOUND' },
    });
    await expect(
      orders.createOrder({
        body: {
          intent: sdk.CheckoutPaymentIntent.Capture,
          purchaseUnits: [
            { customId: order.asked.reference, amount: { currencyCode: 'HUF', value: '17.50' } },
          ],
          paymentSource: {
            paypal: {
              experienceContext: { returnUrl: order.asked.success_url, cancelUrl: order.asked.cancel_url },
            },
          },
        },
      }),
    ).rejects.toMatchObject({ statusCode: 422, result: { details: [{ issue: 'DECIMALS_NOT_SUPPORTED' }] } });
  });

  it('says why a capture waits, in a word that PayPal’s own client knows', async () => {
    const order = await money.begin('paypal');
    await money.peer('paypal').hold(order.provider_ref);
    const { result } = await orders.captureOrder({ id: order.provider_ref });
    const capture = result.purchaseUnits?.[0]?.payments?.captures?.[0];
    expect(capture?.status).toBe(sdk.CaptureStatus.Pending);
    expect(Object.values(sdk.CaptureIncompleteReason)).toContain(capture?.statusDetails?.reason);
    expect(await money.provider('paypal').look(order.at)).toMatchObject({
      state: 'waiting',
      reason: capture?.statusDetails?.reason,
    });
  });
});
