import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { foldForSearch } from '#contract/kit/fold.ts';
import { pageOfRows, sortRows } from '#src/ui/data-table.rows.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { sampleUsers, type SampleUser } from './sample-users.ts';

const byName = { key: 'name', descending: false };
const pageSize = 10;

const columns: readonly Column<SampleUser>[] = [
  {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: ({ name }) => <bdi>{name}</bdi>,
    sortBy: ({ name }) => name,
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => email,
    sortBy: ({ email }) => email,
    hideUnder: 768,
  },
  { key: 'role', header: 'Role', cell: ({ role }) => role, sortBy: ({ role }) => role, width: '120px' },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StateMark good={status === 'active'} text={status} />,
    sortBy: ({ status }) => status,
    width: '152px',
  },
];
const keys = columns.map(({ key }) => key);

/** Specification, sections 2 and 3: a table with sample data, which says so. */
export function SampleUsersScreen() {
  const list = useListState(keys, byName);
  const wanted = foldForSearch(list.q);
  const found = sampleUsers.filter(({ name, email, role, status }) =>
    [name, email, role, status].some((text) => foldForSearch(text).includes(wanted)),
  );
  const { rows, page, pages } = pageOfRows(sortRows(found, columns, list.sort), list.page, pageSize);

  return (
    <Screen title="New table" description="How a list of people looks.">
      <Alert variant="light" icon={<IconInfoCircle aria-hidden />} title="Sample data">
        <Text>Nobody in this table exists. Nothing that you do here changes anything.</Text>
      </Alert>
      <SearchField label="Search the sample" value={list.q} onSearch={list.search} quiet={0} />
      <DataTable
        caption="Sample users"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        sort={list.sort}
        onSort={list.sortBy}
        empty={<NothingMatches noun="sample users" search={list.q} onClear={() => list.search('')} />}
      />
      {found.length > 0 && (
        <Pager
          page={page}
          pages={pages}
          pageSize={pageSize}
          count={found.length}
          noun={['sample user', 'sample users']}
          onPage={list.goTo}
        />
      )}
    </Screen>
  );
}
