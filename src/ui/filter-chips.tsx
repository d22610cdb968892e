import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { createContext, use, useEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from './list-toolbar.module.css';

interface Chips {
  /** Null until it is drawn. */
  place: HTMLElement | null;
  /** Counts a chip; @returns takes it off the count again */
  count: () => () => void;
}

/** Where the chips of a list stand; null outside of one. */
export const ChipsContext = createContext<Chips | null>(null);

interface FilterChipProps {
  /** What is narrowed down: "State". */
  label: string;
  /** To what; undefined until its words are known. */
  value: string | undefined;
  onRemove: () => void;
}

/** A filter that is set, in words, with the way to take it off: in the row of chips of the list that it belongs to. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  const chips = use(ChipsContext);
  const place = chips?.place ?? null;
  const count = chips?.count;
  useEffect(() => count?.(), [count]);
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
