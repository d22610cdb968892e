import { Text } from '@mantine/core';
import type { ListedSubscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { sayDate } from '#src/lib/days.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { overText, periodWords, priceText, seatsText, stateWords } from './plans.words.ts';
import styles from './plans.module.css';

/** Who has which plan. */
export const subscriberColumns: readonly Column<ListedSubscription>[] = [
  {
    key: 'school',
    header: 'School',
    heading: true,
    cell: ({ tenant }) => (
      <span className={styles.twoLines}>
        <bdi>{tenant.school_name}</bdi>
        {tenant.is_organization && (
          <Text span size="sm" c="dimmed" fw={400}>
            Organization
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'plan',
    header: 'Plan',
    cell: ({ plan_name, variant }) => (
      <span className={styles.twoLines}>
        <span>
          <bdi>{plan_name}</bdi>, {periodWords[variant.period].toLowerCase()}
        </span>
        <Text span size="sm" c="dimmed">
          {priceText(variant)}
        </Text>
      </span>
    ),
  },
  { key: 'state', header: 'State', width: '150px', cell: ({ state }) => stateWords[state] },
  {
    key: 'seats',
    header: 'Seats',
    width: '150px',
    cell: ({ seats, seats_used }) => (
      <span className={styles.twoLines}>
        {seatsText(seats_used, seats)}
        {overText(seats_used, seats) !== null && (
          <Text span size="sm" c="dimmed">
            {(seats_used - seats).toLocaleString('en')} over
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'end',
    header: 'Until',
    width: '170px',
    cell: ({ period_end, ends_at_period_end, state }) => (
      <span className={styles.twoLines}>
        {sayDate(period_end)}
        {ends_at_period_end && state !== 'ended' && (
          <Text span size="sm" c="dimmed">
            Is not renewed
          </Text>
        )}
      </span>
    ),
  },
];
