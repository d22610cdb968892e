import type {
  CallbackData,
  OrderStatusResponse,
  RefundResponse,
  RefundStatusResponse,
  StandardCheckoutPayResponse,
} from '@phonepe-pg/pg-sdk-node';
import { afterAll, describe, expect, it } from 'vitest';
import { begunOf, refundOf, refundStatusOf, statusOf } from '#server/sandbox/phonepe-shapes.ts';
import { openPracticeMoney } from '../support/practice-money.ts';

const money = await openPracticeMoney();
afterAll(() => money.close());

/** What PhonePe's package declares, with the words of its enums for their values: at run time they are texts. */
type Texts<Type> = Type extends string
  ? string
  : Type extends readonly (infer Item)[]
    ? Texts<Item>[]
    : Type extends object
      ? { [Key in keyof Type]?: Texts<Type[Key]> }
      : Type;

/** Members of an answer that the package does not declare. */
type Undeclared<Answer, Declared> = Exclude<keyof Answer, keyof Declared>;

/** Of PhonePe's documentation of the order status, July 2025, for web and mobile Standard Checkout. */
const documented = {
  orderId: 'OMO2403282020198641071317',
  state: 'COMPLETED',
  amount: 1000,
  expireAt: 1_711_867_462_542,
  paymentDetails: [
    {
      paymentMode: 'UPI_QR',
      transactionId: 'OM2403282020198651071949',
      timestamp: 1_711_694_662_542,
      amount: 1000,
      state: 'COMPLETED',
    },
  ],
};

async function paid() {
  const order = await money.begin('phonepe');
  await money.peer('phonepe').pay(order.provider_ref);
  return money.peer('phonepe').practice.get(order.provider_ref);
}

describe('the practice PhonePe', () => {
  it('answers in the shapes that PhonePe’s own package declares', async () => {
    const payment = await paid();
    const refund = await money.peer('phonepe').refund(payment.id, { amount: 200 });
    const begun: StandardCheckoutPayResponse = begunOf(payment);
    const made: RefundResponse = refundOf(refund);
    const status = statusOf(payment) satisfies Texts<OrderStatusResponse>;
    const refunded = refundStatusOf(payment, refund) satisfies Texts<RefundStatusResponse>;
    const callback: Omit<CallbackData, 'paymentDetails'> = statusOf(payment);
    const undeclared: Undeclared<typeof status, OrderStatusResponse>[] = [];
    const undeclaredOfRefund: Undeclared<typeof refunded, RefundStatusResponse>[] = [];
    expect([undeclared, undeclaredOfRefund]).toEqual([[], []]);
    expect(begun.redirectUrl).toContain(payment.id);
    expect(made).toEqual({ refundId: refund.id, amount: 200, state: 'PENDING' });
    expect(callback.merchantOrderId).toBe(payment.reference);
    expect(refunded.state).toBe('COMPLETED');
  });

  it('has what the documented sample has', async () => {
    const status = statusOf(await paid());
    expect(status).toEqual(
      expect.objectContaining(
        Object.fromEntries(
          Object.entries(documented).map(([name, value]) => [
            name,
            name === 'state'
              ? value
              : Array.isArray(value)
                ? expect.any(Array)
                : expect.any(value.constructor),
          ]),
        ),
      ),
    );
    expect(Object.keys(status.paymentDetails[0] ?? {})).toEqual(
      expect.arrayContaining(Object.keys(documented.paymentDetails[0] ?? {})),
    );
  });

  it('gives a refund its state on being asked, and none that nobody made', async () => {
    const payment = await paid();
    const refund = await money.peer('phonepe').refund(payment.id, { amount: 300, waits: true });
    const look = () =>
      money.provider('phonepe').look({
        reference: payment.reference,
        provider_ref: payment.id,
        refund_ids: [refund.id, 'none'],
      });
    expect((await look()).refunds).toMatchObject([{ refund_id: refund.id, state: 'waiting' }]);
    await money.peer('phonepe').finishRefund(refund.id, true);
    expect((await look()).refunds).toMatchObject([{ refund_id: refund.id, state: 'done' }]);
  });
});
