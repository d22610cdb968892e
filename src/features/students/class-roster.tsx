import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyHooksIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { AddStudentsDialog } from './add-students.dialog.tsx';
import { StudentsTable } from './students-table.tsx';
import { useRoster } from './use-roster.ts';

interface RosterListsProps {
  archived: boolean;
  /** How many are in the class list, and how many are archived. */
  counts: readonly [inClass: number, archived: number];
  onChange: (archived: boolean) => void;
}

/** The way between the class list and those who were taken out of it. */
function RosterLists({ archived, counts, onChange }: RosterListsProps) {
  return (
    <SegmentedControl
      aria-label="Which students"
      value={archived ? 'archived' : 'in_class'}
      onChange={(value) => onChange(value === 'archived')}
      data={[
        { value: 'in_class', label: `In class (${counts[0]})` },
        { value: 'archived', label: `Archived (${counts[1]})` },
      ]}
    />
  );
}

function NoStudents({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      picture={<EmptyHooksIllustration />}
      warning
      title="There are currently no students in this class. Please add some students."
      action={<Button onClick={onAdd}>Add Students</Button>}
    />
  );
}

function NobodyArchived({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      picture={<EmptyHooksIllustration />}
      title="Nobody of this class is archived"
      action={
        <Button variant="default" onClick={onBack}>
          Show the class
        </Button>
      }
    />
  );
}

interface ClassRosterProps {
  schoolClass: SchoolClass;
  /** What else can be done with one student or with several; see `StudentsTable`. */
  more?: Pick<ComponentProps<typeof StudentsTable>, 'onLoginCard' | 'moreActions' | 'moreInBulk'>;
}

/** The students of a class: search, table, pages, and what can be done with one or with several. */
export function ClassRoster({ schoolClass, more }: ClassRosterProps) {
  const replica = useReplica();
  const roster = useRoster(schoolClass.id);
  const { archived, listed, list } = roster;
  const [adding, { open: add, close: closeAdding }] = useDisclosure(false);
  const isEmpty = !roster.loading && listed.length === 0;
  const nobody = archived ? (
    <NobodyArchived onBack={() => roster.showArchived(false)} />
  ) : (
    <NoStudents onAdd={add} />
  );

  return (
    <>
      {(listed.length > 0 || roster.loading) && (
        <ListToolbar
          search={{
            label: 'Search students',
            value: list.q,
            onSearch: list.search,
            quiet: limits.searchDebounce,
          }}
          narrowed={false}
          onShowAll={() => list.search('')}
          sorting={{ columns: roster.columns, sort: list.sort, onSort: list.sortBy }}
        />
      )}
      {(archived || roster.others > 0) && (
        <div>
          <RosterLists
            archived={archived}
            counts={archived ? [roster.others, listed.length] : [listed.length, roster.others]}
            onChange={roster.showArchived}
          />
        </div>
      )}
      <StudentsTable
        // Whoever is picked in one list stays behind with it.
        key={String(archived)}
        caption={`${archived ? 'Archived students' : 'Students'} of ${schoolClass.name}`}
        columns={roster.columns}
        rows={roster.rows}
        found={roster.found}
        listed={listed}
        page={roster.page}
        pages={roster.pages}
        list={list}
        archived={archived}
        loading={roster.loading}
        standing={() => replica.read(scopeOf.schoolClass(schoolClass.id), 'students').rows}
        {...more}
        empty={<NothingMatches noun="students" search={list.q} onClear={() => list.search('')} />}
        instead={isEmpty ? nobody : null}
      />
      <AddStudentsDialog schoolClass={schoolClass} opened={adding} onClose={closeAdding} />
    </>
  );
}
