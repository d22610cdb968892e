import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OwnSubscription, Subscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDate } from '#src/lib/days.ts';
import { overText, periodWords, priceText, seatsText, spanText } from './plans.words.ts';
import styles from './plans.module.css';

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What was chosen for the next period, where that is not the same again. */
function Next({ subscription }: { subscription: Subscription }) {
  const { next, paid_ahead, ends_at_period_end, period_end, state } = subscription;
  if (ends_at_period_end && state !== 'ended') return <>The plan ends on {sayDate(period_end)}.</>;
  return (
    <>
      {paid_ahead && (
        <span className={styles.block}>
          Paid already: {spanText(paid_ahead)}, {counted(paid_ahead.seats, 'seat')}.
        </span>
      )}
      {next && (
        <span className={styles.block}>
          {paid_ahead ? 'After that: ' : ''}
          <bdi>{next.plan_name}</bdi>, {periodWords[next.variant.period].toLowerCase()},{' '}
          {counted(next.seats, 'seat')}, {priceText(next.variant)}.
        </span>
      )}
    </>
  );
}

/** Plan, price, seats and days. */
export function PlanFacts({ own, subscription }: { own: OwnSubscription; subscription: Subscription }) {
  const { plan, variant, seats, state, next, paid_ahead, ends_at_period_end, billing } = subscription;
  const over = state === 'ended' ? null : overText(own.seats_used, seats);
  return (
    <dl className={styles.facts}>
      <Fact term="Plan">
        <bdi>{plan.name}</bdi>, {periodWords[variant.period].toLowerCase()}
      </Fact>
      <Fact term="Price">{priceText(variant)}</Fact>
      <Fact term="Seats">
        {seatsText(own.seats_used, seats)}
        {over && (
          <Text span size="sm" display="block">
            {over}
          </Text>
        )}
      </Fact>
      {/* One that begins without a trial has no period before it is paid. */}
      {subscription.period_start !== subscription.period_end && (
        <Fact term={state === 'trial' ? 'Trial' : 'Period'}>{spanText(subscription)}</Fact>
      )}
      {(next !== null || paid_ahead !== null || ends_at_period_end) && (
        <Fact term="Next period">
          <Next subscription={subscription} />
        </Fact>
      )}
      <Fact term="Invoice for">
        <bdi>{billing.name}</bdi>
        <Text span size="sm" c="dimmed" display="block">
          {billing.email}
        </Text>
      </Fact>
    </dl>
  );
}
