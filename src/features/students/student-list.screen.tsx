import { Menu } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { noteList, noteListInput } from '#src/session/saved-lists.ts';
import { syncNow } from '#src/session/sync-now.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyHooksIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ChangePasswordDialog } from './change-password.dialog.tsx';
import { MoveButton, MoveMenuItem } from './move-students.buttons.tsx';
import { MoveStudentsDialog, type Moving } from './move-students.dialog.tsx';
import { studentsCsv } from './student-csv.ts';
import { StudentFilterBar } from './student-filter-bar.tsx';
import { isNarrowed } from './student-list.rules.ts';
import { StudentsMissing } from './students-missing.tsx';
import { StudentsTable } from './students-table.tsx';
import { useClassesByName } from './use-classes-by-name.ts';
import { useStudentList } from './use-student-list.ts';

interface StudentListScreenProps {
  api?: ApiClient;
  /** The way back, where the menu does not show it. */
  breadcrumb?: ReactNode;
  /** Opens a student's login card. */
  onLoginCard: (student: Student) => void;
  /** What else can be done with those who are picked. */
  moreInBulk?: (students: readonly Student[]) => ReactNode;
}

/** All students of the school, from the device's own rows: it is there at once, and without a network. */
export function StudentListScreen({
  api = apiClient,
  breadcrumb,
  onLoginCard,
  moreInBulk,
}: StudentListScreenProps) {
  const replica = useReplica();
  const classes = useClassesByName();
  const students = useStudentList();
  const { filters, found, list, status } = students;
  const moving = useDialog<Moving>();
  const password = useDialog<Student>();
  const isLoading = status === 'loading';
  // As in the catalogue: what leaves the school is taken along by its own people, and stands in its audit.
  const isGuest = Boolean(useUser()?.visiting?.may);

  async function readCsv(): Promise<string> {
    const file = studentsCsv(found);
    await replica.enqueue(noteList, noteListInput('students', found.length));
    return file;
  }

  return (
    <Screen title="Students" breadcrumb={breadcrumb} description="All students in the school">
      {status !== 'unreachable' && (
        <ListToolbar
          search={{
            label: 'Search students',
            value: list.q,
            onSearch: list.search,
            quiet: limits.searchDebounce,
          }}
          filters={<StudentFilterBar filters={filters} classes={classes} onChange={students.setFilters} />}
          narrowed={isNarrowed(filters) && found.length > 0}
          onShowAll={students.showAll}
          sorting={{ columns: students.columns, sort: list.sort, onSort: list.sortBy }}
          tools={
            !isGuest && (
              <CsvButton
                list="Students"
                disabled={found.length === 0}
                read={readCsv}
                explain={(error) => failureOf(error).text}
              />
            )
          }
        />
      )}
      <StudentsTable
        key={String(filters.archived)}
        caption={filters.archived ? 'Archived students' : 'Students'}
        columns={students.columns}
        rows={students.rows}
        found={found}
        listed={students.listed}
        page={students.page}
        pages={students.pages}
        list={list}
        archived={filters.archived}
        loading={isLoading}
        standing={() => replica.readAll('students').rows}
        onLoginCard={onLoginCard}
        moreActions={(student, letGo) => (
          <>
            <MoveMenuItem onClick={() => moving.open({ students: [student], letGo })} />
            <Menu.Item
              leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
              onClick={() => password.open(student)}
            >
              Change password
            </Menu.Item>
          </>
        )}
        moreInBulk={(chosen, letGo) => (
          <>
            <MoveButton onClick={() => moving.open({ students: chosen, letGo })} />
            {moreInBulk?.(chosen)}
          </>
        )}
        empty={
          students.all === 0 ? (
            <EmptyState
              picture={<EmptyHooksIllustration />}
              title="There are no students yet"
              text={
                classes.length === 0
                  ? 'Create a class first. Its students are added there.'
                  : 'Open a class and add its students there.'
              }
            />
          ) : (
            <NothingMatches
              noun="students"
              search={list.q}
              isFiltered={isNarrowed(filters)}
              onClear={students.showAll}
            />
          )
        }
        instead={status === 'unreachable' ? <StudentsMissing onRetry={() => syncNow(replica)} /> : null}
      />
      <MoveStudentsDialog moving={moving.subject} opened={moving.opened} onClose={moving.close} />
      <ChangePasswordDialog
        student={password.subject}
        api={api}
        opened={password.opened}
        onClose={password.close}
      />
    </Screen>
  );
}
