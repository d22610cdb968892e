import { Anchor, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useUser } from '#src/session/use-session.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { Day } from '#src/ui/day.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { PrivacyBadge, privacyLooks } from './privacy.tsx';
import styles from './student-columns.module.css';

/** Who it is: the animal, and beside it what the list shows of the name. */
export function nameColumn(beside: (student: Student, name: string) => ReactNode): Column<Student> {
  return {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: (student) => (
      <span className={styles.person}>
        <AnimalAvatar name={animalOf(student)} size={40} />
        {beside(student, fullName(student))}
      </span>
    ),
    sortBy: fullName,
  };
}

export function UsernameCell({ username }: { username: string | null }) {
  if (username !== null) return <span title={username}>{username}</span>;
  return (
    <Text
      span
      c="dimmed"
      className={styles.soon}
      title="The school makes the username when this change arrives there."
    >
      <IconClock size={16} stroke={1.75} aria-hidden />
      Being made
    </Text>
  );
}

export function LastSignInCell({ instant }: { instant: string | null }) {
  if (instant === null)
    return (
      <Text span c="dimmed">
        Not yet
      </Text>
    );
  return <Day at={instant} />;
}

function ArchivedCell({ archived_at, archived_by }: Pick<Student, 'archived_at' | 'archived_by'>) {
  if (archived_at === null) return null;
  return (
    <span className={styles.archived}>
      <Day at={archived_at} />
      {archived_by && (
        <Text span size="sm" c="dimmed">
          by <bdi>{fullName(archived_by)}</bdi>
        </Text>
      )}
    </span>
  );
}

interface NamedStudent {
  id: string;
  text: string;
}

/** The name, which leads to the page of the child. */
export function StudentLink({ id, text }: NamedStudent) {
  const places = useSchoolPlaces();
  return (
    <Anchor component={Link} to={places.student(id)} className={styles.link} title={text}>
      <bdi>{text}</bdi>
    </Anchor>
  );
}

/** The same for those who have such pages: a teacher has the class list alone. */
function StudentName({ id, text }: NamedStudent) {
  const role = useUser()?.role;
  if (role === undefined || !seesWholeSchool(role))
    return (
      <bdi className={styles.name} title={text}>
        {text}
      </bdi>
    );
  return <StudentLink id={id} text={text} />;
}

const name = nameColumn(({ id }, text) => <StudentName id={id} text={text} />);

const username: Column<Student> = {
  key: 'username',
  header: 'Username',
  cell: (student) => <UsernameCell username={student.username} />,
  sortBy: (student) => student.username,
  width: '184px',
};

export const privacyColumn: Column<Student> = {
  key: 'privacy',
  header: 'Privacy',
  cell: ({ privacy_preference }) => <PrivacyBadge preference={privacy_preference} />,
  sortBy: ({ privacy_preference }) => privacyLooks[privacy_preference].label,
  width: '160px',
};

export const booksColumn: Column<Student> = {
  key: 'books',
  header: 'Books',
  cell: ({ no_of_books }) => no_of_books,
  sortBy: ({ no_of_books }) => no_of_books,
  width: '96px',
  align: 'end',
  hideUnder: 768,
};

export const lastSignInColumn: Column<Student> = {
  key: 'last_login',
  header: 'Last sign-in',
  cell: ({ last_login }) => <LastSignInCell instant={last_login} />,
  sortBy: ({ last_login }) => last_login,
  width: '160px',
  hideUnder: 900,
};

export const archivedColumn: Column<Student> = {
  key: 'archived',
  header: 'Archived',
  cell: (student) => <ArchivedCell {...student} />,
  sortBy: ({ archived_at }) => archived_at,
  width: '192px',
};

/** Of those who are in the class list. */
export const studentColumns: readonly Column<Student>[] = [
  name,
  username,
  privacyColumn,
  booksColumn,
  lastSignInColumn,
];

/** Of those who were taken out of it. */
export const archivedColumns: readonly Column<Student>[] = [
  name,
  { ...username, hideUnder: 768 },
  { ...privacyColumn, hideUnder: 900 },
  archivedColumn,
];
