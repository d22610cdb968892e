import { Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import { moneyText } from '#contract/kit/money.ts';
import { OrderToken, type TrackedOrder } from '#contract/orders/orders.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { standingOf } from './checkout.rules.ts';
import type { GoTo } from './go-to.ts';
import { OrderLines } from './order-lines.tsx';
import { NoSuchOrder, OrderMissing } from './order-missing.tsx';
import { DocumentLinks } from './document-links.tsx';
import { standingText } from './orders.words.ts';
import type { ShowFiles } from './own-editions.tsx';
import { OwnOrderSection } from './own-order.section.tsx';
import { lineStateText } from './own.words.ts';
import { PayAgain } from './pay-again.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Timeline } from './timeline.tsx';
import { TransferCard } from './transfer-card.tsx';
import { useOrdered, useTrackedOrder, type OnOrdered } from './use-order.ts';
import { WhoGets } from './who-gets.tsx';
import styles from './orders.module.css';

interface TrackScreenProps {
  token: string;
  /** Makes files of an edition that was bought. */
  showFiles: ShowFiles;
  onOrdered: OnOrdered;
  api?: ApiClient;
  goTo?: GoTo;
}

function Order({
  order,
  token,
  api,
  goTo,
  showFiles,
  onOrdered,
  reload,
}: {
  order: TrackedOrder;
  token: string;
  api: ApiClient;
  showFiles: ShowFiles;
  onOrdered: OnOrdered;
  goTo: GoTo | undefined;
  reload: () => void;
}) {
  const [isTransferChosen, setIsTransferChosen] = useState(false);
  useOrdered(order, token, onOrdered);
  const { lines, currency, total, refunded, events } = order;
  const given = (amount: number) => `${moneyText({ amount, currency })} given back`;
  const onItsWay = (amount: number) => `${moneyText({ amount, currency })} is on its way back`;
  return (
    <div className={styles.columns}>
      <div className={styles.page}>
        <PracticeBand is_test={order.is_test} />
        <TransferCard order={order} takesFocus={isTransferChosen} />
        <section className={styles.card} aria-labelledby="standing">
          <Title order={2} size="h3" id="standing">
            {standingText(standingOf(order), order)}
          </Title>
          {refunded > 0 && <Text>{given(refunded)}. It can take some days until your bank shows it.</Text>}
          <OrderLines
            lines={lines}
            currency={currency}
            total={total}
            note={(line) =>
              [
                lineStateText(line),
                line.refunded > 0 && given(line.refunded),
                line.going_back > 0 && onItsWay(line.going_back),
              ]
                .filter(Boolean)
                .join('. ')
            }
          />
          <PayAgain
            order={order}
            token={token}
            title="Pay this order"
            api={api}
            goTo={goTo}
            onStale={reload}
            onTransfer={() => {
              setIsTransferChosen(true);
              reload();
            }}
          />
        </section>
        <OwnOrderSection order={order} token={token} api={api} showFiles={showFiles} onChanged={reload} />
        {order.documents.length > 0 && (
          <section className={styles.card} aria-labelledby="documents">
            <Title order={2} size="h3" id="documents">
              Receipts
            </Title>
            <DocumentLinks documents={order.documents} />
          </section>
        )}
        {order.who_gets.length > 0 && (
          <div className={styles.card}>
            <WhoGets who_gets={order.who_gets} currency={currency} seller={order.seller} />
          </div>
        )}
      </div>
      <Timeline events={events} />
    </div>
  );
}

function Track({ token, api, goTo, ...more }: TrackScreenProps & { api: ApiClient }) {
  const answer = useTrackedOrder(api, token);
  const { value, status, reload } = answer;
  return (
    <Screen
      title={value ? `Order ${value.number}` : 'Your order'}
      description="Keep the address of this page: it shows how your order stands."
    >
      {value ? (
        <Order order={value} token={token} api={api} goTo={goTo} reload={reload} {...more} />
      ) : status === 'loading' ? (
        <Skeleton height={320} role="status" aria-label="Loading" />
      ) : (
        <OrderMissing answer={answer} />
      )}
    </Screen>
  );
}

/** `/trackorder/{token}`: how an order stands, for who has its address. */
export function TrackScreen({ token, api = apiClient, ...more }: TrackScreenProps) {
  if (v.is(OrderToken, token)) return <Track key={token} token={token} api={api} {...more} />;
  return (
    <Screen title="Your order">
      <NoSuchOrder />
    </Screen>
  );
}
