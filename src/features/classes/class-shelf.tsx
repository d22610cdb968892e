import { Box, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { teacherName } from './class-list.rules.ts';
import styles from './class-shelf.module.css';

/** Said in the place of a class code that only the school can make. */
export const codeComes = 'comes once the school has it';

const placeholders = [0, 1, 2, 3, 4, 5];

function ClassTile({ schoolClass, href }: { schoolClass: SchoolClass; href: string }) {
  const { name, class_id, class_theme, no_of_students, no_of_books } = schoolClass;
  const teacher = teacherName(schoolClass);
  return (
    <Box component="li" className={styles.tile} data-tour="class" __vars={{ '--cloth': class_theme }}>
      <span className={styles.spine} aria-hidden />
      <div className={styles.words}>
        <Link to={href} className={styles.name} dir="auto" title={name}>
          {name}
        </Link>
        <Text span className={styles.teacher} c="dimmed" dir="auto" title={teacher}>
          {teacher || 'No teacher yet'}
        </Text>
        <ul className={styles.facts}>
          <li>
            <IconUsers size={18} stroke={1.75} aria-hidden />
            {counted(no_of_students, 'student')}
          </li>
          <li>
            <IconBook2 size={18} stroke={1.75} aria-hidden />
            {counted(no_of_books, 'book')}
          </li>
        </ul>
        <Text className={styles.code} data-tour="class-code">
          <VisuallyHidden>Class code </VisuallyHidden>
          {class_id ?? codeComes}
        </Text>
      </div>
    </Box>
  );
}

/** Classes as bound books, each in the cloth of its own colour. */
export function ClassShelf({ classes }: { classes: readonly SchoolClass[] }) {
  const places = useSchoolPlaces();
  return (
    <ul className={styles.shelf} aria-label="Classes">
      {classes.map((schoolClass) => (
        <ClassTile key={schoolClass.id} schoolClass={schoolClass} href={places.schoolClass(schoolClass.id)} />
      ))}
    </ul>
  );
}

/** `arrived` is how many classes the first load has brought so far. */
export function ClassShelfSkeleton({ arrived }: { arrived: number }) {
  return (
    <div className={styles.late} aria-busy>
      <Text role="status" c="dimmed" mb="md">
        {arrived > 0 ? `Fetching your classes, ${arrived} so far …` : 'Fetching your classes …'}
      </Text>
      <ul className={styles.shelf} aria-hidden>
        {placeholders.map((index) => (
          <li key={index} className={styles.tile}>
            <span className={styles.spine} />
            <div className={styles.words}>
              <Skeleton height={20} width="60%" />
              <Skeleton height={14} width="40%" />
              <Skeleton height={14} width="80%" mt="md" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
