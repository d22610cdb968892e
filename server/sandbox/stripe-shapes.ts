import type { PracticeDispute, PracticePayment, PracticeRefund } from './practice.ts';

/*
 * What Stripe answers with, field by field, of API version 2026-10-28. Their types are checked against those of Stripe's own
 * package in tests/money.
 */

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

export function listOf<Item>(data: Item[], url: string, has_more = false) {
  return { object: 'list' as const, data, has_more, url };
}

export function refundOf(payment: PracticePayment, refund: PracticeRefund) {
  return {
    id: refund.id,
    object: 'refund' as const,
    amount: refund.amount,
    balance_transaction: null,
    charge: payment.capture_id,
    created: seconds(refund.made_at),
    currency: payment.captured_currency,
    customer: null,
    customer_account: null,
    metadata: refund.ours === null ? {} : { reference: payment.reference, refund_id: refund.ours },
    payment_intent: payment.attempt_id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: { waiting: 'pending', done: 'succeeded', failed: 'failed' }[refund.state],
    transfer_reversal: null,
  };
}

export function disputeOf(payment: PracticePayment, dispute: PracticeDispute) {
  return {
    id: dispute.id,
    object: 'dispute' as const,
    amount: dispute.amount,
    balance_transactions: [],
    charge: payment.capture_id,
    created: seconds(dispute.made_at),
    currency: payment.captured_currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: seconds(dispute.made_at) + 7 * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted' as const,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: payment.attempt_id,
    reason: 'product_not_received',
    status: ({ open: 'needs_response', won: 'won', lost: 'lost' } as const)[dispute.state],
  };
}

const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

function transactionOf(payment: PracticePayment) {
  return {
    id: payment.capture_id.replace(/^ch_/u, 'txn_'),
    object: 'balance_transaction' as const,
    amount: payment.captured,
    available_on: seconds(payment.paid_at ?? payment.begun_at),
    balance_type: 'payments' as const,
    created: seconds(payment.paid_at ?? payment.begun_at),
    currency: payment.captured_currency,
    description: payment.description,
    exchange_rate: null,
    fee: payment.fee,
    fee_details: [],
    net: payment.captured - payment.fee,
    reporting_category: 'charge',
    source: payment.capture_id,
    status: 'available',
    type: 'charge' as const,
  };
}

/** @param newest how many refunds the expanded list holds; Stripe's holds ten */
export function chargeOf(payment: PracticePayment, newest = 10) {
  const refunded = payment.refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
  const refunds = payment.refunds.map((refund) => refundOf(payment, refund)).toReversed();
  return {
    id: payment.capture_id,
    object: 'charge' as const,
    amount: payment.captured,
    amount_captured: payment.captured,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: transactionOf(payment),
    billing_details: { address: null, email: payment.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: seconds(payment.paid_at ?? payment.begun_at),
    currency: payment.captured_currency,
    customer: null,
    description: payment.description,
    disputed: payment.disputes.length > 0,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: metadataOf(payment),
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: payment.attempt_id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded === payment.captured,
    refunds: listOf(
      refunds.slice(0, newest),
      `/v1/charges/${payment.capture_id}/refunds`,
      refunds.length > newest,
    ),
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded' as const,
    transfer_data: null,
    transfer_group: null,
  };
}

const metadataOf = ({ reference, invoice }: PracticePayment) => ({ reference, invoice: invoice ?? '' });

function intentStatus({ state }: PracticePayment) {
  if (state === 'paid') return 'succeeded' as const;
  return state === 'waiting' ? ('processing' as const) : ('requires_payment_method' as const);
}

export function intentOf(payment: PracticePayment) {
  const isPaid = payment.state === 'paid';
  return {
    id: payment.attempt_id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_received: payment.captured,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async' as const,
    client_secret: null,
    confirmation_method: 'automatic' as const,
    created: seconds(payment.begun_at),
    currency: payment.captured_currency,
    customer: null,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error:
      payment.failure === null
        ? null
        : {
            type: 'card_error' as const,
            code: 'card_declined',
            decline_code: payment.failure,
            message: 'Your card was declined.',
          },
    latest_charge: isPaid ? chargeOf(payment) : null,
    livemode: false,
    managed_payments: null,
    metadata: metadataOf(payment),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intentStatus(payment),
    transfer_data: null,
    transfer_group: null,
  };
}

function sessionStatus({ state }: PracticePayment) {
  if (state === 'expired') return 'expired' as const;
  return state === 'open' ? ('open' as const) : ('complete' as const);
}

/** @param isExpanded with the intent and all in it, which comes into being with the first try */
export function sessionOf(payment: PracticePayment, isExpanded: boolean) {
  const isTried = payment.state !== 'open' || payment.failure !== null;
  const status = sessionStatus(payment);
  return {
    id: payment.id,
    object: 'checkout.session' as const,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: payment.amount,
    amount_total: payment.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: payment.cancel_url,
    client_reference_id: payment.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds(payment.begun_at),
    currency: payment.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required' as const,
    customer_details: null,
    customer_email: payment.email,
    discounts: [],
    expires_at: seconds(payment.expires_at),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: metadataOf(payment),
    mode: 'payment' as const,
    origin_context: null,
    payment_intent: !isTried ? null : isExpanded ? intentOf(payment) : payment.attempt_id,
    payment_link: null,
    payment_method_collection: 'if_required' as const,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: payment.state === 'paid' ? ('paid' as const) : ('unpaid' as const),
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription: null,
    success_url: payment.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page' as const,
    url: status === 'open' ? `${new URL(payment.success_url).origin}/sandbox/stripe/${payment.id}` : null,
    wallet_options: null,
  };
}

export function eventOf<Type extends string>(id: string, type: Type, created: number, object: object) {
  return {
    id,
    object: 'event' as const,
    api_version: '2026-10-28.endive',
    created: seconds(created),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
