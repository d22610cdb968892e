import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './filter-chips.module.css';

/** Where the chips of a list stand; null outside of one, and until it is drawn. */
const ChipPlace = createContext<HTMLElement | null>(null);

interface FilterChipProps {
  /** What is narrowed down: "State". */
  label: string;
  /** To what; undefined until its words are known. */
  value: string | undefined;
  onRemove: () => void;
}

/** A filter that is set, in words, with the way to take it off: in the row of chips of the list that it belongs to. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  const place = use(ChipPlace);
  if (place === null) return null;
  const words = value === undefined ? label : `${label}: ${value}`;
  return createPortal(
    <li>
      <Button
        variant="light"
        radius="xl"
        className={styles.chip}
        rightSection={<IconX size={16} stroke={2} aria-hidden />}
        aria-label={`Remove filter ${words}`}
        onClick={() => {
          // The chip is gone with its filter, and the focus with it.
          place.focus();
          onRemove();
        }}
      >
        <bdi>{words}</bdi>
      </Button>
    </li>,
    place,
  );
}

interface FilterChipsProps {
  /** Whether there is a button that shows all. */
  narrowed: boolean;
  onShowAll: () => void;
  /** Where filters are set; each that is has a `FilterChip`. */
  filters: ReactNode;
  /** Stands at the end of the row. */
  tools: ReactNode;
}

/** The filters of a list, and below them those that are set as chips, in the order in which they were set. */
export function FilterChips({ narrowed, onShowAll, filters, tools }: FilterChipsProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <>
      <ChipPlace value={place}>{filters}</ChipPlace>
      <div className={styles.row}>
        <ul ref={setPlace} className={styles.chips} aria-label="Filters that are set" tabIndex={-1} />
        {narrowed && (
          <Button variant="subtle" onClick={onShowAll}>
            Show all
          </Button>
        )}
        {tools && <div className={styles.tools}>{tools}</div>}
      </div>
    </>
  );
}
