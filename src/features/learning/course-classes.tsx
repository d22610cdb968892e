import { Button, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router-dom';
import { useMemo } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import type { Day } from '#contract/kit/day.ts';
import { sayDate } from '#src/lib/days.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { SetCourseDialog } from './set-course.dialog.tsx';
import { assign, assignInput, takeBackInput } from './assignments.mutations.ts';
import styles from './learning.module.css';

/** For which of these classes a page is set, and the ways to change that, with or without a network. */
function useAssignments(pageId: string, classes: readonly SchoolClass[]) {
  const replica = useReplica();
  const { rows } = useAllRows('assignments');
  const assigned = useMemo(
    () =>
      classes.flatMap((schoolClass) => {
        const row = rows.find(({ class_id, page_id }) => class_id === schoolClass.id && page_id === pageId);
        return row ? [{ schoolClass, due: row.due }] : [];
      }),
    [classes, rows, pageId],
  );
  return {
    assigned,
    set: ({ id, name }: SchoolClass, due: Day | null) =>
      saveAndSay(notify, [`Set for ${name}`, 'The task could not be set'], () =>
        replica.enqueue(assign, assignInput(id, pageId, due)),
      ),
    takeBack: ({ id, name }: SchoolClass) =>
      saveAndSay(notify, [`Taken back from ${name}`, 'The task could not be taken back'], () =>
        replica.enqueue(assign, takeBackInput(id, pageId)),
      ),
  };
}

interface CourseClassesProps {
  /** A course or a challenge. */
  course: Pick<ContentCard, 'id' | 'kind' | 'slug' | 'parent'>;
  /** Those of whoever looks, in their order. */
  classes: readonly SchoolClass[];
}

/** On the page of a course or a challenge: for which of the own classes it is set. */
export function CourseClasses({ course, classes }: CourseClassesProps) {
  const pageId = course.id;
  const { assigned, set, takeBack } = useAssignments(pageId, classes);
  const [opened, { open, close }] = useDisclosure(false);
  if (classes.length === 0) return null;
  return (
    <section className={styles.classes} aria-labelledby="course-classes">
      <Title order={2} size="h4" id="course-classes">
        Your classes
      </Title>
      {assigned.length > 0 && (
        <ul className={styles.assigned} aria-label="Set for">
          {assigned.map(({ schoolClass, due }) => (
            <li key={schoolClass.id}>
              <span className={styles.which}>
                <strong dir="auto">{schoolClass.name}</strong>
                {due === null ? ', no last day' : `, until ${sayDate(due)}`}
              </span>
              <Link
                to={`${addressOf(course)}?class=${schoolClass.id}`}
                className={styles.way}
                aria-label={`How far they are: ${schoolClass.name}`}
              >
                How far they are
              </Link>
              <Button
                variant="default"
                aria-label={`Take it back from ${schoolClass.name}`}
                onClick={() => void takeBack(schoolClass)}
              >
                Take it back
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={open}>Set for a class</Button>
      <SetCourseDialog pageId={pageId} classes={classes} onSet={set} opened={opened} onDone={close} />
    </section>
  );
}
