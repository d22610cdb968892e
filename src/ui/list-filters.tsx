import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { FilterChip } from './filter-chips.tsx';
import styles from './list-filters.module.css';

export interface Choice {
  value: string;
  label: string;
}

interface ListFilterProps {
  label: string;
  /** What it says where it narrows nothing down. */
  any: string;
  value: string | null;
  choices: readonly Choice[];
  onChange: (value: string | null) => void;
}

/** One thing by which a list is narrowed down. */
export function ListFilter({ label, any, value, choices, onChange }: ListFilterProps) {
  return (
    <>
      <NativeSelect
        label={label}
        className={styles.filter}
        data-narrowed={value !== null || undefined}
        data={[{ value: '', label: any }, ...choices]}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
      />
      {value !== null && (
        <FilterChip
          label={label}
          value={choices.find((choice) => choice.value === value)?.label}
          onRemove={() => onChange(null)}
        />
      )}
    </>
  );
}

interface DayFilterProps {
  label: string;
  /** `2026-11-26`; null where it narrows nothing down. */
  value: string | null;
  onChange: (day: string | null) => void;
}

const sayDay = (day: string) =>
  new Date(`${day}T00:00`).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** A year that is being typed is 0002, 0020 and 0202 before it is 2026. */
const isWhole = (day: string) => day === '' || day >= '1000';

/** One day by which a list is narrowed down. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [inForce, setInForce] = useState(value);
  // Changed from outside, as by the browser's Back button: what is typed follows.
  if (value !== inForce) {
    setInForce(value);
    setTyped(value ?? '');
  }

  function change(day: string) {
    // At once: the browser begins the year anew where the field is given another day.
    setTyped(day);
    if (isWhole(day)) onChange(day === '' ? null : day);
  }

  return (
    <>
      <TextInput
        type="date"
        label={label}
        className={styles.filter}
        data-narrowed={value !== null || undefined}
        value={typed}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {value !== null && <FilterChip label={label} value={sayDay(value)} onRemove={() => onChange(null)} />}
    </>
  );
}

interface ListFiltersProps {
  /** What is narrowed down, for those who cannot see it: "Filters". */
  label: string;
  /** Left out: there is no button to clear them, as where chips say what is set. */
  narrowed?: boolean;
  onClear?: () => void;
  /** `ListFilter`s. */
  children: ReactNode;
}

/** What a list is narrowed down by, and the way back to all of it. */
export function ListFilters({ label, narrowed, onClear, children }: ListFiltersProps) {
  return (
    <div className={styles.filters} role="group" aria-label={label}>
      {children}
      {narrowed && (
        <Button
          variant="subtle"
          className={styles.clear}
          leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
          onClick={onClear}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
