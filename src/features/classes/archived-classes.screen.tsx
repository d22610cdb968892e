import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { pageOfRows, sortRows } from '#src/ui/data-table.rows.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { sayDay, sayInFull, useNow } from '#src/ui/moments.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { archivedInWords } from './archived-classes.rules.ts';
import { searchClasses } from './class-list.rules.ts';
import { useArchivedClasses } from './classes.queries.ts';
import { RestoreClassButton } from './restore-class.button.tsx';

function ArchivedCell({ schoolClass }: { schoolClass: SchoolClass }) {
  const now = useNow();
  const { archived_at } = schoolClass;
  if (archived_at === null) return null;
  return (
    <time dateTime={archived_at} title={`${archivedInWords(schoolClass, now)} (${sayInFull(archived_at)})`}>
      {sayDay(archived_at, now)}
    </time>
  );
}

function NameCell({ schoolClass: { id, name } }: { schoolClass: SchoolClass }) {
  const places = useSchoolPlaces();
  return (
    <Anchor component={Link} to={places.schoolClass(id)} dir="auto">
      {name}
    </Anchor>
  );
}

const newestFirst = { key: 'archived', descending: true };

const columns: readonly Column<SchoolClass>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => <NameCell schoolClass={row} />,
    sortBy: ({ name }) => name,
    heading: true,
  },
  {
    key: 'students',
    header: 'Students',
    cell: (row) => row.no_of_students,
    sortBy: (row) => row.no_of_students,
    width: '128px',
    align: 'end',
  },
  {
    key: 'archived',
    header: 'Archived',
    cell: (row) => <ArchivedCell schoolClass={row} />,
    sortBy: ({ archived_at }) => archived_at,
    width: '160px',
  },
];

const keys = columns.map(({ key }) => key);

/** The classes of the years before. Their students are elsewhere by now; how many there were is what they say. */
export function ArchivedClassesScreen() {
  const places = useSchoolPlaces();
  const { status, classes } = useArchivedClasses();
  const list = useListState(keys, newestFirst);
  const { q, sort } = list;
  const found = useMemo(() => sortRows(searchClasses(classes, q), columns, sort), [classes, q, sort]);
  const shown = pageOfRows(found, list.page, limits.pageDefault);

  return (
    <Screen
      title="Archived classes"
      breadcrumb={<BackLink to={places.classes()}>Classes</BackLink>}
      description="How many students each had when it was archived."
    >
      {status === 'ready' && classes.length === 0 ? (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="No class is archived"
          text="At the end of the year, archive a class on its page. Nobody’s work is lost by it."
        />
      ) : (
        <>
          <ListToolbar
            search={{
              label: 'Search archived classes',
              value: q,
              onSearch: list.search,
              quiet: limits.searchDebounce,
            }}
            narrowed={false}
            onShowAll={() => list.search('')}
            sorting={{ columns, sort, onSort: list.sortBy }}
          />
          <DataTable
            caption="Archived classes"
            columns={columns}
            rows={shown.rows}
            rowKey={({ id }) => id}
            sort={sort}
            onSort={list.sortBy}
            hasSortAbove
            loading={status !== 'ready'}
            renderActions={(row) => <RestoreClassButton schoolClass={row} inRow />}
            empty={<NothingMatches noun="archived classes" search={q} onClear={() => list.search('')} />}
          />
          <Pager
            {...shown}
            pageSize={limits.pageDefault}
            count={found.length}
            noun={['class', 'classes']}
            onPage={list.goTo}
          />
        </>
      )}
    </Screen>
  );
}
