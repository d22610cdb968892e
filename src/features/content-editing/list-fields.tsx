import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './page-editor.module.css';

/** The list with one item at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

interface PlaceToolsProps {
  /** "Step 2" */
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Moves one of several up or down, or takes it out. */
export function PlaceTools({ name, place, count, onMove, onRemove }: PlaceToolsProps) {
  const look = { variant: 'subtle', color: 'gray', size: 44 } as const;
  return (
    <div className={styles.tools}>
      <ActionIcon
        {...look}
        aria-label={`Move up: ${name}`}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={`Move down: ${name}`}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={`Remove: ${name}`} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface ListFieldProps<Item> {
  label: string;
  /** What one of them is called. */
  one: string;
  items: readonly Item[];
  fresh: () => Item;
  onChange: (items: Item[]) => void;
  children: (item: Item, place: number, onItem: (item: Item) => void) => ReactNode;
}

/** Several of the same, each with its fields. */
export function ListField<Item>({ label, one, items, fresh, onChange, children }: ListFieldProps<Item>) {
  return (
    <fieldset className={styles.items}>
      <legend>{label}</legend>
      {items.map((item, place) => {
        const name = `${one} ${place + 1}`;
        return (
          <div key={place} role="group" aria-label={name} className={styles.item}>
            <div className={styles.itemHead}>
              <strong>{name}</strong>
              <PlaceTools
                name={name}
                place={place}
                count={items.length}
                onMove={(to) => onChange(moved(items, place, to))}
                onRemove={() => onChange(items.toSpliced(place, 1))}
              />
            </div>
            {children(item, place, (next) => onChange(items.with(place, next)))}
          </div>
        );
      })}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onChange([...items, fresh()])}
      >
        {`Add: ${one}`}
      </Button>
    </fieldset>
  );
}

interface GridFieldProps {
  label: string;
  one: string;
  columns: readonly string[];
  rows: readonly string[][];
  onChange: (rows: string[][]) => void;
}

/** Rows with a text for each column. */
export function GridField({ label, one, columns, rows, onChange }: GridFieldProps) {
  return (
    <ListField label={label} one={one} items={rows} fresh={() => columns.map(() => '')} onChange={onChange}>
      {(row, _, onRow) =>
        columns.map((column, place) => (
          <TextInput
            key={place}
            label={column}
            dir="auto"
            maxLength={600}
            value={row[place] ?? ''}
            onChange={({ target }) =>
              onRow(columns.map((_column, each) => (each === place ? target.value : (row[each] ?? ''))))
            }
          />
        ))
      }
    </ListField>
  );
}
