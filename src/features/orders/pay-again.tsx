import { Button, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { awaitsTransfer } from './checkout.rules.ts';
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
  /** The buyer sends the money by themselves: the page of the order says how. */
  onTransfer: () => void;
}

function Ways({ order, token, api, goTo, onStale, onTransfer }: Omit<PayAgainProps, 'title'>) {
  const { opening, down, failure, pay } = usePayAgain(api, token, { onStale, onTransfer, goTo });
  const { providers, total, currency } = order;
  return (
    <>
      {failure && <FailureNote failure={failure} />}
      <PayButtons
        providers={providers}
        money={{ amount: total, currency }}
        opening={opening}
        down={down}
        onPay={(provider) => void pay(provider)}
      />
    </>
  );
}

/** Who chose bank transfer is not asked again how to pay; who thinks better of it finds the other ways. */
function OtherWays(props: Omit<PayAgainProps, 'title'>) {
  const [isOpen, { toggle }] = useDisclosure();
  const part = useId();
  return (
    <section className={styles.part} aria-label="Other ways to pay">
      <Button variant="subtle" aria-expanded={isOpen} aria-controls={part} onClick={toggle}>
        Pay another way
      </Button>
      <div id={part} className={styles.part} hidden={!isOpen}>
        {isOpen && (
          <>
            <Text>Have you sent the money already? Then please do not pay again: banks need a few days.</Text>
            <Ways {...props} />
          </>
        )}
      </div>
    </section>
  );
}

/** Ways to pay an order that waits for its money; nothing where there are none. */
export function PayAgain({ order, title, ...props }: PayAgainProps) {
  if (awaitsTransfer(order)) {
    const providers = order.providers.filter((each) => each !== 'transfer');
    return providers.length > 0 ? <OtherWays order={{ ...order, providers }} {...props} /> : null;
  }
  if (order.providers.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="pay-again">
      <Title order={2} size="h3" id="pay-again">
        {title}
      </Title>
      <Ways order={order} {...props} />
    </section>
  );
}
