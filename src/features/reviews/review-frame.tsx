import { Button, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDeskKeys } from '#src/desk/use-desk-keys.ts';
import { useDeskSize } from '#src/desk/use-desk-size.ts';
import type { ReviewPlace } from './use-review-place.ts';
import deskStyles from '#src/desk/desk.module.css';
import styles from './review.module.css';

interface ReviewFrameProps {
  title: string;
  description: string;
  place: ReviewPlace;
  /** False once it was answered: it is no longer one of those that wait. */
  waits: boolean;
  /** The page or chapter, and the small ones below it. */
  children: ReactNode;
  /** What is said of it; null where it stands in a sheet of its own. */
  side: ReactNode;
  /** Who will see it, and what is done with it. */
  bar: ReactNode;
}

/** One work that waits, full screen: its place in the queue at the top, what is done with it at the bottom. */
export function ReviewFrame({ title, description, place, waits, children, side, bar }: ReviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  useDeskSize(frame);
  useDeskKeys(frame);
  useDocumentTitle(title);
  const way = (to: string | null, name: string, key: string, icon: 'leftSection' | 'rightSection') => {
    const Icon = icon === 'leftSection' ? IconChevronLeft : IconChevronRight;
    return (
      to !== null && (
        <Button
          component={Link}
          to={to}
          variant="default"
          aria-keyshortcuts={key}
          aria-label={name}
          className={styles.way}
          {...{ [icon]: <Icon size={20} aria-hidden className={styles.wayIcon} /> }}
        >
          <span className={styles.wayName}>{name}</span>
        </Button>
      )
    );
  };
  return (
    <div ref={frame} className={styles.frame}>
      <header className={styles.top} data-part>
        <div className={deskStyles.band} aria-hidden />
        <Link to={place.queue} className={deskStyles.back} aria-label="To review">
          <IconArrowLeft size={26} stroke={1.75} aria-hidden className={styles.wayIcon} />
        </Link>
        <div className={styles.heading}>
          <h1 className={styles.title} dir="auto">
            {title}
          </h1>
          <Text c="dimmed" className={styles.description} dir="auto">
            {description}
          </Text>
        </div>
        {place.words !== null && (
          <div role="group" aria-label="To review" className={styles.queuePlace}>
            {waits && (
              <>
                <Text c="dimmed" className={styles.placeWords}>
                  {place.words}
                </Text>
                <span className={styles.placeShort} dir="ltr" aria-hidden>
                  {place.short}
                </span>
              </>
            )}
            {way(place.previous, 'Previous', 'k', 'leftSection')}
            {way(place.next, 'Next', 'j', 'rightSection')}
          </div>
        )}
      </header>
      <div className={styles.middle} data-part>
        {children}
      </div>
      {side && (
        <aside className={styles.side} aria-label="Answer" data-part>
          {side}
        </aside>
      )}
      <div className={styles.bar} data-part>
        {bar}
      </div>
    </div>
  );
}
