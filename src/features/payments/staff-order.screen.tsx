import { Button, Skeleton, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { countryName } from '#contract/kit/countries.ts';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { StaffOrder } from '#contract/orders/orders.schema.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { saySince, sayInFull, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { OrderPayments } from './order-payments.tsx';
import {
  documentName,
  eventName,
  fulfilmentNames,
  lineKinds,
  orderStates,
  paymentStates,
} from './payments.words.ts';
import { RefundDialog } from './refund.dialog.tsx';
import { TransferDialog, type TransferSubject } from './transfer.dialog.tsx';
import styles from './payments.module.css';

function Lines({ order: { lines, currency, total, refunded } }: { order: StaffOrder }) {
  const text = (amount: number) => moneyText({ amount, currency });
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <li key={line.id} className={styles.item}>
          <span className={styles.words}>
            <bdi>{line.kind === 'shipping' ? lineKinds.shipping : line.title}</bdi>
            <Text span size="sm" c="dimmed">
              {[
                line.kind !== 'shipping' && lineKinds[line.kind],
                line.quantity > 1 && `${line.quantity} copies`,
                line.fulfilment && fulfilmentNames[line.fulfilment],
                line.tax.amount > 0 && `${text(line.tax.amount)} ${line.tax.name} in it`,
                line.refunded > 0 && `${text(line.refunded)} given back`,
              ]
                .filter(Boolean)
                .join(', ')}
            </Text>
          </span>
          <span className={styles.sum}>{text(line.amount)}</span>
        </li>
      ))}
      <li className={styles.item}>
        <strong className={styles.words}>Total</strong>
        <strong className={styles.sum}>{text(total)}</strong>
      </li>
      {refunded > 0 && (
        <li className={styles.item}>
          <span className={styles.words}>Given back</span>
          <span className={styles.sum}>{text(refunded)}</span>
        </li>
      )}
    </ul>
  );
}

function WhoGets({ order: { who_gets, currency, seller, school_name } }: { order: StaffOrder }) {
  const names = { school: school_name, platform: seller, tax: 'Tax', cause: 'The cause' };
  return (
    <ul className={styles.list}>
      {who_gets.map(({ party, cause, amount }) => (
        <li key={`${party} ${cause?.id ?? ''}`} className={styles.item}>
          <bdi className={styles.words}>{cause?.name ?? names[party]}</bdi>
          <span className={styles.sum}>{moneyText({ amount, currency })}</span>
        </li>
      ))}
    </ul>
  );
}

function Buyer({ order: { buyer } }: { order: StaffOrder }) {
  const facts = [
    ['Name', buyer.name],
    ['E-mail', buyer.email],
    ['Country', buyer.country && countryName(buyer.country)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value ?? 'Not kept any more'}</dd>
        </div>
      ))}
    </dl>
  );
}

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
  const now = useNow();
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
            <Lines order={order} />
          </CardSection>
          <CardSection title="Payments">
            <OrderPayments order={order} asking={asking} onAsk={(id) => void ask(id)} onRecord={record} />
          </CardSection>
          {order.who_gets.length > 0 && (
            <CardSection title="Who gets what">
              <WhoGets order={order} />
            </CardSection>
          )}
        </div>
        <div className={styles.cards}>
          <CardSection title="Buyer">
            <Buyer order={order} />
          </CardSection>
          <CardSection title="What happened">
            <ul className={styles.list}>
              {order.events.map(({ kind, happened_at }) => (
                <li key={`${kind} ${happened_at}`} className={styles.item}>
                  <span className={styles.words}>{eventName(kind)}</span>
                  <Text c="dimmed">
                    <time dateTime={happened_at} title={sayInFull(happened_at)}>
                      {saySince(happened_at, now)}
                    </time>
                  </Text>
                </li>
              ))}
            </ul>
          </CardSection>
          {order.documents.length > 0 && (
            <CardSection title="Documents">
              <ul className={styles.list}>
                {order.documents.map(({ type, number: name }) => (
                  <li key={name} className={styles.item}>
                    <span className={styles.words}>{documentName(type)}</span>
                    <span className={styles.number}>{name}</span>
                  </li>
                ))}
              </ul>
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
