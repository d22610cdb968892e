import { Anchor, Text } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import {
  watchCounted,
  watchTabs,
  type WatchCounts,
  type WatchRow,
  type WatchTab,
} from '#contract/monitoring/monitoring.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { usePanelList, type ListAsked } from './use-panel-list.ts';
import { DecidedWhen, DueBy, ReasonList } from './watch-facts.tsx';
import { WatchedWordsSection } from './watched-words.section.tsx';
import { emptyWatchTabs, nameOfWatched, sayCount, watchTabWords } from './watch.words.ts';
import styles from './watch.module.css';

const filterNames = ['tab'];

interface WatchQueueScreenProps {
  /** Null until they are known. */
  counts: WatchCounts | null;
  queueHref: string;
  itemHref: (row: WatchRow) => string;
  /** Above the books of visitors: where those are that nobody said yes to. */
  aboutVisitors: ReactNode;
  api?: ApiClient;
}

function columnsOf(tab: WatchTab, itemHref: (row: WatchRow) => string): readonly Column<WatchRow>[] {
  const isDecided = tab === 'taken_down' || tab === 'done';
  return [
    {
      key: 'work',
      header: 'Work',
      heading: true,
      ...(!isDecided && { width: '26%' }),
      cell: (row) => (
        <div className={styles.words}>
          <Anchor component={Link} to={itemHref(row)} fw={600}>
            <bdi>{nameOfWatched(row, row.shown?.title)}</bdi>
          </Anchor>
          <Text span size="sm" c="dimmed">
            <bdi>{row.school_name}</bdi>
            {row.is_from_visitor && ', from a visitor'}
            {row.answered_at !== null && ', answered'}
          </Text>
        </div>
      ),
    },
    isDecided
      ? { key: 'decided', header: 'Decision', cell: (row) => <DecidedWhen row={row} /> }
      : { key: 'why', header: 'Why', cell: ({ reasons }) => <ReasonList reasons={reasons} /> },
    ...(isDecided
      ? []
      : ([
          { key: 'risk', header: 'Risk', cell: ({ risk }) => risk, width: '70px', align: 'end' },
          { key: 'due', header: 'Decide by', cell: (row) => <DueBy row={row} />, width: '175px' },
          {
            key: 'claim',
            header: 'Looking at it',
            cell: ({ claim }) => (claim ? <bdi>{claim.is_mine ? 'You' : claim.by}</bdi> : '–'),
            width: '125px',
            hideUnder: 900,
          },
        ] satisfies Column<WatchRow>[])),
  ];
}

type WatchQueueProps = Pick<WatchQueueScreenProps, 'itemHref'> & { api: ApiClient };

function WatchQueue({ itemHref, api }: WatchQueueProps) {
  const load = useCallback(
    ({ filters, after }: ListAsked, signal: AbortSignal) => {
      const asked = oneOf(watchTabs, filters['tab']);
      const query = { ...(asked && { tab: asked }), ...(after !== null && { after }) };
      return api.call(monitoringEndpoints.list, { query }, { signal });
    },
    [api],
  );
  const list = usePanelList(filterNames, load);
  const { status, value, busy, isGone, reload } = list;
  const tab = oneOf(watchTabs, list.filters['tab']) ?? 'waiting';
  return (
    <>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The queue could not be fetched"
          unreachable={`The queue shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <DataTable
          caption={watchTabWords[tab]}
          columns={columnsOf(tab, itemHref)}
          rows={value?.results ?? []}
          rowKey={({ tenant_id, work_id }) => `${tenant_id} ${work_id}`}
          loading={value === null}
          empty={<EmptyState picture={<EmptyShelfIllustration />} {...emptyWatchTabs[tab]} />}
        />
      )}
      {value !== null && value.results.length > 0 && (
        <KeysetPager
          count={value.count}
          counted={watchCounted}
          noun={['work', 'works']}
          onEarlier={list.earlier}
          onLater={list.later}
        />
      )}
    </>
  );
}

/** `/admin-panel/book-monitoring`: books and stories of all schools that somebody should look at. */
export function WatchQueueScreen({
  counts,
  queueHref,
  itemHref,
  aboutVisitors,
  api = apiClient,
}: WatchQueueScreenProps) {
  const [address] = useAddress();
  const tab = oneOf([...watchTabs, 'words'], address.get('tab') ?? undefined) ?? 'waiting';
  const numbers: Partial<Record<WatchTab, number | null>> = counts ?? {};
  const labelOf = (each: WatchTab) => {
    const count = numbers[each];
    return count === undefined || count === 0
      ? watchTabWords[each]
      : `${watchTabWords[each]} (${sayCount(count)})`;
  };
  return (
    <Screen
      title="Book monitoring"
      description="Books and stories of all schools that somebody should look at. The highest risk comes first, then the oldest."
    >
      <Tabs
        label="Parts of book monitoring"
        shown={tab}
        tabs={[
          ...watchTabs.map((each) => ({
            tab: each,
            label: labelOf(each),
            to: each === 'waiting' ? queueHref : `${queueHref}?tab=${each}`,
          })),
          { tab: 'words' as const, label: 'Words', to: `${queueHref}?tab=words` },
        ]}
      />
      {tab === 'visitors' && aboutVisitors}
      {tab === 'words' ? <WatchedWordsSection api={api} /> : <WatchQueue itemHref={itemHref} api={api} />}
    </Screen>
  );
}
