import { Anchor, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { toDosOf } from './to-do.rules.ts';
import type { DashboardPlaces } from './use-school-dashboard.ts';
import styles from './dashboard.module.css';

interface ToDoListProps {
  counts: SchoolDashboard['to_do'];
  places: DashboardPlaces['toDo'];
}

/** What somebody should look at, each with the way there. */
export function ToDoList({ counts, places }: ToDoListProps) {
  const titleId = useId();
  const toDos = toDosOf(counts);
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        To do
      </Title>
      {toDos.length === 0 ? (
        <Text className={styles.well}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden /> All is well.
        </Text>
      ) : (
        <ul className={styles.toDos}>
          {toDos.map(({ key, text }) => {
            const to = places[key];
            return (
              <li key={key}>
                {to === undefined ? (
                  text
                ) : (
                  <Anchor component={Link} to={to}>
                    {text}
                  </Anchor>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
