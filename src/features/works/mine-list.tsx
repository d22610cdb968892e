import { Button, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBook,
  IconChevronRight,
  IconPencil,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dashboardAt } from '#contract/kit/paths.ts';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import type { WorkCard, WorkState } from '#contract/works/works.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import { mineInOrder, worksOf } from './my-works.rules.ts';
import { TeacherWrote } from './teacher-wrote.tsx';
import { WorkCover } from '#src/document/work-cover.tsx';
import { workHref } from '#src/document/work-words.ts';
import styles from './mine-list.module.css';

const icons: Readonly<Partial<Record<WorkState, TablerIcon>>> = {
  draft: IconPencil,
  returned: IconAlertTriangle,
  withdrawn: IconAlertTriangle,
  submitted: IconSend,
};

interface MineListProps {
  works: readonly WorkCard[];
  /** Ids of those that are still written on this device. */
  toWrite: ReadonlySet<string>;
  /** Who wrote to the child about some of them, by their ids. */
  wroteBy: ReadonlyMap<string, string>;
  /** Around what shows a cover that is on this device alone. */
  withPictures: (work: WorkCard, content: ReactNode) => ReactNode;
}

/** Rows on the page; the lists of their own have all. */
const room = 12;

/** All that is the child's, what was written last in front: one tap leads on where it stopped. */
export function MineList({ works, toWrite, wroteBy, withPictures }: MineListProps) {
  const id = useId();
  const lists = (['My Books', 'My Stories'] as const).map((list) => ({
    list,
    count: worksOf(list, works).length,
  }));
  return (
    <section aria-labelledby={id} className={styles.mine}>
      <Title order={2} id={id}>
        Mine
      </Title>
      <ul className={styles.rows}>
        {mineInOrder(works)
          .slice(0, room)
          .map((work, place) => (
            <li key={work.id}>
              {withPictures(
                work,
                <Row
                  work={work}
                  wroteBy={wroteBy.get(work.id)}
                  href={toWrite.has(work.id) ? ownWorkAt(work) : workHref(work)}
                  isFirst={place === 0 && work.state === 'draft' && toWrite.has(work.id)}
                />,
              )}
            </li>
          ))}
      </ul>
      {works.length > room && (
        <div className={styles.all}>
          {lists
            .filter(({ count }) => count > 0)
            .map(({ list, count }) => (
              <Button key={list} component={Link} to={dashboardAt(list)} variant="default" size="md">
                All {count} in {list}
              </Button>
            ))}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  work: WorkCard;
  wroteBy: string | undefined;
  href: string;
  isFirst: boolean;
}

function Row({ work, wroteBy, href, isFirst }: RowProps) {
  const Icon = icons[work.state] ?? IconBook;
  return (
    <Link
      to={isFirst ? `${href}?step=write` : href}
      // The cursor is where one stopped.
      {...(isFirst && { state: { write: true } })}
      className={styles.row}
    >
      <span className={styles.cover}>
        <WorkCover work={work} decorative />
      </span>
      <span className={styles.words}>
        <span className={styles.title} lang={work.language} dir="auto">
          {titleOf(work)}
        </span>
        <span className={styles.state}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {authorWordsOf(work)}
        </span>
        {wroteBy !== undefined && <TeacherWrote by={wroteBy} />}
      </span>
      {isFirst ? (
        <span className={styles.goOn}>Go on</span>
      ) : (
        <IconChevronRight size={26} stroke={2} aria-hidden className={styles.arrow} />
      )}
    </Link>
  );
}
