import { Text } from '@mantine/core';
import type { Student } from '#contract/students/students.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import {
  archivedColumn,
  booksColumn,
  lastSignInColumn,
  nameColumn,
  privacyColumn,
  StudentLink,
  UsernameCell,
} from './student-columns.tsx';
import styles from './student-columns.module.css';

const name = nameColumn((student, text) => (
  <span className={styles.twoLines}>
    <StudentLink id={student.id} text={text} />
    <Text span size="sm" c="dimmed" fw={400} className={styles.second}>
      <UsernameCell username={student.username} />
    </Text>
  </span>
));

const schoolClass: Column<Student> = {
  key: 'class',
  header: 'Class',
  cell: ({ stu_class }) =>
    stu_class ? (
      <bdi className={styles.ellipsis} title={stu_class.name}>
        {stu_class.name}
      </bdi>
    ) : (
      <Text span c="dimmed">
        No class
      </Text>
    ),
  sortBy: ({ stu_class }) => stu_class?.name ?? null,
  width: '168px',
};

/** Of all students of the school who are in it. */
export const listColumns: readonly Column<Student>[] = [
  name,
  schoolClass,
  { ...privacyColumn, width: '160px' },
  booksColumn,
  lastSignInColumn,
];

/** Of those who were archived. */
export const archivedListColumns: readonly Column<Student>[] = [
  name,
  schoolClass,
  { ...privacyColumn, width: '152px', hideUnder: 900 },
  { ...archivedColumn, width: '168px' },
];
