import '#src/ui/menu-styles.ts';
import { Menu, Text } from '@mantine/core';
import { IconPencil, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { PanelPerson } from '#contract/panel/panel.schema.ts';
import { roleName } from '#src/session/dashboards.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { useWayHere } from '#src/ui/way-back.ts';
import styles from '#src/panel/panel.module.css';
import { personStateWords } from '#src/panel/panel.words.ts';
import { Moment } from '#src/panel/person-sections.tsx';

/** With the school, so that a student who is listed by name is named there. */
const profileHref = ({ id, role, tenant }: PanelPerson) =>
  panelPaths.profile({ userId: id, ...(role === 'student' && { school: tenant.id }) });

/** Students and guests are changed elsewhere, who is archived is restored first. */
const mayEdit = ({ role, state: inState, email }: PanelPerson) =>
  role !== 'student' && email !== null && (inState === 'active' || inState === 'invited');

function PersonMenu({ person, listTitle }: { person: PanelPerson; listTitle: string }) {
  const here = useWayHere(listTitle);
  return (
    <RowMenu label={`Actions for ${person.name}`} width={180}>
      <Menu.Item
        component={Link}
        to={profileHref(person)}
        state={here}
        leftSection={<IconUser size={18} stroke={1.75} aria-hidden />}
      >
        Profile
      </Menu.Item>
      {mayEdit(person) && (
        <Menu.Item
          component={Link}
          to={panelPaths.person({ userId: person.id })}
          state={here}
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        >
          Edit
        </Menu.Item>
      )}
    </RowMenu>
  );
}

const actionsIn = (listTitle: string): Column<PanelPerson> => ({
  key: 'actions',
  header: 'Actions',
  cell: (person) => <PersonMenu person={person} listTitle={listTitle} />,
  isMenu: true,
});

function PersonName({ person, listTitle }: { person: PanelPerson; listTitle: string }) {
  const here = useWayHere(listTitle);
  return (
    <span className={styles.words}>
      <Link to={profileHref(person)} state={here}>
        <bdi>{person.name}</bdi>
      </Link>
      <Text span c="dimmed" size="sm" fw={400}>
        {person.email ?? roleName(person.role)}
      </Text>
    </span>
  );
}

const nameIn = (listTitle: string): Column<PanelPerson> => ({
  key: 'name',
  header: 'Name',
  heading: true,
  cell: (person) => <PersonName person={person} listTitle={listTitle} />,
  sortBy: (person) => person.name,
});
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
/** Of everybody, and of who teaches, after their names. */
const columnsOf = {
  all: [
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
  ],
  teachers: [
    school,
    { key: 'classes', header: 'Classes', cell: ({ classes }) => classes, width: '90px', align: 'end' },
    state,
    signIn,
    joined,
  ],
} satisfies Record<string, readonly Column<PanelPerson>[]>;

export type People = keyof typeof columnsOf;

/** `listTitle`: of the page that they are listed on, to which the pages of a person lead back. */
export const peopleColumns = (who: People, listTitle: string): readonly Column<PanelPerson>[] => [
  nameIn(listTitle),
  ...columnsOf[who],
  actionsIn(listTitle),
];
