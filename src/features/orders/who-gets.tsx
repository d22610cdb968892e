import { Title } from '@mantine/core';
import { useId } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import { partyName } from './orders.words.ts';
import styles from './orders.module.css';

/** Whose each cent of a price will be, said before it is paid and after. */
export function WhoGets({ who_gets, currency, seller }: Pick<Quote, 'who_gets' | 'currency' | 'seller'>) {
  const title = useId();
  const school = usePlaceName();
  if (who_gets.length === 0) return null;
  return (
    <section aria-labelledby={title} className={styles.part}>
      <Title order={2} size="h3" id={title}>
        Who gets what
      </Title>
      <dl className={styles.shares}>
        {who_gets.map((share) => (
          <div key={`${share.party} ${share.cause?.id ?? ''}`} className={styles.share}>
            <dt>
              <bdi>{partyName(share, { school, seller })}</bdi>
            </dt>
            <dd className={styles.amount}>{moneyText({ amount: share.amount, currency })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
