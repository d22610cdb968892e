import type { PracticeDispute, PracticePayment, PracticeRefund } from './practice.ts';

/* What PayPal answers with. tests/money reads it with PayPal's own client. */

const whole = new Set(['HUF', 'JPY', 'TWD']);
export const payPalCurrencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  ),
);

export const payPalDecimals = (currency: string) => (whole.has(currency) ? 0 : 2);

/** @returns the smallest units, or PayPal's word for what is wrong */
export function readValue(value: string, currency: string): number | string {
  if (!/^\d{1,9}(?:\.\d+)?$/u.test(value)) return 'INVALID_PARAMETER_VALUE';
  const [units = '', decimals = ''] = value.split('.');
  if (whole.has(currency) && /[1-9]/u.test(decimals)) return 'DECIMALS_NOT_SUPPORTED';
  if (decimals.length > 2) return 'DECIMAL_PRECISION';
  const amount = Number(units + (whole.has(currency) ? '' : decimals.padEnd(2, '0')));
  return amount < 1 ? 'CANNOT_BE_ZERO_OR_NEGATIVE' : amount;
}

function money(amount: number, currency: string) {
  const value = whole.has(currency) ? String(amount) : (amount / 100).toFixed(2);
  return { currency_code: currency, value };
}

const iso = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

export function refundOf(payment: PracticePayment, refund: PracticeRefund, base: string) {
  const currency = payment.captured_currency;
  return {
    id: refund.id,
    amount: money(refund.amount, currency),
    invoice_id: payment.invoice ?? undefined,
    custom_id: refund.ours ?? undefined,
    status: { waiting: 'PENDING', done: 'COMPLETED', failed: 'FAILED' }[refund.state],
    seller_payable_breakdown: {
      gross_amount: money(refund.amount, currency),
      net_amount: money(refund.amount, currency),
      total_refunded_amount: money(refund.amount, currency),
    },
    create_time: iso(refund.made_at),
    update_time: iso(refund.made_at),
    links: [
      { href: `${base}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${base}/v2/payments/captures/${payment.capture_id}`, rel: 'up', method: 'GET' },
    ],
  };
}

function captureStatus(payment: PracticePayment): string {
  if (payment.state === 'waiting') return 'PENDING';
  if (payment.state === 'failed') return 'DECLINED';
  const back = payment.refunds
    .filter(({ state }) => state === 'done')
    .reduce((sum, { amount }) => sum + amount, 0);
  if (back === 0) return 'COMPLETED';
  return back < payment.captured ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

export function captureOf(payment: PracticePayment, base: string) {
  const currency = payment.captured_currency;
  const amount = money(payment.takes, currency);
  const href = `${base}/v2/payments/captures/${payment.capture_id}`;
  return {
    id: payment.capture_id,
    status: captureStatus(payment),
    ...(payment.state === 'waiting' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(payment.state === 'paid' && {
      seller_receivable_breakdown: {
        gross_amount: amount,
        paypal_fee: money(payment.fee, currency),
        net_amount: money(payment.captured - payment.fee, currency),
      },
    }),
    invoice_id: payment.invoice ?? undefined,
    custom_id: payment.reference,
    create_time: iso(payment.paid_at ?? payment.begun_at),
    update_time: iso(payment.paid_at ?? payment.begun_at),
    supplementary_data: { related_ids: { order_id: payment.id } },
    links: [
      { href, rel: 'self', method: 'GET' },
      { href: `${href}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/v2/checkout/orders/${payment.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

export function orderOf(payment: PracticePayment, base: string) {
  const self = `${base}/v2/checkout/orders/${payment.id}`;
  const isDecided = ['paid', 'waiting', 'failed'].includes(payment.state);
  const isOpen = payment.state === 'open';
  const refunds = payment.refunds.map((refund) => refundOf(payment, refund, base));
  return {
    id: payment.id,
    intent: 'CAPTURE',
    status: isDecided ? 'COMPLETED' : isOpen ? 'PAYER_ACTION_REQUIRED' : 'APPROVED',
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: 'default',
        amount: money(payment.amount, payment.currency),
        description: payment.description,
        custom_id: payment.reference,
        invoice_id: payment.invoice ?? undefined,
        ...(isDecided && {
          payments: {
            captures: [captureOf(payment, base)],
            ...(refunds.length > 0 && { refunds }),
          },
        }),
      },
    ],
    create_time: iso(payment.begun_at),
    update_time: iso(payment.paid_at ?? payment.approved_at ?? payment.begun_at),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(isOpen
        ? [
            {
              href: `${new URL(payment.success_url).origin}/sandbox/paypal/${payment.id}`,
              rel: 'payer-action',
              method: 'GET',
            },
          ]
        : [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }]),
    ],
  };
}

export function disputeOf(payment: PracticePayment, dispute: PracticeDispute) {
  const outcome_code = dispute.state === 'lost' ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR';
  return {
    dispute_id: dispute.id,
    create_time: iso(dispute.made_at),
    update_time: iso(dispute.made_at),
    disputed_transactions: [
      { seller_transaction_id: payment.capture_id, invoice_number: payment.invoice ?? undefined },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: dispute.state === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
    dispute_amount: money(dispute.amount, payment.captured_currency),
    ...(dispute.state !== 'open' && { dispute_outcome: { outcome_code } }),
    dispute_life_cycle_stage: 'CHARGEBACK',
    links: [],
  };
}

export function eventOf(id: string, event_type: string, now: Date, resource: object) {
  return {
    id,
    event_version: '1.0',
    create_time: now.toISOString(),
    resource_type: event_type.split('.').at(-2)?.toLowerCase(),
    resource_version: '2.0',
    event_type,
    summary: 'Practice',
    resource,
    links: [],
  };
}
