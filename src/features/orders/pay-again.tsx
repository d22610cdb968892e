import { Title } from '@mantine/core';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import type { GoTo } from './go-to.ts';
import { PayButtons } from './pay-buttons.tsx';
import { usePayAgain } from './use-order.ts';
import styles from './orders.module.css';

interface PayAgainProps {
  order: TrackedOrder;
  token: string;
  title: string;
  api: ApiClient;
  goTo?: GoTo | undefined;
  /** The order is not what the page shows any more. */
  onStale: () => void;
}

/** Ways to pay an order that waits for its money; nothing where there are none. */
export function PayAgain({ order, token, title, api, goTo, onStale }: PayAgainProps) {
  const { opening, down, failure, pay } = usePayAgain(api, token, { onStale, goTo });
  const { providers, total, currency } = order;
  if (providers.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="pay-again">
      <Title order={2} size="h3" id="pay-again">
        {title}
      </Title>
      {failure && <FailureNote failure={failure} />}
      <PayButtons
        providers={providers}
        money={{ amount: total, currency }}
        opening={opening}
        down={down}
        onPay={(provider) => void pay(provider)}
      />
    </section>
  );
}
