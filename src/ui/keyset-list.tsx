import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { CsvButton } from './csv-button.tsx';
import type { Sort } from './data-table.rows.ts';
import { DataTable, type Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { KeysetPager } from './keyset-pager.tsx';
import { ListFrame } from './list-frame.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import {
  EmptyShelfIllustration,
  NothingFoundIllustration,
  SpilledInkIllustration,
} from './pictures/empty-illustrations.tsx';

/** A page by key, as every list of the panel answers. */
export interface KeysetPage<Row> {
  results: Row[];
  next: string | null;
  count: number | null;
}

/** Where the list is, as `useKeysetState` gives it, and what the server answers. */
export interface KeysetListState<Row> extends Omit<ComponentProps<typeof ListFrame>['answer'], 'value'> {
  value: KeysetPage<Row> | null;
  isTooWide: boolean;
  search: string;
  after: string | null;
  isNarrowed: boolean;
  find: (text: string) => void;
  showAll: () => void;
  sortBy: (sort: Sort) => void;
  earlier: (() => void) | undefined;
  later: (() => void) | undefined;
}

export interface KeysetListProps<Row> {
  list: KeysetListState<Row>;
  caption: string;
  noun: readonly [one: string, many: string];
  /** Null: there is no search field. */
  searchLabel: string | null;
  /** Milliseconds of quiet before the search runs. */
  quiet: number;
  /** Said beside the count where more are found than are counted. */
  tip?: string;
  /** How many are counted at most. */
  counted: number;
  unreachable: string;
  /** `ListFilter`s. */
  filters: ReactNode;
  /** All of the list as a file; left out: it is not exported. */
  file?: Omit<ComponentProps<typeof CsvButton>, 'disabled'>;
  columns: readonly Column<Row>[];
  /** Left out: the list has one order. */
  sort?: Sort;
  rowKey: (row: Row) => string;
  /** Where there is nothing at all yet. */
  empty: { title: string; text: string };
}

function Nothing<Row>({ list, noun, empty }: Pick<KeysetListProps<Row>, 'list' | 'noun' | 'empty'>) {
  const { search, isNarrowed, after, showAll } = list;
  if (search !== '' || isNarrowed)
    return <NothingMatches noun={noun[1]} search={search} isFiltered={isNarrowed} onClear={showAll} />;
  if (after === null) return <EmptyState picture={<EmptyShelfIllustration />} {...empty} />;
  return (
    <EmptyState
      picture={<NothingFoundIllustration />}
      title={`No more ${noun[1]} are here`}
      action={
        <Button variant="default" onClick={showAll}>
          Show all
        </Button>
      }
    />
  );
}

function TooWide({ busy, reload }: { busy: boolean; reload: () => void }) {
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
}

/** A list by key: search, filters, rows or why there are none, and the pages before and after. */
export function KeysetList<Row>({ list, caption, noun, columns, rowKey, ...props }: KeysetListProps<Row>) {
  const { value } = list;
  const { searchLabel, quiet, filters, file, tip, counted, sort, empty, unreachable } = props;
  const isNothing = value?.results.length === 0;
  return (
    <ListFrame
      search={
        searchLabel === null
          ? undefined
          : { label: searchLabel, value: list.search, onSearch: list.find, quiet }
      }
      filters={filters}
      sorting={sort && { columns, sort, onSort: list.sortBy }}
      // Where nothing is found, it is said there how to see all.
      narrowed={list.isNarrowed && !isNothing}
      onShowAll={list.showAll}
      tools={file && <CsvButton {...file} disabled={value === null || isNothing} />}
      answer={list}
      failed="The list could not be fetched"
      unreachable={unreachable}
      pager={
        value !== null &&
        value.results.length > 0 && (
          <KeysetPager
            count={value.count}
            counted={counted}
            noun={noun}
            {...(list.search !== '' && tip !== undefined && { tip })}
            onEarlier={list.earlier}
            onLater={list.later}
          />
        )
      }
    >
      {list.isTooWide ? (
        <TooWide busy={list.busy} reload={list.reload} />
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          rows={value?.results ?? []}
          rowKey={rowKey}
          {...(sort && { sort, onSort: list.sortBy })}
          hasSortAbove
          loading={value === null}
          empty={<Nothing list={list} noun={noun} empty={empty} />}
        />
      )}
    </ListFrame>
  );
}
