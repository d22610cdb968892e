import { Checkbox, Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import type { Sort, SortValue } from './data-table.rows.ts';
import styles from './data-table.module.css';
import { SortPicker } from './sort-picker.tsx';
import type { Selection } from './use-selection.ts';

export interface Column<Row> {
  key: string;
  header: string;
  /** What the rows are ordered by, in “By …”; left out: the header. */
  orderName?: string;
  cell: (row: Row) => ReactNode;
  /** What the rows are ordered by; a column without it cannot be sorted by. */
  sortBy?: (row: Row) => SortValue;
  /** CSS width; columns without one share what is left. */
  width?: string;
  align?: 'end';
  /** Pixels of room for the table under which the column is left out; cards show every column. */
  hideUnder?: 768 | 900;
  /** True for the one column that says what the row is: it heads the row, and the card. */
  heading?: boolean;
  /** True for the last column where it has a `RowMenu`: as wide as one, and in the corner of a card. */
  isMenu?: boolean;
}

export interface RowSelection<Row> extends Pick<Selection, 'picked' | 'pick'> {
  /** What a row's box picks: "Select Zoë Fern". */
  label: (row: Row) => string;
}

interface Sorting {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

interface DataTableProps<Row> extends Partial<Sorting> {
  /** What the table lists, for those who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What can be done with a row, at its right. */
  renderActions?: (row: Row) => ReactNode;
  /** With it, each row has a box, and the head one for all that are shown. */
  selection?: RowSelection<Row>;
  /** True where the toolbar of the list has its order; cards have none of their own then. */
  hasSortAbove?: boolean;
  loading?: boolean;
  /** What stands there instead of rows: nothing yet, or nothing found. */
  empty: ReactNode;
}

const placeholders = [0, 1, 2, 3, 4, 5];

/** A column has nothing to say of the row: a card leaves its name out as well. */
const isNothing = (value: ReactNode) =>
  value === null || value === undefined || value === false || value === '';

function ariaSort(column: string, sort: Sort) {
  if (column !== sort.key) return 'none';
  return sort.descending ? 'descending' : 'ascending';
}

function MenuHeader({ name }: { name: string }) {
  return (
    <Table.Th scope="col" role="columnheader" className={styles.head} style={{ width: 64 }}>
      <VisuallyHidden>{name}</VisuallyHidden>
    </Table.Th>
  );
}

function MenuCell({ children }: { children: ReactNode }) {
  return (
    <Table.Td role="cell" className={styles.actions}>
      {children}
    </Table.Td>
  );
}

function HeaderCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | null }) {
  if (column.isMenu) return <MenuHeader name={column.header} />;
  const sorted = column.sortBy && sorting;
  const order = sorted ? ariaSort(column.key, sorted.sort) : 'none';
  const Arrow = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[order];
  return (
    <Table.Th
      scope="col"
      role="columnheader"
      {...(sorted && { 'aria-sort': order })}
      className={styles.head}
      data-align={column.align}
      data-hide-under={column.hideUnder}
      style={{ width: column.width }}
    >
      {sorted ? (
        <UnstyledButton
          className={styles.sort}
          onClick={() => sorted.onSort({ key: column.key, descending: order === 'ascending' })}
        >
          <span className={styles.sortName}>{column.header}</span>
          <Arrow size={16} stroke={2} aria-hidden className={order === 'none' ? styles.quiet : undefined} />
        </UnstyledButton>
      ) : (
        column.header
      )}
    </Table.Th>
  );
}

/** Picks all rows that are shown, or none of them. */
function PickAll({
  keys,
  selection: { picked, pick },
  label,
}: {
  keys: readonly string[];
  selection: Pick<Selection, 'picked' | 'pick'>;
  label?: string;
}) {
  const id = useId();
  const count = keys.filter((key) => picked.has(key)).length;
  const all = keys.length > 0 && count === keys.length;
  const box = (
    <Checkbox
      id={id}
      size="md"
      {...(label === undefined ? { 'aria-label': `Select all ${keys.length} shown` } : { label })}
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={keys.length === 0}
      onChange={() => pick(keys, !all)}
    />
  );
  if (label !== undefined) return box;
  return (
    <label className={styles.pickArea} htmlFor={id}>
      {box}
    </label>
  );
}

/** True where the Shift key was down: a box that is pressed with it takes all rows along, from the last one pressed. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}

/**
 * Rows of people or things, with columns as data. Under 640 pixels of room each row is a card. The roles are written
 * out because a browser forgets them once the parts of a table are laid out as cards. Without `sort` and `onSort` the order
 * of the rows is the one that they come in.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  renderActions,
  selection,
  hasSortAbove = false,
  loading = false,
  empty,
}: DataTableProps<Row>) {
  const boxes = useId();
  const lastPressed = useRef<string | null>(null);
  const keys = rows.map(rowKey);
  const sorting = sort && onSort ? { sort, onSort } : null;

  function press(event: ChangeEvent<HTMLInputElement>, key: string) {
    const from = isRange(event) ? keys.indexOf(lastPressed.current ?? key) : -1;
    const to = keys.indexOf(key);
    const range = from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    lastPressed.current = key;
    selection?.pick(range, event.currentTarget.checked);
  }

  if (!loading && rows.length === 0) return <div className={styles.empty}>{empty}</div>;
  return (
    <div className={styles.room} aria-busy={loading} data-selectable={selection !== undefined || undefined}>
      <div className={styles.picker}>
        {selection && <PickAll keys={keys} selection={selection} label={`Select all ${keys.length} shown`} />}
        {sorting && !hasSortAbove && <SortPicker columns={columns} {...sorting} />}
      </div>
      <Table className={styles.table} role="table" aria-label={caption} tabularNums withRowBorders={false}>
        <Table.Thead role="rowgroup" className={styles.thead}>
          <Table.Tr role="row">
            {selection && (
              <Table.Th scope="col" role="columnheader" className={styles.pickHead} style={{ width: 56 }}>
                <PickAll keys={keys} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sorting={sorting} />
            ))}
            {renderActions && <MenuHeader name="Actions" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {loading
            ? placeholders.map((index) => (
                <Table.Tr key={index} role="row" className={styles.waiting}>
                  {selection && <Table.Td role="cell" className={styles.pick} />}
                  {columns.map((column) => (
                    <Table.Td
                      key={column.key}
                      role="cell"
                      className={styles.cell}
                      data-hide-under={column.hideUnder}
                    >
                      <Skeleton height={16} width={column.heading ? '70%' : '50%'} my={8} />
                    </Table.Td>
                  ))}
                  {renderActions && <Table.Td role="cell" className={styles.cell} />}
                </Table.Tr>
              ))
            : rows.map((row) => (
                <Table.Tr
                  key={rowKey(row)}
                  role="row"
                  className={styles.row}
                  data-picked={selection?.picked.has(rowKey(row)) || undefined}
                >
                  {selection && (
                    <Table.Td role="cell" className={styles.pick}>
                      {/* All of the cell is pressed, which is as large as a finger. */}
                      <label className={styles.pickArea} htmlFor={`${boxes}-${rowKey(row)}`}>
                        <Checkbox
                          id={`${boxes}-${rowKey(row)}`}
                          size="md"
                          aria-label={selection.label(row)}
                          checked={selection.picked.has(rowKey(row))}
                          onChange={(event) => press(event, rowKey(row))}
                        />
                      </label>
                    </Table.Td>
                  )}
                  {columns.map((column) => {
                    const value = column.cell(row);
                    if (column.isMenu) return <MenuCell key={column.key}>{value}</MenuCell>;
                    return column.heading ? (
                      <Table.Th key={column.key} scope="row" role="rowheader" className={styles.heading}>
                        {value}
                      </Table.Th>
                    ) : (
                      <Table.Td
                        key={column.key}
                        role="cell"
                        className={styles.cell}
                        data-align={column.align}
                        data-hide-under={column.hideUnder}
                        data-empty={isNothing(value) || undefined}
                      >
                        <span className={styles.label} aria-hidden>
                          {column.header}
                        </span>
                        <span className={styles.value}>{value}</span>
                      </Table.Td>
                    );
                  })}
                  {renderActions && <MenuCell>{renderActions(row)}</MenuCell>}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
      {loading && <VisuallyHidden role="status">Loading</VisuallyHidden>}
    </div>
  );
}
