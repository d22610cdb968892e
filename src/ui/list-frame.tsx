import type { ReactNode } from 'react';
import { AnswerMissing } from './answer-missing.tsx';
import { ListFilters } from './list-filters.tsx';
import styles from './list-frame.module.css';
import { SearchField } from './search-field.tsx';

interface ListFrameProps {
  /** Left out: the list cannot be searched. */
  search?: { label: string; value: string; onSearch: (text: string) => void; quiet: number } | undefined;
  /** `ListFilter`s. */
  filters?: ReactNode;
  /** Whether a filter narrows the list down. */
  narrowed: boolean;
  onClear: () => void;
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
  onClear,
  answer: { status, value, busy, isGone, reload },
  failed,
  unreachable,
  children,
  pager,
}: ListFrameProps) {
  return (
    <div className={styles.list}>
      {search && <SearchField {...search} />}
      {filters !== undefined && (
        <ListFilters label="Filters" narrowed={narrowed} onClear={onClear}>
          {filters}
        </ListFilters>
      )}
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
