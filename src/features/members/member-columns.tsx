import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Member } from '#contract/members/members.schema.ts';
import { roleName } from '#src/session/dashboards.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { useMemberPlaces } from './member-places.ts';
import { MemberPortrait } from './member-portrait.tsx';
import { nameOf } from './member-words.ts';
import styles from './members.module.css';

function NameCell({ member }: { member: Member }) {
  const places = useMemberPlaces();
  return (
    <span className={styles.person}>
      <MemberPortrait person={member} size={40} />
      <span className={styles.words}>
        <Link to={places.member(member.id)} dir="auto">
          {nameOf(member)}
        </Link>
        <Text span c="dimmed" size="sm" fw={400}>
          {member.email}
        </Text>
      </span>
    </span>
  );
}

function LastSignIn({ moment }: { moment: string | null }) {
  if (moment === null) {
    return (
      <Text span c="dimmed">
        Never
      </Text>
    );
  }
  return <Day at={moment} />;
}

/** The server sorts; what a column says here is only that one can sort by it. */
export const memberColumns: readonly Column<Member>[] = [
  {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: (member) => <NameCell member={member} />,
    sortBy: ({ last_name }) => last_name,
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }) => roleName(role),
    sortBy: ({ role }) => role,
    width: '220px',
  },
  {
    key: 'last_login',
    header: 'Last sign-in',
    cell: ({ last_login }) => <LastSignIn moment={last_login} />,
    sortBy: ({ last_login }) => last_login,
    width: '160px',
    hideUnder: 768,
  },
];
