import '#src/ui/menu-styles.ts';
import { Button, Menu, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconUser } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { listCountries } from '#contract/kit/countries.ts';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { roles as allRoles } from '#contract/kit/roles.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { personSorts, personStates, type PanelPerson } from '#contract/panel/panel.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { roleName } from '#src/session/dashboards.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { sortAmong } from '#src/ui/list-state.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from './panel-list-view.tsx';
import styles from './panel.module.css';
import { personStateChoices, personStateWords } from './panel.words.ts';
import { Moment } from './person-sections.tsx';
import { SchoolChoice } from './school-choice.tsx';
import { usePanelList, type ListAsked } from './use-panel-list.ts';

const filterNames = ['school', 'role', 'state', 'country', 'came'];
const teaching = ['teacher', 'teacher_admin'] as const;
const countries = listCountries().map(({ code, name: label }) => ({ value: code, label }));
const neverCame = [{ value: 'never', label: 'Never signed in' }];

/** With the school, so that a student who is listed by name is named there. */
const profileHref = ({ id, role, tenant }: PanelPerson) =>
  panelPaths.profile({ userId: id, ...(role === 'student' && { school: tenant.id }) });

/** Students and guests are changed elsewhere, who is archived is restored first. */
const mayEdit = ({ role, state: inState, email }: PanelPerson) =>
  role !== 'student' && email !== null && (inState === 'active' || inState === 'invited');

const actions: Column<PanelPerson> = {
  key: 'actions',
  header: 'Actions',
  cell: (person) => (
    <RowMenu label={`Actions for ${person.name}`} width={180}>
      <Menu.Item
        component={Link}
        to={profileHref(person)}
        leftSection={<IconUser size={18} stroke={1.75} aria-hidden />}
      >
        Profile
      </Menu.Item>
      {mayEdit(person) && (
        <Menu.Item
          component={Link}
          to={panelPaths.person({ userId: person.id })}
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        >
          Edit
        </Menu.Item>
      )}
    </RowMenu>
  ),
  width: '72px',
  align: 'end',
};

const name: Column<PanelPerson> = {
  key: 'name',
  header: 'Name',
  heading: true,
  cell: (person) => (
    <span className={styles.words}>
      <Link to={profileHref(person)}>
        <bdi>{person.name}</bdi>
      </Link>
      <Text span c="dimmed" size="sm" fw={400}>
        {person.email ?? roleName(person.role)}
      </Text>
    </span>
  ),
  sortBy: (person) => person.name,
};
const school: Column<PanelPerson> = {
  key: 'school',
  header: 'School',
  cell: ({ tenant }) => <bdi>{tenant.school_name}</bdi>,
  width: '140px',
};
const state: Column<PanelPerson> = {
  key: 'state',
  header: 'State',
  cell: (person) => personStateWords[person.state],
  width: '90px',
};
const signIn: Column<PanelPerson> = {
  key: 'last_login',
  header: 'Last sign-in',
  cell: ({ last_login }) => <Moment moment={last_login} />,
  width: '105px',
  hideUnder: 768,
};
const joined: Column<PanelPerson> = {
  key: 'joined',
  header: 'Joined',
  cell: ({ joined_at }) => <Moment moment={joined_at} />,
  sortBy: ({ joined_at }) => joined_at,
  width: '105px',
  hideUnder: 900,
};
const columnsOf = {
  all: [
    name,
    { key: 'role', header: 'Role', cell: ({ role }) => roleName(role), width: '130px' },
    school,
    {
      key: 'country',
      header: 'Country',
      cell: ({ country }) => country ?? '–',
      width: '80px',
      hideUnder: 900,
    },
    state,
    signIn,
    joined,
    actions,
  ],
  teachers: [
    name,
    school,
    { key: 'classes', header: 'Classes', cell: ({ classes }) => classes, width: '90px', align: 'end' },
    state,
    signIn,
    joined,
    actions,
  ],
} satisfies Record<string, readonly Column<PanelPerson>[]>;

interface PeopleScreenProps {
  /** Everybody, or who teaches. */
  who: keyof typeof columnsOf;
  /** Left out: what the list is of. */
  title?: string;
  api?: ApiClient;
}

/** `/admin-panel/all-users` and `/admin-panel/teachers`: people of all schools. */
export function PeopleScreen({ who, title: named, api = apiClient }: PeopleScreenProps) {
  const isTeachers = who === 'teachers';
  const among = isTeachers ? teaching : allRoles;
  const load = useCallback(
    ({ search, sort, after, filters }: ListAsked, signal: AbortSignal) => {
      const role = oneOf<string>(among, filters['role']);
      const roles = role ?? (isTeachers ? teaching.join(',') : undefined);
      const [order, inState] = [oneOf(personSorts, sort), oneOf(personStates, filters['state'])];
      const { school: tenant_id, country } = filters;
      return api.call(
        panelEndpoints.listPeople,
        {
          query: {
            search,
            ...(order && { sort: order }),
            ...(after !== null && { after }),
            ...(roles && { roles }),
            ...(tenant_id && { tenant_id }),
            ...(inState && { state: inState }),
            ...(country && { country }),
            ...(filters['came'] === 'never' && { came: 'never' as const }),
          },
        },
        { signal },
      );
    },
    [api, among, isTeachers],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow } = list;
  const chosen = filters['school'] ?? null;
  const order = oneOf(personSorts, list.sort) ?? 'name';
  // Students of all schools are no choice: they are listed with one school chosen.
  const choices = among
    .filter((role) => role !== 'student' || chosen !== null)
    .map((role) => ({ value: role, label: roleName(role) }));
  const title = named ?? (isTeachers ? 'Teachers' : 'All users');
  return (
    <Screen
      title={title}
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
        searchLabel="Search by name, e-mail or @domain"
        filters={
          <>
            <SchoolChoice
              value={chosen}
              name={list.value?.results[0]?.tenant.school_name}
              onChoose={(id) => narrow({ school: id })}
              api={api}
            />
            <ListFilter
              label="Role"
              any={isTeachers ? 'All who teach' : 'All roles'}
              value={oneOf<string>(among, filters['role']) ?? null}
              choices={choices}
              onChange={(role) => narrow({ role })}
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
        columns={columnsOf[who]}
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
