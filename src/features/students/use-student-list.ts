import { useMemo } from 'react';
import { useAllRows, usePopulated, useUnreachable } from '#src/session/use-replica.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { pageOfRows, sortRows } from '#src/ui/data-table.rows.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useNow } from '#src/ui/moments.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { archivedListColumns, listColumns } from './student-list.columns.tsx';
import {
  filterStudents,
  noFilters,
  readFilters,
  writeFilters,
  type StudentFilters,
} from './student-list.rules.ts';
import { indexStudents } from './students.rules.ts';
import { studentsPerPage } from './students-table.tsx';

const keys = [...new Set([...listColumns, ...archivedListColumns].map(({ key }) => key))];
const byName = { key: 'name', descending: false };

/** All students of the school as the address asks for them. */
export function useStudentList() {
  const { status, rows: students } = useAllRows('students');
  const isPopulated = usePopulated('students');
  const isUnreachable = useUnreachable();
  const now = useNow();
  const [address, setAddress] = useAddress();
  const list = useListState(keys, byName);
  const { q, sort } = list;
  const filters = useMemo(() => readFilters(address), [address]);
  const columns = filters.archived ? archivedListColumns : listColumns;
  // Thousands of names are put in order once, and not with every filter and every key press.
  const ordered = useMemo(() => sortRows(students, columns, sort), [students, columns, sort]);
  const listed = useMemo(() => filterStudents(ordered, filters, now), [ordered, filters, now]);
  const isSearching = q !== '';
  const index = useMemo(() => (isSearching ? indexStudents(listed) : null), [listed, isSearching]);
  const found = useMemo(() => (index ? index.find(q) : listed), [index, listed, q]);

  return {
    status:
      status === 'ready' && isPopulated ? 'ready' : !isPopulated && isUnreachable ? 'unreachable' : 'loading',
    /** How many the school has, archived ones too. */
    all: students.length,
    filters,
    setFilters: (change: Partial<StudentFilters>) =>
      setAddress((was) => writeFilters(was, { ...readFilters(was), ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
    showAll: () =>
      setAddress((was) => withParts({ q: null, sort: null })(writeFilters(was, noFilters)), {
        preventScrollReset: true,
      }),
    columns,
    listed,
    found,
    list,
    ...pageOfRows(found, list.page, studentsPerPage),
  } as const;
}
