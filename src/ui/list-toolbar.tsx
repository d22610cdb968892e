import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconFilter } from '@tabler/icons-react';
import { useCallback, useId, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { ChipsContext } from './filter-chips.tsx';
import { ListFilters } from './list-filters.tsx';
import styles from './list-toolbar.module.css';
import { SearchField } from './search-field.tsx';
import { SortPicker } from './sort-picker.tsx';

export interface ListToolbarProps {
  /** Left out: the list cannot be searched. */
  search?: ComponentProps<typeof SearchField> | undefined;
  /** `ListFilter`s. */
  filters?: ReactNode;
  /** Whether there is a button that shows all. */
  narrowed?: boolean;
  /** Takes all filters off, and the search. */
  onShowAll?: () => void;
  /** Left out: the list has one order. */
  sorting?: ComponentProps<typeof SortPicker> | undefined;
  /** What else can be done with the whole list, such as exporting it. */
  tools?: ReactNode;
}

/** Open where there is room, until it is pressed. */
function useFolded(isNarrow: boolean) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? !isNarrow;
  return {
    isOpen,
    part: { id, hidden: !isOpen },
    button: { 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setChosen(!isOpen) },
  };
}

/**
 * What finds the rows of a list, and what is done with all of it: search, filters, order and more in one row. On a phone filters
 * and tools are folded away; what is set stands below as chips.
 */
export function ListToolbar({
  search,
  filters,
  narrowed = false,
  onShowAll,
  sorting,
  tools,
}: ListToolbarProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [set, setCount] = useState(0);
  const count = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  const chips = useMemo(() => ({ place, count }), [place, count]);
  const filtering = useFolded(isNarrow);
  const more = useFolded(isNarrow);
  return (
    <div className={styles.toolbar}>
      <div className={styles.row}>
        {search && (
          <div className={styles.search}>
            <SearchField {...search} />
          </div>
        )}
        {filters !== undefined && (
          <Button
            variant="default"
            className={styles.button}
            aria-label={set === 0 ? 'Filter' : `Filter (${set})`}
            leftSection={<IconFilter size={20} stroke={1.75} aria-hidden />}
            {...filtering.button}
          >
            <span className={styles.words}>Filter</span>
            {set > 0 && <span className={styles.count}>{set}</span>}
          </Button>
        )}
        {sorting && <SortPicker {...sorting} className={styles.sort} />}
        {tools && isNarrow && (
          <Button variant="default" className={styles.button} aria-label="More" {...more.button}>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </Button>
        )}
      </div>
      {tools && (
        // At one place in either width, so that a dialog of theirs stays open when a tablet is turned.
        <div className={styles.tools} {...more.part} hidden={isNarrow && !more.isOpen}>
          {tools}
        </div>
      )}
      {filters !== undefined && (
        <ChipsContext value={chips}>
          <div className={styles.whole} {...filtering.part}>
            <ListFilters label="Filters">{filters}</ListFilters>
          </div>
        </ChipsContext>
      )}
      <div className={styles.set}>
        <ul ref={setPlace} className={styles.chips} aria-label="Filters that are set" tabIndex={-1} />
        {narrowed && (
          <Button variant="subtle" onClick={onShowAll}>
            Show all
          </Button>
        )}
      </div>
    </div>
  );
}
