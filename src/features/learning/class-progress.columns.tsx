import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isHandedIn } from '#contract/learning/assignments.rules.ts';
import type { ClassProgress, EntryState, Learner } from '#contract/learning/assignments.schema.ts';
import { useChildPage } from '#src/session/use-child-page.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { sayDay } from '#src/ui/moments.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from './learning.module.css';

const entryWords: Readonly<Record<EntryState, string>> = {
  begun: 'Begun',
  given_back: 'Given back',
  handed_in: 'Handed in',
  approved: 'Approved',
};

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

/** How far each child is with a challenge. */
const entryColumn: Column<Learner> = {
  key: 'entry',
  header: 'How far',
  width: '160px',
  cell: ({ entry }) =>
    entry === null ? 'Not begun' : <StateMark good={isHandedIn(entry)} text={entryWords[entry]} />,
};

const lessonColumns = (lessons: readonly Lesson[]): Column<Learner>[] => [
  {
    key: 'finished',
    header: 'Finished',
    width: '110px',
    // The filled numbers of the lessons say the same.
    hideUnder: 900,
    cell: ({ finished }) => `${finished.length} of ${lessons.length}`,
  },
  {
    key: 'lessons',
    header: 'Lessons',
    width: '150px',
    cell: ({ finished }) => <Lessons lessons={lessons} finished={new Set(finished)} />,
  },
];

function ChildLink({ child, classId }: { child: Learner; classId: string }) {
  const childPage = useChildPage();
  return (
    <Link to={childPage(child, classId)}>
      <bdi>{`${child.first_name} ${child.last_name}`.trim()}</bdi>
    </Link>
  );
}

interface ColumnsProps {
  page: Pick<ClassProgress['page'], 'kind'>;
  lessons: readonly Lesson[];
  now: Date;
  classId: string;
  /** The way to the certificate of a child who finished all lessons; left out: there is none. */
  certificate?: ((child: Learner) => ReactNode) | undefined;
}

/** What is said of each child. */
export function columnsOf({ page, lessons, now, classId, certificate }: ColumnsProps): Column<Learner>[] {
  return [
    {
      key: 'name',
      header: 'Child',
      heading: true,
      cell: (child) => <ChildLink child={child} classId={classId} />,
    },
    ...(page.kind === 'challenge' ? [entryColumn] : lessonColumns(lessons)),
    {
      key: 'last',
      header: 'Last active',
      width: '130px',
      hideUnder: 900,
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
            width: '150px',
            cell: (child: Learner) =>
              child.finished.length < lessons.length ? 'Not yet' : certificate(child),
          },
        ]
      : []),
  ];
}
