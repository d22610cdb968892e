import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useMoveArrows } from '#src/ui/use-move-arrows.ts';
import styles from './page-editor.module.css';

/** The list with one item at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

const field = 'input:not([type="file"]), textarea, select, [role="textbox"]';

/** Gives the keyboard to the first field of a part that was added, or to the part. */
export function focusFields(part: Element | null | undefined): void {
  const first = part?.querySelector<HTMLElement>(field) ?? part;
  if (first instanceof HTMLElement) first.focus();
}

/** What stands in a list of parts or of blocks, in its order. */
const partsOf = (list: Element | null | undefined): Element[] => [
  ...(list?.querySelectorAll(':scope > [role="group"], :scope > section') ?? []),
];

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
  const { up, down, move } = useMoveArrows((by) => onMove(place + by));
  return (
    <div className={styles.tools}>
      <ActionIcon
        {...look}
        ref={up}
        aria-label={`Move up: ${name}`}
        disabled={place === 0}
        onClick={() => move(-1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        ref={down}
        aria-label={`Move down: ${name}`}
        disabled={place === count - 1}
        onClick={() => move(1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={`Remove: ${name}`} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The item that was removed last, and the note that brings it back. */
export function useRemoved<Item>(onRestore: (item: Item, place: number) => void) {
  const [removed, setRemoved] = useState<{ item: Item; place: number; name: string } | null>(null);
  const note = removed && (
    <div role="status" className={styles.itemHead}>
      <Text>{`Removed: ${removed.name}`}</Text>
      <Button
        variant="default"
        onClick={({ currentTarget }) => {
          const list = currentTarget.closest('[role="status"]')?.parentElement;
          flushSync(() => {
            onRestore(removed.item, removed.place);
            setRemoved(null);
          });
          focusFields(partsOf(list)[removed.place]);
        }}
      >
        Undo
      </Button>
    </div>
  );
  return { setRemoved, note };
}

/** A key for each item of a list whose items have no id of their own; it goes along when the item moves. */
function useItemKeys(count: number) {
  const fresh = () => Array.from({ length: count }, (_, key) => key);
  const [keys, setKeys] = useState(fresh);
  // The list is another one.
  if (keys.length !== count) setKeys(fresh);
  return {
    keys: keys.length === count ? keys : fresh(),
    moveKey: (from: number, to: number) => setKeys(moved(keys, from, to)),
    removeKey: (place: number) => setKeys(keys.toSpliced(place, 1)),
    addKey: (place: number) => setKeys(keys.toSpliced(place, 0, Math.max(-1, ...keys) + 1)),
  };
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
  const { keys, moveKey, removeKey, addKey } = useItemKeys(items.length);
  function put(item: Item, place: number) {
    addKey(place);
    onChange(items.toSpliced(place, 0, item));
  }
  const { setRemoved, note } = useRemoved(put);
  return (
    <fieldset className={styles.items}>
      <legend>{label}</legend>
      {items.map((item, place) => {
        const name = `${one} ${place + 1}`;
        return (
          <div key={keys[place]} role="group" aria-label={name} className={styles.item}>
            <div className={styles.itemHead}>
              <strong>{name}</strong>
              <PlaceTools
                name={name}
                place={place}
                count={items.length}
                onMove={(to) => {
                  moveKey(place, to);
                  onChange(moved(items, place, to));
                }}
                onRemove={() => {
                  setRemoved({ item, place, name });
                  removeKey(place);
                  onChange(items.toSpliced(place, 1));
                }}
              />
            </div>
            {children(item, place, (next) => onChange(items.with(place, next)))}
          </div>
        );
      })}
      {note}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={({ currentTarget: { parentElement: list } }) => {
          flushSync(() => put(fresh(), items.length));
          focusFields(partsOf(list).at(-1));
        }}
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
