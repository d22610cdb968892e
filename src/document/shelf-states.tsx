import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useWordsForReader, type EmptyWords } from '#src/session/page-reader.ts';
import type { AnswerStatus } from '#src/session/use-answer.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import styles from './works.module.css';

/** Stands where a shelf of a page comes; not shown where that comes at once. */
export function WaitingRow({ title }: { title: string }) {
  return (
    <section className={`${styles.shelf} ${styles.place}`} aria-busy>
      <Title order={2} size="h3">
        {title}
      </Title>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <ul className={styles.row} aria-hidden>
        {[0, 1, 2, 3].map((place) => (
          <li key={place}>
            <Skeleton className={styles.cover} />
            <Skeleton height={18} width="80%" mt={10} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Takes the place of the row that was waited for, and as much of the page. */
export function NoWorksYet() {
  return (
    <section className={`${styles.shelf} ${styles.place}`}>
      <Title order={2} size="h3">
        Mine
      </Title>
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="Your first book goes here"
        text="Tap Write or Make a book to begin."
      />
    </section>
  );
}

/** Said in a library in which nothing is published yet that the reader may see. */
export function useNothingPublished(): EmptyWords {
  return useWordsForReader({
    child: {
      title: 'There are no books here yet',
      text: 'Write a story and hand it in. When your teacher publishes it, you find it here.',
    },
    teacher: {
      title: 'Nothing is published yet',
      text: 'Publish what your students hand in. Then everyone finds it here.',
    },
    office: {
      title: 'Nothing is published yet',
      text: 'Books and stories are here as soon as a teacher has published them.',
    },
    other: { title: 'There are no books here yet', text: 'The first ones are here once they are published.' },
  });
}

/** A row of a home page without a book or story that the reader may see. */
export function ShelfEmpty({ title, mode }: { title: string; mode: string | undefined }) {
  const nothing = useNothingPublished();
  const words =
    mode === undefined
      ? nothing
      : { title: `Nothing in the mode ${mode} yet`, text: 'Another mode has other books and stories.' };
  return (
    <section className={styles.shelf}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <EmptyState picture={<EmptyShelfIllustration />} {...words} />
    </section>
  );
}

interface ShelfMissingProps {
  /** What should stand there: "The newest books". */
  what: string;
  status: AnswerStatus;
  busy: boolean;
  onRetry: () => void;
}

/** In one line, because the page has more than this shelf. */
export function ShelfMissing({ what, status, busy, onRetry }: ShelfMissingProps) {
  return (
    <div className={styles.missing} role="status">
      <Text c="dimmed">
        {status === 'unreachable'
          ? `${what} show up here ${asSoonAsReached}.`
          : `${what} could not be fetched.`}
      </Text>
      {status === 'failed' && (
        <Button variant="default" loading={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
