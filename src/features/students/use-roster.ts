import { useMemo } from 'react';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { useRows } from '#src/session/use-replica.ts';
import { pageOfRows, sortRows } from '#src/ui/data-table.rows.ts';
import { useListState } from '#src/ui/list-state.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { archivedColumns, studentColumns } from './student-columns.tsx';
import { indexStudents } from './students.rules.ts';
import { studentsPerPage } from './students-table.tsx';

const keys = [...new Set([...studentColumns, ...archivedColumns].map(({ key }) => key))];
const byName = { key: 'name', descending: false };

/** The students of a class as the address asks for them: in the list or archived, found, in order, one page. */
export function useRoster(classId: string) {
  const { status, rows: students } = useRows(scopeOf.schoolClass(classId), 'students');
  const [address, setAddress] = useAddress();
  const list = useListState(keys, byName);
  const { q, sort } = list;
  const archived = address.get('show') === 'archived';
  const columns = archived ? archivedColumns : studentColumns;
  const rows = useMemo(
    () => students.filter(({ archived_at }) => (archived_at !== null) === archived),
    [students, archived],
  );
  const isSearching = q !== '';
  // Folding all names is for those who search, and once for all that they type.
  const index = useMemo(() => (isSearching ? indexStudents(rows) : null), [rows, isSearching]);
  const found = useMemo(
    () => sortRows(index ? index.find(q) : rows, columns, sort),
    [index, rows, q, columns, sort],
  );

  /** From the first page on, and without a search for somebody of the other list. */
  function showArchived(wanted: boolean) {
    const show = wanted ? 'archived' : null;
    setAddress(withParts({ show, q: null, sort: null, page: null }), { preventScrollReset: true });
  }

  return {
    loading: status === 'loading',
    archived,
    showArchived,
    columns,
    /** All of the list, whatever is searched for. */
    listed: rows,
    found,
    /** How many the other list has. */
    others: students.length - rows.length,
    list,
    ...pageOfRows(found, list.page, studentsPerPage),
  };
}
