import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import styles from './sort-picker.module.css';
import type { Sort } from './data-table.rows.ts';

interface SortPickerProps {
  columns: readonly { key: string; header: string; orderName?: string; sortBy?: unknown }[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  className?: string | undefined;
}

/** The order of a list that has no column heads to press: by what, and which way. */
export function SortPicker({ columns, sort, onSort, className }: SortPickerProps) {
  const choices = columns.filter(({ sortBy }) => sortBy);
  const Icon = sort.descending ? IconSortDescending : IconSortAscending;
  // A list that comes in the order of the server has none to choose.
  if (choices.length === 0) return null;
  return (
    <Group className={`${styles.picker} ${className ?? ''}`} gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label="Sort"
        className={styles.select}
        data={choices.map(({ key, header, orderName = header }) => ({
          value: key,
          label: `By ${orderName.toLowerCase()}`,
        }))}
        value={sort.key}
        onChange={({ currentTarget }) => onSort({ key: currentTarget.value, descending: false })}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={
          sort.descending ? 'Descending order, switch to ascending' : 'Ascending order, switch to descending'
        }
        onClick={() => onSort({ key: sort.key, descending: !sort.descending })}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
