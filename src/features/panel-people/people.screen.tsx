import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listCountries } from '#contract/kit/countries.ts';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { roles as allRoles, type Role } from '#contract/kit/roles.ts';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { personSorts, personStates } from '#contract/panel/panel.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { listFile } from '#src/session/list-file.ts';
import { roleName } from '#src/session/dashboards.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { sortAmong } from '#src/ui/list-state.ts';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { personStateChoices } from '#src/panel/panel.words.ts';
import { peopleColumns, type People } from './people-columns.tsx';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { pageOf, usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';

const filterNames = ['school', 'role', 'state', 'country', 'came'];
const teaching = ['teacher', 'teacher_admin'] as const;
const countries = listCountries().map(({ code, name: label }) => ({ value: code, label }));
const neverCame = [{ value: 'never', label: 'Never signed in' }];

/** Students of all schools are no choice: they are listed with one school chosen. */
const rolesIn = (among: readonly Role[], school: string | null | undefined) =>
  among.filter((role) => role !== 'student' || Boolean(school));

interface PeopleScreenProps {
  /** Everybody, or who teaches. */
  who: People;
  /** Left out: what the list is of. */
  title?: string;
  /** The way to the page above, where this is no entry of the menu. */
  breadcrumb?: ReactNode;
  api?: ApiClient & PictureClient;
}

/** `/admin-panel/all-users` and `/admin-panel/teachers`: people of all schools. */
export function PeopleScreen({ who, title: named, breadcrumb, api = apiClient }: PeopleScreenProps) {
  const isTeachers = who === 'teachers';
  const among = isTeachers ? teaching : allRoles;
  const queryOf = useCallback(
    ({ search, sort, filters }: ListAsked) => {
      const role = oneOf(rolesIn(among, filters['school']), filters['role']);
      const roles = role ?? (isTeachers ? teaching.join(',') : undefined);
      const [order, inState] = [oneOf(personSorts, sort), oneOf(personStates, filters['state'])];
      const { school: tenant_id, country } = filters;
      return {
        search,
        ...(order && { sort: order }),
        ...(roles && { roles }),
        ...(tenant_id && { tenant_id }),
        ...(inState && { state: inState }),
        ...(country && { country }),
        ...(filters['came'] === 'never' && { came: 'never' as const }),
      };
    },
    [among, isTeachers],
  );
  const load = useCallback(
    (asked: ListAsked, signal: AbortSignal) =>
      api.call(panelEndpoints.listPeople, { query: { ...queryOf(asked), ...pageOf(asked) } }, { signal }),
    [api, queryOf],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow } = list;
  const chosen = filters['school'] ?? null;
  const order = oneOf(personSorts, list.sort) ?? 'name';
  const choices = rolesIn(among, chosen);
  const role = oneOf(choices, filters['role']) ?? null;
  const title = named ?? (isTeachers ? 'Teachers' : 'All users');
  const columns = useMemo(() => peopleColumns(who, title), [who, title]);
  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      description={isTeachers ? 'Who teaches at any school.' : 'Students are listed once a school is chosen.'}
      actions={
        <Button
          component={Link}
          to={panelPaths.person()}
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        >
          Add user
        </Button>
      }
    >
      <PanelListView
        list={{
          ...list,
          sortBy: ({ key }) =>
            narrow({ sort: sortAmong(personSorts, { key, descending: key === 'joined' }, 'name') }),
        }}
        caption={title}
        noun={isTeachers ? ['teacher', 'teachers'] : ['person', 'people']}
        searchLabel="Search by name, email or @domain"
        filters={
          <>
            <SchoolChoice
              value={chosen}
              name={list.value?.results[0]?.tenant.school_name}
              onChoose={(id) => narrow({ school: id })}
              onClear={() => narrow({ school: null, ...(role === 'student' && { role: null }) })}
              api={api}
            />
            <ListFilter
              label="Role"
              any={isTeachers ? 'All who teach' : 'All roles'}
              value={role}
              choices={choices.map((each) => ({ value: each, label: roleName(each) }))}
              onChange={(wanted) => narrow({ role: wanted })}
            />
            <ListFilter
              label="State"
              any="All states"
              value={filters['state'] ?? null}
              choices={personStateChoices}
              onChange={(inState) => narrow({ state: inState })}
            />
            {!isTeachers && (
              <ListFilter
                label="Country"
                any="All countries"
                value={filters['country'] ?? null}
                choices={countries}
                onChange={(country) => narrow({ country })}
              />
            )}
            <ListFilter
              label="Sign-in"
              any="Any time"
              value={filters['came'] ?? null}
              choices={neverCame}
              onChange={(came) => narrow({ came })}
            />
          </>
        }
        // Lists of students are not exported.
        {...(role !== 'student' && {
          file: {
            list: who === 'all' ? 'people' : who,
            ...listFile(api, listFileEndpoints.exportPeople, { query: queryOf(list.asked) }),
          },
        })}
        columns={columns}
        sort={{ key: order.replace('-', ''), descending: order.startsWith('-') }}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{
          title: `There are no ${isTeachers ? 'teachers' : 'people'} yet`,
          text: 'They are here as soon as a school has some.',
        }}
      />
    </Screen>
  );
}
