/** What a row is ordered by in a column. Null (nothing known) comes last, whichever way the order goes. */
export type SortValue = string | number | null;

export interface Sort {
  /** Key of a column. */
  key: string;
  descending: boolean;
}

interface Sortable<Row> {
  key: string;
  sortBy?: (row: Row) => SortValue;
}

// "Class 9" before "Class 10", "Élodie" beside "Elodie".
const collator = new Intl.Collator(undefined, { numeric: true });

function compare(a: SortValue, b: SortValue, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction;
  return collator.compare(String(a), String(b)) * direction;
}

/** The rows in the order of a column; rows that are alike in it keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: Sort,
): readonly Row[] {
  const sortBy = columns.find(({ key }) => key === sort.key)?.sortBy;
  if (!sortBy) return rows;
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .toSorted((a, b) => compare(a.value, b.value, direction))
    .map(({ row }) => row);
}

export interface RowsOfPage<Row> {
  rows: readonly Row[];
  /** From 1; the last page where a later one was asked for. */
  page: number;
  pages: number;
}

export function pageOfRows<Row>(rows: readonly Row[], page: number, pageSize: number): RowsOfPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(Math.max(1, page), pages);
  return { rows: rows.slice((shown - 1) * pageSize, shown * pageSize), page: shown, pages };
}
