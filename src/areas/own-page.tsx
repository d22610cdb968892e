import '#src/ui/classroom-styles.ts';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { heightOfTasks } from '#src/features/learning/tasks-height.ts';
import { AboutMe, OwnPicture } from '#src/features/profiles/own-page.tsx';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { passTablet } from '#src/session/redirects.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { useCanKeep } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { Ear } from '#src/ui/ear.tsx';
import { StorageFailed } from '#src/ui/storage-failed.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { OpenBook, PaperAndPencil, RowOfBooks } from './my-page-pictures.tsx';
import styles from './student.area.module.css';

// The page stands without it.
const MyWorks = lazyWithRetry(async () => (await import('#src/features/works/my-works.tsx')).MyWorks);

const ContinueReading = lazyWithRetry(
  async () => (await import('#src/features/library/continue-reading.tsx')).ContinueReading,
);

const FromTeacher = lazyWithRetry(
  async () => (await import('#src/features/learning/from-teacher.tsx')).FromTeacher,
);

const WriteCard = lazyWithRetry(async () => (await import('#src/features/writing/write-card.tsx')).WriteCard);

const LearnWriting = lazyWithRetry(
  async () => (await import(/* part: classroom */ '#src/desk/use-own-stories.ts')).LearnWriting,
);

const Yes = lazyWithRetry(async () => (await import('./writing/yes.area.tsx')).YesArea);

const aboutMeWaiting = <div className={styles.about} />;

/** What begins a work with one tap; until this device can, and where it cannot, a way to the page that does so as soon as it can. */
function MakeCard({ kind, name, to, picture }: MakeCardProps) {
  const shown = (
    <>
      <span className={styles.art} data-tint={kind}>
        {picture}
      </span>
      <span className={styles.cardName}>{name}</span>
    </>
  );
  const toList = (
    <Link to={to} className={styles.card}>
      {shown}
    </Link>
  );
  return (
    <Suspense fallback={toList}>
      <ReplicaGate waiting={toList} failed={() => toList}>
        <WriteCard kind={kind} className={styles.card}>
          {shown}
        </WriteCard>
      </ReplicaGate>
    </Suspense>
  );
}

interface MakeCardProps {
  kind: 'story' | 'book';
  name: string;
  to: string;
  picture: ReactNode;
}

/** The front page of a child. */
export function OwnPage() {
  useDocumentTitle('My page');
  const user = useUser();
  const canKeep = useCanKeep();
  const [hasTasks] = useState(() => heightOfTasks() > 0);
  if (!user) return null;
  const fromTeacher = (
    <Suspense fallback={<div style={{ minHeight: heightOfTasks() }} />}>
      <div className={styles.works}>
        <FromTeacher />
      </div>
    </Suspense>
  );
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        {/* An animal that was chosen without a network is known to the replica alone; another one would be a shock. */}
        <ReplicaGate
          waiting={<div className={styles.picture} />}
          failed={() => <AnimalAvatar name={animalOf(user)} size={80} />}
        >
          <OwnPicture user={user} />
        </ReplicaGate>
        <div className={styles.hello}>
          <Title order={1} dir="auto">
            Hello, {user.first_name}!
          </Title>
          <Ear words="Tap the pencil to write a story. Tap the open book to make a book with pictures. Tap the row of books to read. When you stop, tap: I am finished." />
        </div>
        <Button
          component={Link}
          to={passTablet}
          // Writing is the main thing here.
          variant="default"
          size="lg"
          className={styles.finished}
          leftSection={<IconLogout size={24} stroke={1.75} aria-hidden />}
        >
          I am finished
        </Button>
      </header>
      <div className={styles.cards}>
        <MakeCard
          kind="story"
          name="Write"
          to={paths.stories({ do: 'begin' })}
          picture={<PaperAndPencil />}
        />
        <MakeCard kind="book" name="Make a book" to={paths.books({ do: 'begin' })} picture={<OpenBook />} />
        <Link to={paths.library()} className={styles.card}>
          <span className={styles.art} data-tint="read">
            <RowOfBooks />
          </span>
          <span className={styles.cardName}>Read</span>
        </Link>
      </div>
      {hasTasks && fromTeacher}
      <div className={`${styles.works} ${styles.shelves}`}>
        <Suspense fallback={null}>
          <ReplicaGate failed={(error) => <StorageFailed what="your work" error={error} />}>
            <LearnWriting />
            <Yes />
          </ReplicaGate>
        </Suspense>
        <Suspense fallback={null}>
          <MyWorks list={null} />
          <ContinueReading />
        </Suspense>
      </div>
      {/* The first time it would push down what the child is about to tap. */}
      {!hasTasks && fromTeacher}
      <Anchor component={Link} to={dashboardAt('My Passport')} className={styles.back}>
        My Passport
      </Anchor>
      <Anchor component={Link} to={dashboardAt('Money I Have Raised')} className={styles.back}>
        Money I Have Raised
      </Anchor>
      <ReplicaGate waiting={aboutMeWaiting} failed={() => null}>
        <AboutMe user={user} waiting={aboutMeWaiting} />
      </ReplicaGate>
      <Text c="dimmed">
        Tap “I am finished” at the top when you stop.{' '}
        <span>Then the next child can sign in.{canKeep && ' What you made is kept safe.'}</span>
      </Text>
    </section>
  );
}
