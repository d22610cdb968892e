import { useCallback, useMemo } from 'react';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { childrenReasons, personSorts } from '#contract/panel/panel.schema.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { sortAmong } from '#src/ui/list-state.ts';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { privacyChoices, reasonChoices } from '#src/panel/panel.words.ts';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';
import { studentColumns } from './student-columns.tsx';

const filterNames = ['school', 'reason', 'privacy', 'active'];
const activeChoices = [
  { value: 'week', label: 'In the last 7 days' },
  { value: 'never', label: 'Never signed in' },
];
const activeValues = ['week', 'never'] as const;

/** `/admin-panel/students`: students of all schools; with their names once a school is chosen or a reason is given. */
export function PanelStudentsScreen({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    ({ search, sort, after, filters }: ListAsked, signal: AbortSignal) => {
      const tenant_id = filters['school'];
      const reason = oneOf(childrenReasons, filters['reason']);
      const privacy = oneOf(privacyPreferences, filters['privacy']);
      const active = oneOf(activeValues, filters['active']);
      const order = oneOf(personSorts, sort);
      const isNamed = Boolean(tenant_id ?? reason);
      return api.call(
        panelEndpoints.listStudents,
        {
          query: {
            // Names are searched and sorted by where they are shown.
            ...(isNamed && { search, ...(order && { sort: order }) }),
            ...(after !== null && { after }),
            ...(tenant_id && { tenant_id }),
            ...(reason && { reason }),
            ...(privacy && { privacy }),
            ...(active && { active }),
          },
        },
        { signal },
      );
    },
    [api],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow } = list;
  const chosen = filters['school'] ?? null;
  const reason = oneOf(childrenReasons, filters['reason']) ?? null;
  const isNamed = chosen !== null || reason !== null;
  // By name only where few are listed, as the server has it.
  const canBeByName = chosen !== null || (isNamed && list.search !== '');
  const columns = useMemo(
    () => studentColumns(canBeByName, { school: chosen, reason }),
    [canBeByName, chosen, reason],
  );
  const order = canBeByName ? (oneOf(personSorts, list.sort) ?? 'name') : '-joined';
  return (
    <Screen
      title="Students"
      description={
        isNamed
          ? 'A student is named by the first name and an initial.'
          : 'Choose a school or give a reason to see names and to search. A reason is noted.'
      }
    >
      <PanelListView
        list={{
          ...list,
          search: isNamed ? list.search : '',
          sortBy: ({ key }) =>
            narrow({ sort: sortAmong(personSorts, { key, descending: key === 'joined' }, 'name') }),
        }}
        caption="Students"
        noun={['student', 'students']}
        searchLabel={isNamed ? 'Search by name' : null}
        filters={
          <>
            <SchoolChoice
              value={chosen}
              name={list.value?.results[0]?.tenant.school_name}
              onChoose={(id) => narrow({ school: id })}
              onClear={() => narrow({ school: null, ...(reason === null && { q: null }) })}
              api={api}
            />
            <ListFilter
              label="Reason"
              any="No reason"
              value={reason}
              choices={reasonChoices}
              onChange={(value) =>
                narrow({ reason: value, ...(value === null && chosen === null && { q: null }) })
              }
            />
            <ListFilter
              label="Privacy"
              any="Any privacy"
              value={filters['privacy'] ?? null}
              choices={privacyChoices}
              onChange={(privacy) => narrow({ privacy })}
            />
            <ListFilter
              label="Active"
              any="Any time"
              value={filters['active'] ?? null}
              choices={activeChoices}
              onChange={(active) => narrow({ active })}
            />
          </>
        }
        columns={columns}
        sort={{ key: order.replace('-', ''), descending: order.startsWith('-') }}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{
          title: 'There are no students yet',
          text: 'They are here as soon as a school has added some.',
        }}
      />
    </Screen>
  );
}
