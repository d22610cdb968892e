import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import type { FoundOrder } from '#contract/orders/seller.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { orderStates } from './payments.words.ts';
import { SchoolFilter } from './school-filter.tsx';
import styles from './payments.module.css';

const keys = ['date'];
const latest = { key: 'date', descending: true };
const size = limits.pageDefault;
const states = Object.entries(orderStates).map(([value, label]) => ({ value, label }));

const columns: readonly Column<FoundOrder>[] = [
  {
    key: 'number',
    header: 'Order',
    heading: true,
    cell: ({ id, number, tenant, is_test }) => (
      <span className={styles.twoLines}>
        <Link to={paths.platform.orders({ tenantId: tenant.id, orderId: id })} className={styles.number}>
          {number}
        </Link>
        <Text span size="sm" c="dimmed" fw={400}>
          <bdi>{tenant.school_name}</bdi>
          {is_test && ', practice'}
        </Text>
      </span>
    ),
  },
  { key: 'buyer', header: 'Buyer', hideUnder: 768, cell: ({ buyer_name }) => <bdi>{buyer_name ?? '—'}</bdi> },
  { key: 'date', header: 'Ordered', width: '130px', cell: ({ placed_at }) => <Day at={placed_at} /> },
  { key: 'state', header: 'State', width: '160px', cell: ({ state }) => orderStates[state] },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    width: '120px',
    cell: ({ total, currency }) => moneyText({ amount: total, currency }),
  },
];

/** Orders of all schools, found by number or e-mail address. */
export function OrdersSection({ api }: { api: ApiClient }) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const trail = useKeysetTrail();
  const { q } = list;
  const [school, stateText] = [address.get('school'), address.get('state')];
  const state = stateText !== null && Object.hasOwn(orderStates, stateText) ? stateText : null;
  const answer = useKeyedList(
    api,
    sellerEndpoints.findOrders,
    { after: trail.after, size },
    {
      search: q,
      ...(school !== null && { tenant_id: school }),
      ...(state !== null && { state: state as FoundOrder['state'] }),
    },
  );
  const { value } = answer;
  const pager = useKeysetPages(answer, trail, size);
  const showAll = () => list.narrow({ q: null, school: null, state: null });
  const isNarrowed = q !== '' || school !== null || state !== null;
  return (
    <ListFrame
      search={{
        label: 'Search by order number or email address',
        value: q,
        onSearch: list.search,
        quiet: limits.searchDebounce,
      }}
      filters={
        <>
          <SchoolFilter api={api} value={school} onChange={(id) => list.narrow({ school: id })} />
          <ListFilter
            label="State"
            any="All states"
            value={state}
            choices={states}
            onChange={(chosen) => list.narrow({ state: chosen })}
          />
        </>
      }
      narrowed={(school !== null || state !== null) && value?.results.length !== 0}
      onShowAll={showAll}
      answer={answer}
      failed="The orders could not be fetched"
      unreachable={`What was ordered shows up here ${asSoonAsReached}.`}
      pager={value && value.count > 0 && <KeysetPager {...pager} noun={['order', 'orders']} />}
    >
      <DataTable
        caption="Orders"
        columns={columns}
        rows={value?.results ?? []}
        rowKey={({ id }) => id}
        loading={value === null}
        empty={
          isNarrowed ? (
            <NothingMatches
              noun="orders"
              search={q}
              isFiltered={school !== null || state !== null}
              text="An order is found by how its number begins, or by the whole email address of its buyer."
              onClear={showAll}
            />
          ) : (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="Nothing was ordered yet"
              text="What is bought at any school shows up here."
            />
          )
        }
      />
    </ListFrame>
  );
}
