import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import type { PlanOrder } from '#contract/subscriptions/subscriptions.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { DocumentLinks } from './document-links.tsx';
import { orderStateText, orderText, spanText } from './plans.words.ts';
import styles from './plans.module.css';

/** Own orders of plans. */
export const planPaymentColumns: readonly Column<PlanOrder>[] = [
  {
    key: 'number',
    header: 'Order',
    heading: true,
    cell: (order) => (
      <span className={styles.twoLines}>
        <Link to={paths.trackOrder({ token: order.token })} className={styles.number}>
          {order.number}
        </Link>
        <Text span size="sm" c="dimmed" fw={400}>
          {orderText(order)}
          {order.is_test && ', practice'}
        </Text>
      </span>
    ),
  },
  { key: 'period', header: 'Period', hideUnder: 900, cell: (order) => spanText(order) },
  { key: 'date', header: 'Ordered', width: '130px', cell: ({ placed_at }) => <Day at={placed_at} /> },
  {
    key: 'state',
    header: 'State',
    width: '150px',
    cell: (order) => (
      <span className={styles.twoLines}>
        {orderStateText(order)}
        {order.paid_at !== null && (
          <Text span size="sm" c="dimmed">
            <Day at={order.paid_at} />
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    width: '120px',
    cell: ({ total, refunded, currency }) => (
      <span className={styles.twoLines}>
        {moneyText({ amount: total, currency })}
        {refunded > 0 && (
          <Text span size="sm" c="dimmed">
            {moneyText({ amount: refunded, currency })} given back
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'documents',
    header: 'Documents',
    width: '200px',
    cell: ({ documents }) =>
      documents.length === 0 ? (
        <Text span c="dimmed">
          None
        </Text>
      ) : (
        <DocumentLinks documents={documents} />
      ),
  },
];
