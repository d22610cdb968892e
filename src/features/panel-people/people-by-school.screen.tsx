import { useCallback } from 'react';
import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { tenantKinds, tenantSorts, type PanelTenant } from '#contract/panel/panel.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { sortAmong } from '#src/ui/list-state.ts';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import styles from '#src/panel/panel.module.css';
import { kindChoices, kindWords } from '#src/panel/panel.words.ts';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';

const filterNames = ['kind'];
const usual = '-active';

/** A number of a tenant; a dash until it was counted. */
const numberOf = (
  key: 'students' | 'staff' | 'classes' | 'active',
  header: string,
  sorts = false,
): Column<PanelTenant> => ({
  key,
  header,
  cell: ({ numbers }) => (numbers === null ? '–' : numbers[key].toLocaleString('en')),
  align: 'end',
  width: key === 'active' ? '184px' : '115px',
  ...(sorts && { sortBy: ({ numbers }: PanelTenant) => numbers?.[key] ?? null }),
});

const columns: readonly Column<PanelTenant>[] = [
  {
    key: 'name',
    header: 'School',
    heading: true,
    cell: ({ id, school_name, kind }) => (
      <span className={styles.words}>
        <Link to={paths.platform.tenant({ tenantId: id })}>
          <bdi>{school_name}</bdi>
        </Link>
        <Text span c="dimmed" size="sm" fw={400}>
          {kindWords[kind]}
        </Text>
      </span>
    ),
    sortBy: ({ school_name }) => school_name,
  },
  numberOf('students', 'Students', true),
  numberOf('active', 'Signed in this week', true),
  numberOf('staff', 'Staff'),
  numberOf('classes', 'Classes'),
];

/** `/admin-panel/user-dashboard`: how many people there are in each school, where most is going on first. */
export function PeopleBySchoolScreen({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    ({ search, sort, after, filters }: ListAsked, signal: AbortSignal) => {
      const kind = oneOf(tenantKinds, filters['kind']);
      return api.call(
        panelEndpoints.listTenants,
        {
          query: {
            search,
            sort: oneOf(tenantSorts, sort) ?? usual,
            ...(after !== null && { after }),
            ...(kind && { kind }),
          },
        },
        { signal },
      );
    },
    [api],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow } = list;
  const order = oneOf(tenantSorts, list.sort) ?? usual;
  return (
    <Screen title="People by school" description="Numbers are counted within minutes of a change.">
      <PanelListView
        list={{
          ...list,
          // Of numbers only the largest first.
          sortBy: ({ key }) =>
            narrow({ sort: sortAmong(tenantSorts, { key, descending: key !== 'name' }, usual) }),
        }}
        caption="People by school"
        noun={['school or organization', 'schools and organizations']}
        searchLabel="Search by name or address"
        filters={
          <ListFilter
            label="Kind"
            any="All kinds"
            value={filters['kind'] ?? null}
            choices={kindChoices}
            onChange={(kind) => narrow({ kind })}
          />
        }
        columns={columns}
        sort={{ key: order.replace('-', ''), descending: order.startsWith('-') }}
        rowKey={({ id }) => id}
        empty={{
          title: 'There are no schools yet',
          text: 'A school is here as soon as it has registered.',
        }}
      />
    </Screen>
  );
}
