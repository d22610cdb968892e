import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClassProgress, Learner } from '#contract/learning/assignments.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { sayDay } from '#src/ui/moments.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from './learning.module.css';

const helpWords = { behind: 'Late', not_begun: 'Not begun' } as const;

type Lesson = ClassProgress['lessons'][number];

/** Each lesson by its number, filled where it is finished. */
function Lessons({ lessons, finished }: { lessons: readonly Lesson[]; finished: ReadonlySet<string> }) {
  return (
    <ol className={styles.lessons}>
      {lessons.map(({ id, title }, place) => (
        <li key={id} data-done={finished.has(id)} title={title}>
          {place + 1}
          {finished.has(id) && <VisuallyHidden>, finished</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

/** What is said of each child. */
export function columnsOf(
  lessons: readonly Lesson[],
  now: Date,
  certificate: ((child: Learner) => ReactNode) | undefined,
): Column<Learner>[] {
  return [
    {
      key: 'name',
      header: 'Child',
      heading: true,
      cell: ({ first_name, last_name }) => <bdi>{`${first_name} ${last_name}`.trim()}</bdi>,
    },
    {
      key: 'finished',
      header: 'Finished',
      width: '110px',
      cell: ({ finished }) => `${finished.length} of ${lessons.length}`,
    },
    {
      key: 'lessons',
      header: 'Lessons',
      cell: ({ finished }) => <Lessons lessons={lessons} finished={new Set(finished)} />,
    },
    {
      key: 'last',
      header: 'Last did something',
      width: '170px',
      cell: ({ last_done_at }) => (last_done_at === null ? 'Never' : sayDay(last_done_at, now)),
    },
    {
      key: 'help',
      header: 'May need help',
      width: '160px',
      cell: ({ help }) => (help === null ? 'No' : <StateMark good={false} text={helpWords[help]} />),
    },
    ...(certificate
      ? [
          {
            key: 'certificate',
            header: 'Certificate',
            width: '180px',
            cell: (child: Learner) =>
              child.finished.length < lessons.length ? 'Not yet' : certificate(child),
          },
        ]
      : []),
  ];
}
