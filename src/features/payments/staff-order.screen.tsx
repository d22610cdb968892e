import { Button, Skeleton } from '@mantine/core';
import { useCallback, useState } from 'react';
import { paths } from '#contract/kit/paths.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { OrderBuyer, OrderDocuments, OrderedLines, OrderEvents, OrderShares } from './order-facts.tsx';
import { OrderPayments } from './order-payments.tsx';
import { orderStates, paymentStates } from './payments.words.ts';
import { RefundDialog } from './refund.dialog.tsx';
import { TransferDialog, type TransferSubject } from './transfer.dialog.tsx';
import styles from './payments.module.css';

interface OrderPageProps {
  tenantId: string;
  order: StaffOrder;
  api: ApiClient;
  onChanged: () => void;
}

function OrderPage({ tenantId, order, api, onChanged }: OrderPageProps) {
  const recording = useDialog<TransferSubject>();
  const refunding = useDialog<StaffOrder>();
  const [asking, setAsking] = useState<string | null>(null);
  const { number, currency, total } = order;
  const [latest] = order.payments;
  const isPaid = order.paid_at !== null && order.payments.some(({ state }) => state === 'captured');
  const canRefund = isPaid && order.lines.some(({ amount, refunded }) => amount > refunded);

  const record = (subject: Pick<TransferSubject, 'paymentId' | 'direction' | 'refundId' | 'amount'>) =>
    recording.open({ ...subject, tenantId, number, currency });

  async function ask(id: string): Promise<void> {
    setAsking(id);
    try {
      const { state } = await api.call(paymentEndpoints.check, { params: { tenantId, id } });
      notify.success(`${number}: ${paymentStates[state].toLowerCase()}`);
    } catch (error) {
      notify.error('Nobody could be asked', failureOf(error).text);
    }
    setAsking(null);
    onChanged();
  }

  return (
    <Screen
      title={`Order ${number}`}
      description={`${order.school_name}, ${orderStates[order.state].toLowerCase()}${order.is_test ? ', practice' : ''}`}
      breadcrumb={<BackLink to={paths.platform.orders()}>Orders</BackLink>}
      actions={
        <>
          {latest && (
            <Button
              variant="default"
              onClick={() => record({ paymentId: latest.id, direction: 'in', refundId: null, amount: total })}
            >
              Record a bank transfer
            </Button>
          )}
          {canRefund && <Button onClick={() => refunding.open(order)}>Give money back</Button>}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.cards}>
          <CardSection title="What was ordered">
            <OrderedLines order={order} />
          </CardSection>
          <CardSection title="Payments">
            <OrderPayments order={order} asking={asking} onAsk={(id) => void ask(id)} onRecord={record} />
          </CardSection>
          {order.who_gets.length > 0 && (
            <CardSection title="Who gets what">
              <OrderShares order={order} />
            </CardSection>
          )}
        </div>
        <div className={styles.cards}>
          <CardSection title="Buyer">
            <OrderBuyer order={order} />
          </CardSection>
          <CardSection title="What happened">
            <OrderEvents order={order} />
          </CardSection>
          {order.documents.length > 0 && (
            <CardSection title="Documents">
              <OrderDocuments order={order} />
            </CardSection>
          )}
        </div>
      </div>
      <TransferDialog
        subject={recording.subject}
        opened={recording.opened}
        api={api}
        onDone={onChanged}
        onClose={recording.close}
      />
      <RefundDialog
        tenantId={tenantId}
        order={order}
        opened={refunding.opened}
        api={api}
        onDone={onChanged}
        onClose={refunding.close}
      />
    </Screen>
  );
}

interface StaffOrderScreenProps {
  tenantId: string;
  orderId: string;
  api?: ApiClient;
}

/** `/admin-panel/orders/{school}/{order}`: one order with its buyer, payments and refunds. */
export function StaffOrderScreen({ tenantId, orderId, api = apiClient }: StaffOrderScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(orderEndpoints.read, { params: { tenantId, id: orderId } }, { signal }),
    [api, tenantId, orderId],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  if (value) return <OrderPage tenantId={tenantId} order={value} api={api} onChanged={reload} />;
  return (
    <Screen title="Order" breadcrumb={<BackLink to={paths.platform.orders()}>Orders</BackLink>}>
      {status === 'loading' ? (
        <Skeleton height={320} role="status" aria-label="Loading" />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          way={{ to: paths.platform.orders(), label: 'Back to the orders' }}
          failed="The order could not be fetched"
          unreachable={`The order shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}
