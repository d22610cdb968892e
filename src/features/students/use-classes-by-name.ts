import { useMemo } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { useAllRows } from '#src/session/use-replica.ts';
import { sortRows } from '#src/ui/data-table.rows.ts';

const name = { key: 'name', sortBy: (row: SchoolClass) => row.name };

/** The person's classes in which somebody can stand: those that ended are none of them. */
export function useClassesByName(): readonly SchoolClass[] {
  const { rows } = useAllRows('classes');
  return useMemo(() => {
    const going = rows.filter(({ archived_at }) => archived_at === null);
    return sortRows(going, [name], { key: name.key, descending: false });
  }, [rows]);
}
