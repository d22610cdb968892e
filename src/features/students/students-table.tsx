import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import type { Sort } from '#src/ui/data-table.rows.ts';
import { Pager } from '#src/ui/pager.tsx';
import { useSelection } from '#src/ui/use-selection.ts';
import styles from './class-roster.module.css';
import { RosterBulkBar } from './roster-bulk-bar.tsx';
import { StudentActing } from './student-acting.tsx';
import { StudentActions } from './student-actions.tsx';

/** A whole class stands on one page; longer lists have pages. */
export const studentsPerPage = limits.studentsPerPage;

interface StudentsTableProps {
  /** Whom the table lists, for those who cannot see it. */
  caption: string;
  columns: readonly Column<Student>[];
  /** Those of this page. */
  rows: readonly Student[];
  /** Those of all pages. */
  found: readonly Student[];
  /** Whoever may stay picked: with those that a search hides. */
  listed: readonly Student[];
  page: number;
  pages: number;
  list: { sort: Sort; sortBy: (sort: Sort) => void; goTo: (page: number) => void };
  archived: boolean;
  loading: boolean;
  /** How the students stand now, whatever is listed. */
  standing: () => readonly Student[];
  /** Opens a student's login card. */
  onLoginCard?: ((student: Student) => void) | undefined;
  /** Further things to do with one student, as items of a menu; `letGo` when it took the student out of the list. */
  moreActions?: (student: Student, letGo: () => void) => ReactNode;
  /** Further things to do with those who are picked; `letGo` when it is done. */
  moreInBulk?: (students: readonly Student[], letGo: () => void) => ReactNode;
  /** Stands there where nobody was found. */
  empty: ReactNode;
  /** In place of all of it, where there is nobody to look for; a question that is open stays. */
  instead: ReactNode | null;
}

/** Students with what can be done with one or with several, whatever list they stand in. */
export function StudentsTable({
  caption,
  columns,
  rows,
  found,
  listed,
  page,
  pages,
  list,
  archived,
  loading,
  standing,
  onLoginCard,
  moreActions,
  moreInBulk,
  empty,
  instead,
}: StudentsTableProps) {
  const { picked, pick } = useSelection();
  const place = useRef<HTMLDivElement>(null);
  // Only those who are still in the list: somebody else may have archived one of them meanwhile.
  const chosen = picked.size === 0 ? [] : listed.filter(({ id }) => picked.has(id));

  /** What had the focus goes with the row or with the bar; the keyboard goes on from the list. */
  function letGo(students: readonly Student[]) {
    pick(
      students.map(({ id }) => id),
      false,
    );
    place.current?.focus({ preventScroll: true });
  }

  useWindowEvent('keydown', ({ key, target, defaultPrevented }) => {
    // A menu or a dialog above the list has its own use for the key.
    const isInList = target instanceof Node && place.current?.contains(target) === true;
    if (key === 'Escape' && isInList && chosen.length > 0 && !defaultPrevented) letGo(chosen);
  });

  return (
    <StudentActing standing={standing} onDone={letGo}>
      {(acts) =>
        instead ?? (
          <div ref={place} role="group" aria-label={caption} tabIndex={-1} className={styles.list}>
            <DataTable
              caption={caption}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              sort={list.sort}
              onSort={list.sortBy}
              hasSortAbove
              loading={loading}
              selection={{ picked, pick, label: (student) => `Select ${fullName(student)}` }}
              renderActions={(student) => (
                <StudentActions
                  student={student}
                  onLoginCard={onLoginCard && (() => onLoginCard(student))}
                  onRename={() => acts.rename(student)}
                  onPrivacy={(to) => acts.changePrivacy(student, to)}
                  onArchive={() => acts.archive([student])}
                  onRestore={() => acts.restore([student])}
                  more={moreActions?.(student, () => letGo([student]))}
                />
              )}
              empty={empty}
            />
            <Pager
              page={page}
              pages={pages}
              pageSize={studentsPerPage}
              count={found.length}
              noun={['student', 'students']}
              onPage={list.goTo}
            />
            {chosen.length > 0 && (
              <RosterBulkBar
                count={chosen.length}
                all={found.some(({ id }) => !picked.has(id)) ? found.length : null}
                archived={archived}
                onPickAll={() =>
                  pick(
                    found.map(({ id }) => id),
                    true,
                  )
                }
                onClear={() => letGo(chosen)}
                onPrivacy={(to) => acts.changePrivacyOfAll(chosen, to)}
                onArchive={() => acts.archive(chosen)}
                onRestore={() => acts.restore(chosen)}
                more={moreInBulk?.(chosen, () => letGo(chosen))}
              />
            )}
          </div>
        )
      }
    </StudentActing>
  );
}
