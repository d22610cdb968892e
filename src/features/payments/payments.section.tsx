import { Menu, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import type { ListedPayment } from '#contract/payments/payments.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { DayFilter, ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { paymentStates, providerNames } from './payments.words.ts';
import { SchoolFilter } from './school-filter.tsx';
import { TransferDialog, type TransferSubject } from './transfer.dialog.tsx';
import { usePayments } from './use-payments.ts';
import styles from './payments.module.css';

const noFilters = { school: null, state: null, provider: null, from: null, to: null };

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const orderHref = ({ tenant, order_id }: Pick<ListedPayment, 'tenant' | 'order_id'>) =>
  paths.platform.orders({ tenantId: tenant.id, orderId: order_id });

const columns: readonly Column<ListedPayment>[] = [
  {
    key: 'number',
    header: 'Order',
    heading: true,
    cell: (payment) => (
      <span className={styles.twoLines}>
        <Link to={orderHref(payment)} className={styles.number}>
          {payment.number}
        </Link>
        <Text span size="sm" c="dimmed" fw={400}>
          <bdi>{payment.tenant.school_name}</bdi>
          {payment.is_test && ', practice'}
        </Text>
      </span>
    ),
  },
  { key: 'date', header: 'Begun', width: '120px', cell: ({ begun_at }) => <Day at={begun_at} /> },
  { key: 'provider', header: 'Provider', width: '120px', cell: ({ provider }) => providerNames[provider] },
  {
    key: 'state',
    header: 'State',
    width: '110px',
    cell: ({ state, is_disputed, reason }) => (
      <span className={styles.twoLines}>
        {paymentStates[state]}
        {(is_disputed || reason !== null) && (
          <Text span size="sm" c="dimmed">
            {is_disputed ? 'Disputed' : reason}
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    width: '110px',
    cell: ({ amount, captured, currency }) => (
      <span className={styles.twoLines}>
        {moneyText({ amount, currency })}
        {captured > 0 && captured !== amount && (
          <Text span size="sm" c="dimmed">
            {moneyText({ amount: captured, currency })} came
          </Text>
        )}
      </span>
    ),
  },
];

/** All payments, of all schools or one. */
export function PaymentsSection({ api }: { api: ApiClient }) {
  const payments = usePayments(api);
  const { value, reload, list, filters } = payments;
  const recording = useDialog<TransferSubject>();
  const showAll = () => list.narrow(noFilters);
  const isNarrowed = Object.values(filters).some((each) => each !== null);
  const count = value?.count ?? 0;

  const record = ({ id, tenant, number, currency, amount }: ListedPayment) =>
    recording.open({
      tenantId: tenant.id,
      paymentId: id,
      number,
      currency,
      amount,
      direction: 'in',
      refundId: null,
    });
  return (
    <>
      <ListFrame
        filters={
          <>
            <SchoolFilter api={api} value={filters.school} onChange={(school) => list.narrow({ school })} />
            <ListFilter
              label="State"
              any="All states"
              value={filters.state}
              choices={choicesOf(paymentStates)}
              onChange={(state) => list.narrow({ state })}
            />
            <ListFilter
              label="Provider"
              any="All providers"
              value={filters.provider}
              choices={choicesOf(providerNames)}
              onChange={(provider) => list.narrow({ provider })}
            />
            <DayFilter label="From" value={filters.from} onChange={(from) => list.narrow({ from })} />
            <DayFilter label="To" value={filters.to} onChange={(to) => list.narrow({ to })} />
          </>
        }
        narrowed={isNarrowed && value?.results.length !== 0}
        onShowAll={showAll}
        answer={payments}
        failed="The payments could not be fetched"
        unreachable={`What was paid shows up here ${asSoonAsReached}.`}
        pager={count > 0 && <KeysetPager {...payments.pager} noun={['payment', 'payments']} />}
      >
        <DataTable
          caption="Payment History"
          columns={columns}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          renderActions={(payment) => (
            <RowMenu label={`Actions for ${payment.number}, ${providerNames[payment.provider]}`} width={240}>
              {payment.provider !== 'transfer' && (
                <Menu.Item onClick={() => void payments.check(payment)}>Ask again</Menu.Item>
              )}
              <Menu.Item onClick={() => record(payment)}>Record a bank transfer…</Menu.Item>
              <Menu.Item component={Link} to={orderHref(payment)}>
                Look at the order
              </Menu.Item>
            </RowMenu>
          )}
          empty={
            isNarrowed ? (
              <NothingMatches noun="payments" search="" isFiltered onClear={showAll} />
            ) : (
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title="Nothing was paid yet"
                text="Each try to pay an order shows up here."
              />
            )
          }
        />
      </ListFrame>
      <TransferDialog
        subject={recording.subject}
        opened={recording.opened}
        api={api}
        onDone={reload}
        onClose={recording.close}
      />
    </>
  );
}
