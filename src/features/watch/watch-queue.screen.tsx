import { Anchor, Text } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import {
  watchCounted,
  watchTabs,
  type WatchCounts,
  type WatchRow,
  type WatchTab,
} from '#contract/monitoring/monitoring.schema.ts';
import { watchReasons } from '#contract/monitoring/monitoring.rules.ts';
import { workKinds } from '#contract/works/works.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';
import { DecidedWhen, DueBy, ReasonList } from './watch-facts.tsx';
import { WatchedWordsSection } from './watched-words.section.tsx';
import {
  emptyWatchTabs,
  nameOfWatched,
  sayCount,
  watchedKindWords,
  watchReasonWords,
  watchTabWords,
} from './watch.words.ts';
import styles from './watch.module.css';

const filterNames = ['reason', 'kind', 'school'];

const readFilters = (filters: ListAsked['filters']) => ({
  reason: oneOf(watchReasons, filters['reason']),
  kind: oneOf(workKinds, filters['kind']),
  school: filters['school'] ?? null,
});

interface WatchQueueScreenProps {
  /** Null until they are known. */
  counts: WatchCounts | null;
  /** Above the books of visitors: where those are that nobody said yes to. */
  aboutVisitors: ReactNode;
  api?: ApiClient;
}

function columnsOf(tab: WatchTab): readonly Column<WatchRow>[] {
  const isDecided = tab === 'taken_down' || tab === 'done';
  return [
    {
      key: 'work',
      header: 'Work',
      heading: true,
      ...(!isDecided && { width: '26%' }),
      cell: (row) => (
        <div className={styles.words}>
          <Anchor
            component={Link}
            to={panelPaths.bookMonitoring({ tenantId: row.tenant_id, workId: row.work_id })}
            fw={600}
          >
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

function WatchQueue({ tab, api }: { tab: WatchTab; api: ApiClient }) {
  const load = useCallback(
    ({ filters, after }: ListAsked, signal: AbortSignal) => {
      const { reason, kind, school } = readFilters(filters);
      const query = {
        ...(tab !== 'waiting' && { tab }),
        ...(reason && { reason }),
        ...(kind && { kind }),
        ...(school !== null && { tenant_id: school }),
        ...(after !== null && { after }),
      };
      return api.call(monitoringEndpoints.list, { query }, { signal });
    },
    [api, tab],
  );
  const list = usePanelList(filterNames, load);
  const { status, value, busy, isGone, reload, narrow, showAll } = list;
  const { reason, kind, school } = readFilters(list.filters);
  const isNarrowed = reason !== undefined || kind !== undefined || school !== null;
  return (
    <ListFrame
      narrowed={isNarrowed && value?.results.length !== 0}
      onShowAll={showAll}
      filters={
        <>
          <ListFilter
            label="Why"
            any="All reasons"
            value={reason ?? null}
            choices={watchReasons.map((each) => ({ value: each, label: watchReasonWords[each] }))}
            onChange={(chosen) => narrow({ reason: chosen })}
          />
          <ListFilter
            label="Kind"
            any="All kinds"
            value={kind ?? null}
            choices={workKinds.map((each) => ({ value: each, label: watchedKindWords[each] }))}
            onChange={(chosen) => narrow({ kind: chosen })}
          />
          <SchoolChoice
            api={api}
            value={school}
            name={value?.results.find(({ tenant_id }) => tenant_id === school)?.school_name}
            onChoose={(id) => narrow({ school: id })}
            onClear={() => narrow({ school: null })}
          />
        </>
      }
      answer={{ status, value, busy, isGone, reload }}
      failed="The queue could not be fetched"
      unreachable={`The queue shows up here ${asSoonAsReached}.`}
      pager={
        value !== null &&
        value.results.length > 0 && (
          <KeysetPager
            count={value.count}
            counted={watchCounted}
            noun={['work', 'works']}
            onEarlier={list.earlier}
            onLater={list.later}
          />
        )
      }
    >
      <DataTable
        caption={watchTabWords[tab]}
        columns={columnsOf(tab)}
        rows={value?.results ?? []}
        rowKey={({ tenant_id, work_id }) => `${tenant_id} ${work_id}`}
        loading={value === null}
        empty={
          isNarrowed ? (
            <NothingMatches noun="works" search="" isFiltered onClear={showAll} />
          ) : (
            <EmptyState picture={<EmptyShelfIllustration />} {...emptyWatchTabs[tab]} />
          )
        }
      />
    </ListFrame>
  );
}

/** `/admin-panel/book-monitoring`: books and stories of all schools that somebody should look at. */
export function WatchQueueScreen({ counts, aboutVisitors, api = apiClient }: WatchQueueScreenProps) {
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
            to: panelPaths.bookMonitoring({ tab: each === 'waiting' ? undefined : each }),
          })),
          { tab: 'words' as const, label: 'Words', to: panelPaths.bookMonitoring({ tab: 'words' }) },
        ]}
      />
      {tab === 'visitors' && aboutVisitors}
      {tab === 'words' ? <WatchedWordsSection api={api} /> : <WatchQueue key={tab} tab={tab} api={api} />}
    </Screen>
  );
}
