import { createContext, use, type ReactNode } from 'react';
import { AnswerMissing } from './answer-missing.tsx';
import { FilterChips } from './filter-chips.tsx';
import { ListFilters } from './list-filters.tsx';
import styles from './list-frame.module.css';
import { SearchField } from './search-field.tsx';

/** What stands beside each list of an area, such as its saved views. */
export const ListTools = createContext<ReactNode>(null);

interface ListFrameProps {
  /** Left out: the list cannot be searched. */
  search?: { label: string; value: string; onSearch: (text: string) => void; quiet: number } | undefined;
  /** `ListFilter`s. */
  filters?: ReactNode;
  /** Whether a filter narrows the list down: then there is a button that shows all. */
  narrowed: boolean;
  /** Takes all filters off, and the search. */
  onShowAll: () => void;
  /** What else can be done with the whole list, such as exporting it. */
  tools?: ReactNode;
  /** As `useAnswer` gives it. */
  answer: {
    status: 'loading' | 'ready' | 'unreachable' | 'failed';
    value: unknown;
    busy: boolean;
    isGone: boolean;
    reload: () => void;
  };
  /** Said where the server refused: "The orders could not be fetched". */
  failed: string;
  /** Said where it did not answer: what shows up here then. */
  unreachable: string;
  /** The table. */
  children: ReactNode;
  /** The way to other pages; shown where there are rows. */
  pager?: ReactNode;
}

/** A list of the server with its search, filters and pages, or why it is missing; what is asked for stays. */
export function ListFrame({
  search,
  filters,
  narrowed,
  onShowAll,
  tools,
  answer: { status, value, busy, isGone, reload },
  failed,
  unreachable,
  children,
  pager,
}: ListFrameProps) {
  const views = use(ListTools);
  return (
    <div className={styles.list}>
      {search && <SearchField {...search} />}
      <FilterChips
        narrowed={narrowed}
        onShowAll={onShowAll}
        filters={filters !== undefined && <ListFilters label="Filters">{filters}</ListFilters>}
        tools={
          (tools ?? views) && (
            <>
              {views}
              {tools}
            </>
          )
        }
      />
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed={failed}
          unreachable={unreachable}
          onRetry={reload}
        />
      ) : (
        children
      )}
      {pager}
    </div>
  );
}
