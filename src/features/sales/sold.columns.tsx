import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { countryName } from '#contract/kit/countries.ts';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { kindWords } from '#src/lib/line-kinds.ts';
import { Day } from '#src/ui/day.tsx';
import { fulfilmentWords } from './sales.words.ts';
import styles from './sales.module.css';

/** The number of an order, which leads to its receipt; for who sells for all schools, to the order. */
function OrderNumber({
  number,
  receipt,
  tenant,
  order_id,
}: Pick<SoldLine, 'number' | 'receipt' | 'tenant' | 'order_id'>) {
  if (tenant !== null)
    return (
      <Link
        to={paths.platform.orders({ tenantId: tenant.id, orderId: order_id })}
        aria-label={`Order ${number}`}
        className={`${styles.number} ${styles.inText}`}
      >
        {number}
      </Link>
    );
  if (receipt === null) return <span className={styles.number}>{number}</span>;
  return (
    <Link
      to={paths.invoice({ type: receipt.type, id: receipt.token })}
      aria-label={`Receipt of ${number}`}
      className={`${styles.number} ${styles.inText}`}
    >
      {number}
    </Link>
  );
}

function Title({ line }: { line: SoldLine }) {
  const { title, byline, kind, is_test, tenant } = line;
  return (
    <span className={styles.twoLines}>
      <bdi>{kind === 'shipping' ? kindWords.shipping : title}</bdi>
      <Text span size="sm" c="dimmed" fw={400}>
        {byline !== '' && (
          <>
            by <bdi>{byline}</bdi>,{' '}
          </>
        )}
        {kind !== 'shipping' && `${kindWords[kind].toLowerCase()}, `}
        <OrderNumber {...line} />
        {is_test && ', practice'}
        {tenant && (
          <>
            , <bdi>{tenant.school_name}</bdi>
          </>
        )}
      </Text>
    </span>
  );
}

function Sum({ line }: { line: SoldLine }) {
  const { currency, refunded } = line;
  return (
    <span className={styles.twoLines}>
      {moneyText({ amount: line.amount, currency })}
      {refunded > 0 && (
        <Text span size="sm" c="dimmed">
          {moneyText({ amount: refunded, currency })} given back
        </Text>
      )}
    </span>
  );
}

function ShipTo({ to }: { to: SoldLine['ship_to'] }) {
  if (to === null) return null;
  const { name, street, postcode, city, country } = to;
  return (
    <address className={styles.address} dir="auto">
      {[name, street, `${postcode} ${city}`.trim(), countryName(country)].join('\n')}
    </address>
  );
}

const date: Column<SoldLine> = {
  key: 'date',
  header: 'Date',
  width: '130px',
  cell: ({ paid_at }) => <Day at={paid_at} />,
};
const title: Column<SoldLine> = {
  key: 'title',
  header: 'Title',
  heading: true,
  cell: (line) => <Title line={line} />,
};
const copies: Column<SoldLine> = {
  key: 'copies',
  header: 'Copies',
  align: 'end',
  width: '90px',
  cell: ({ quantity }) => quantity,
};
const state: Column<SoldLine> = {
  key: 'state',
  header: 'State',
  width: '140px',
  cell: ({ fulfilment, amount, refunded }) => {
    if (refunded > 0 && refunded === amount) return 'Given back';
    return fulfilment ? fulfilmentWords[fulfilment] : 'Paid';
  },
};

/** All that was sold. */
export const saleColumns: readonly Column<SoldLine>[] = [
  title,
  date,
  copies,
  { key: 'amount', header: 'Amount', align: 'end', width: '120px', cell: (line) => <Sum line={line} /> },
  {
    key: 'cause',
    header: 'For the cause',
    width: '180px',
    hideUnder: 900,
    cell: ({ cause, cause_amount, currency }) => (
      <span className={styles.twoLines}>
        {moneyText({ amount: cause_amount, currency })}
        {cause && (
          <Text span size="sm" c="dimmed">
            <bdi>{cause.name}</bdi>
          </Text>
        )}
      </span>
    ),
  },
  state,
];

/** What is to be printed and sent, and where to. */
export const printColumns: readonly Column<SoldLine>[] = [
  title,
  date,
  copies,
  { key: 'ship_to', header: 'Send to', width: '220px', cell: ({ ship_to }) => <ShipTo to={ship_to} /> },
  state,
];
