import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import type { FoundOrder } from '#contract/orders/seller.schema.ts';
import type { Finding, ListedPayment } from '#contract/payments/payments.schema.ts';
import { samplePaidOrder } from './order-samples.ts';

/** As the server tells the platform of money, for tests of screens. */
export const greenfieldId = '019a0000-0000-7000-8000-0000000000a1';
export const orderId = '019a0000-0000-7000-8000-00000000000d';
export const paymentId = '019a0000-0000-7000-8000-0000000000f1';
const tenant = { id: greenfieldId, school_name: 'Greenfield Primary' };

export function samplePayment(fields: Partial<ListedPayment> = {}): ListedPayment {
  return {
    id: paymentId,
    tenant,
    order_id: orderId,
    number: 'GRN-7K2MQ4X',
    provider: 'transfer',
    state: 'begun',
    reason: null,
    currency: 'EUR',
    amount: 400,
    captured: 0,
    is_disputed: false,
    is_test: false,
    begun_at: '2026-11-26T10:00:00.000Z',
    looked_at: null,
    ...fields,
  };
}

export function sampleFinding(fields: Partial<Finding> = {}): Finding {
  return {
    id: '019a0000-0000-7000-8000-0000000000e1',
    tenant,
    kind: 'payments.other_amount',
    facts: { asked: 400, captured: 399, currency: 'EUR' },
    order: { id: orderId, number: 'GRN-7K2MQ4X', currency: 'EUR' },
    found_at: '2026-11-26T10:00:00.000Z',
    closed_at: null,
    closed_by: '',
    words: '',
    ...fields,
  };
}

export function sampleFoundOrder(fields: Partial<FoundOrder> = {}): FoundOrder {
  return {
    id: orderId,
    tenant,
    number: 'GRN-7K2MQ4X',
    state: 'paid',
    currency: 'EUR',
    total: 400,
    is_test: false,
    placed_at: '2026-11-26T10:00:00.000Z',
    paid_at: '2026-11-26T10:02:00.000Z',
    buyer_name: 'Ada Hill',
    ...fields,
  };
}

export function sampleStaffPayment(
  fields: Partial<StaffOrder['payments'][number]> = {},
): StaffOrder['payments'][number] {
  return {
    id: paymentId,
    provider: 'transfer',
    state: 'captured',
    amount: 400,
    captured: 400,
    is_disputed: false,
    begun_at: '2026-11-26T10:00:00.000Z',
    in_suspense: 0,
    transfers: [],
    refunds: [],
    ...fields,
  };
}

export function sampleStaffOrder(fields: Partial<StaffOrder> = {}): StaffOrder {
  const { providers: _providers, payment: _payment, transfer: _transfer, ...told } = samplePaidOrder();
  return {
    ...told,
    number: 'GRN-7K2MQ4X',
    id: orderId,
    school_name: 'Greenfield Primary',
    host: 'greenfield.localhost',
    buyer: { name: 'Ada Hill', email: 'ada@example.org', country: 'DE' },
    payments: [sampleStaffPayment()],
    ...fields,
  };
}
