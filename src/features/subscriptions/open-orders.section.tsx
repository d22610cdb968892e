import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import type { OwnSubscription, PlanOrder } from '#contract/subscriptions/subscriptions.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useChangePlan } from './change-plan.ts';
import { DocumentLinks } from './document-links.tsx';
import { orderText, spanText } from './plans.words.ts';
import styles from './plans.module.css';

interface OpenOrdersSectionProps {
  orders: readonly PlanOrder[];
  api: ApiClient;
  onChanged: (own: OwnSubscription) => void;
}

/** What waits to be paid, each with the way to pay it. */
export function OpenOrdersSection({ orders, api, onChanged }: OpenOrdersSectionProps) {
  const now = useNow();
  const cancelling = useDialog<PlanOrder>();
  const { cancelOrder } = useChangePlan(api, onChanged);
  return (
    <CardSection title="To pay">
      <ul className={styles.list}>
        {orders.map((order) => {
          const { id, token, number, total, currency, purpose, lapses_at, documents } = order;
          const sum = moneyText({ amount: total, currency });
          return (
            <li key={id} className={styles.item}>
              <div className={styles.words}>
                <Text fw={600}>{orderText(order)}</Text>
                <Text>{spanText(order)}</Text>
                <Text size="sm" c="dimmed">
                  Order {number}. It can be paid until {sayDay(lapses_at, now)}.
                </Text>
                <DocumentLinks documents={documents} />
              </div>
              <Group gap="sm">
                {purpose === 'seats' && (
                  <Button
                    variant="default"
                    aria-label={`Cancel ${number}`}
                    onClick={() => cancelling.open(order)}
                  >
                    Cancel
                  </Button>
                )}
                <Button
                  component={Link}
                  to={paths.trackOrder({ token })}
                  aria-label={`Pay ${sum} for ${number}`}
                >
                  Pay {sum}
                </Button>
              </Group>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        opened={cancelling.opened}
        title="Cancel this order?"
        question="The seats are not added, and nothing has to be paid for them."
        confirmLabel="Cancel the order"
        cancelLabel="Keep it"
        danger
        onConfirm={async () => {
          if (cancelling.subject) await cancelOrder(cancelling.subject.id);
        }}
        onClose={cancelling.close}
      />
    </CardSection>
  );
}
