import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { panelCounted } from '#contract/panel/panel.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import type { Sort } from '#src/ui/data-table.rows.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import {
  EmptyShelfIllustration,
  NothingFoundIllustration,
  SpilledInkIllustration,
} from '#src/ui/pictures/empty-illustrations.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import styles from './panel.module.css';
import type { PanelList } from './use-panel-list.ts';

interface PanelListViewProps<Row> {
  list: PanelList<Row>;
  caption: string;
  noun: readonly [one: string, many: string];
  /** Null: there is no search field. */
  searchLabel: string | null;
  /** `ListFilter`s. */
  filters: ReactNode;
  columns: readonly Column<Row>[];
  sort: Sort;
  rowKey: (row: Row) => string;
  /** Where there is nothing at all yet. */
  empty: { title: string; text: string };
}

function Nothing<Row>({ list, noun, empty }: Pick<PanelListViewProps<Row>, 'list' | 'noun' | 'empty'>) {
  const { search, isNarrowed, after, showAll } = list;
  if (search === '' && !isNarrowed && after === null)
    return <EmptyState picture={<EmptyShelfIllustration />} {...empty} />;
  return (
    <EmptyState
      picture={<NothingFoundIllustration />}
      title={search === '' ? `No ${noun[1]} match these filters` : `No ${noun[1]} match “${search}”`}
      action={
        <Button variant="default" onClick={showAll}>
          Show all
        </Button>
      }
    />
  );
}

function Rows<Row>({
  list,
  caption,
  columns,
  sort,
  rowKey,
  ...said
}: Omit<PanelListViewProps<Row>, 'searchLabel' | 'filters'>) {
  const { status, value, busy, isGone, reload } = list;
  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The list could not be fetched"
        unreachable={`The list shows up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  if (list.isTooWide)
    return (
      <EmptyState
        role="alert"
        picture={<SpilledInkIllustration />}
        title="Please add a word."
        text="There is too much to look through at once. Another word or a filter finds it faster."
        action={
          <Button loading={busy} onClick={reload}>
            Try again
          </Button>
        }
      />
    );
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={value?.results ?? []}
      rowKey={rowKey}
      sort={sort}
      onSort={list.sortBy}
      loading={value === null}
      empty={<Nothing list={list} {...said} />}
    />
  );
}

/** A list of all schools: search, filters, rows or why there are none, and the pages before and after. */
export function PanelListView<Row>({ searchLabel, filters, ...view }: PanelListViewProps<Row>) {
  const { list, noun } = view;
  const { value } = list;
  return (
    <div className={styles.list}>
      {searchLabel !== null && (
        <SearchField
          label={searchLabel}
          value={list.search}
          onSearch={list.find}
          quiet={limits.searchDebounce}
        />
      )}
      <ListFilters label="Filters" narrowed={list.isNarrowed} onClear={list.clearFilters}>
        {filters}
      </ListFilters>
      <Rows {...view} />
      {value !== null && value.results.length > 0 && (
        <KeysetPager
          count={value.count}
          counted={panelCounted}
          noun={noun}
          {...(list.search !== '' && { tip: 'Add a word to find fewer.' })}
          onEarlier={list.earlier}
          onLater={list.later}
        />
      )}
    </div>
  );
}
