import { Button, Group, Text } from '@mantine/core';
import { moneyText } from '#contract/kit/money.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { originText, paymentStates, providerNames, refundState } from './payments.words.ts';
import type { TransferSubject } from './transfer.dialog.tsx';
import styles from './payments.module.css';

type Payment = StaffOrder['payments'][number];

interface OrderPaymentsProps {
  order: StaffOrder;
  /** Id of the payment that is asked about; null while none is. */
  asking: string | null;
  onAsk: (paymentId: string) => void;
  onRecord: (subject: Pick<TransferSubject, 'paymentId' | 'direction' | 'refundId' | 'amount'>) => void;
}

function PaymentItem({
  payment,
  currency,
  asking,
  onAsk,
  onRecord,
}: Omit<OrderPaymentsProps, 'order'> & { payment: Payment; currency: string }) {
  const { id, provider, state, amount, captured, is_disputed, in_suspense, transfers, refunds } = payment;
  const text = (sum: number) => moneyText({ amount: sum, currency });
  const isByBank = provider === 'transfer';
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Text fw={600}>
          {providerNames[provider]}: {paymentStates[state].toLowerCase()}
        </Text>
        <Text>
          {text(amount)}
          {captured > 0 && captured !== amount && `, ${text(captured)} came`}
          {is_disputed && ', disputed'}
        </Text>
        {in_suspense > 0 && <Text>{text(in_suspense)} of it is on no order.</Text>}
        {transfers.map((transfer) => (
          <Text key={transfer.id} size="sm" c="dimmed">
            {transfer.direction === 'in' ? 'Came' : 'Sent back'} on {transfer.happened_on}:{' '}
            {text(transfer.amount)}, {transfer.bank_reference}
            {transfer.words !== '' && `. ${transfer.words}`}
          </Text>
        ))}
      </div>
      <Group gap="sm">
        {!isByBank && (
          <Button variant="default" loading={asking === id} onClick={() => onAsk(id)}>
            Ask again
          </Button>
        )}
        {isByBank && in_suspense > 0 && refunds.every((refund) => refund.state === 'done') && (
          <Button
            variant="default"
            onClick={() => onRecord({ paymentId: id, direction: 'out', refundId: null, amount: in_suspense })}
          >
            Record money sent back
          </Button>
        )}
      </Group>
      {refunds.map((refund) => (
        <div key={refund.id} className={styles.item} style={{ flexBasis: '100%' }}>
          <div className={styles.words}>
            <Text>
              {refundState(refund, provider)}: {text(refund.amount)}
            </Text>
            <Text size="sm" c="dimmed" dir="auto">
              {originText(refund.origin)}
              {refund.reason !== '' && `: ${refund.reason}`}
            </Text>
          </div>
          {isByBank && (refund.state === 'asked' || refund.state === 'sent') && (
            <Button
              variant="default"
              aria-label={`Record ${text(refund.amount)} as sent back`}
              onClick={() =>
                onRecord({
                  paymentId: id,
                  direction: 'out',
                  refundId: refund.id,
                  amount: refund.amount,
                })
              }
            >
              Record as sent back
            </Button>
          )}
        </div>
      ))}
    </li>
  );
}

/** Each try to pay an order, with what came and what went back. */
export function OrderPayments({ order, ...each }: OrderPaymentsProps) {
  if (order.payments.length === 0) return <Text>Nothing was to be paid.</Text>;
  return (
    <ul className={styles.list}>
      {order.payments.map((payment) => (
        <PaymentItem key={payment.id} payment={payment} currency={order.currency} {...each} />
      ))}
    </ul>
  );
}
