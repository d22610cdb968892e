import type { PracticePayment, PracticeRefund } from './practice.ts';

/* What PhonePe answers with. tests/money checks it against the types of PhonePe's own package. */

const merchantId = 'PRACTICE';

const states: Readonly<Record<PracticePayment['state'], string>> = {
  open: 'PENDING',
  approved: 'PENDING',
  waiting: 'PENDING',
  paid: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'FAILED',
  expired: 'FAILED',
};

function failureOf({ state, failure }: PracticePayment) {
  if (state === 'expired') return { errorCode: 'TXN_EXPIRED', detailedErrorCode: 'ORDER_EXPIRED' };
  if (failure === null) return {};
  return { errorCode: failure, detailedErrorCode: failure === 'TXN_CANCELLED' ? failure : 'ZM' };
}

function attemptsOf(payment: PracticePayment) {
  if (payment.state === 'open' || payment.state === 'cancelled' || payment.state === 'expired') return [];
  const timestamp = payment.paid_at ?? payment.begun_at;
  const instrument = { type: 'ACCOUNT', maskedAccountNumber: 'XXXXXXX20000', accountType: 'SAVINGS' };
  const rail = { type: 'UPI', utr: '416455839594', upiTransactionId: 'YBLpractice', vpa: 'practice@ybl' };
  return [
    {
      transactionId: payment.attempt_id,
      paymentMode: 'UPI_QR',
      timestamp,
      amount: payment.takes,
      state: states[payment.state],
      ...failureOf(payment),
      rail,
      instrument,
      splitInstruments: [{ instrument, rail, amount: payment.takes }],
    },
  ];
}

export function begunOf(payment: PracticePayment) {
  return {
    orderId: payment.id,
    state: 'PENDING',
    expireAt: payment.expires_at,
    redirectUrl: `${new URL(payment.success_url).origin}/sandbox/phonepe/${payment.id}`,
  };
}

export function statusOf(payment: PracticePayment) {
  return {
    orderId: payment.id,
    merchantId,
    merchantOrderId: payment.reference,
    state: states[payment.state],
    amount: payment.takes,
    payableAmount: payment.takes,
    feeAmount: 0,
    expireAt: payment.expires_at,
    ...failureOf(payment),
    metaInfo: { udf1: payment.invoice ?? '' },
    paymentDetails: attemptsOf(payment),
  };
}

export function refundOf({ id, amount }: PracticeRefund) {
  return { refundId: id, amount, state: 'PENDING' };
}

export function refundStatusOf(payment: PracticePayment, refund: PracticeRefund) {
  const state = { waiting: 'PENDING', done: 'COMPLETED', failed: 'FAILED' }[refund.state];
  return {
    merchantId,
    merchantRefundId: refund.ours ?? refund.id,
    originalMerchantOrderId: payment.reference,
    amount: refund.amount,
    state,
    paymentDetails: attemptsOf(payment).map((attempt) => ({ ...attempt, amount: refund.amount, state })),
  };
}
