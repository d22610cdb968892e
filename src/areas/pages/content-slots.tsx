import { Button, Skeleton } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { paths } from '#contract/kit/paths.ts';
import { authors, classStaff, runsClasses, type Role } from '#contract/kit/roles.ts';
import type { ContentSlots } from '#src/features/content/blocks/block.tsx';
import { ChallengeStart } from '#src/features/content/challenge-start.tsx';
import { useLearning } from '#src/features/learning/use-learning.ts';
import { EntryShelf } from '#src/features/library/entry-shelf.tsx';
import { GoalShelf } from '#src/features/library/goal-shelf.tsx';
import { askToKeep } from '#src/session/keep-part.ts';
import { lazyPage, lazyWithRetry } from '#src/session/late-code.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { useUser } from '#src/session/use-session.ts';
import { StorageFailed } from '#src/ui/storage-failed.tsx';

const RequestForm = lazyPage(
  async () => (await import('#src/features/requests/request.form.tsx')).RequestForm,
);

// Of the staff alone, and courses and events stand without it.
const CourseClasses = lazyWithRetry(
  async () => (await import('../office/course-classes.page.tsx')).CourseClassesPart,
);

const EventStaff = lazyWithRetry(
  async () => (await import('../office/course-classes.page.tsx')).EventStaffPart,
);

const CertificateButton = lazyWithRetry(
  async () => (await import('#src/features/certificates/certificate.button.tsx')).CertificateButton,
);

const StartChallenge = lazyWithRetry(
  async () => (await import('#src/features/writing/start-challenge.tsx')).StartChallenge,
);

const mayHaveCertificate = (role: Role | undefined) =>
  role === 'student' || (classStaff as readonly (Role | undefined)[]).includes(role);

type Head<Kind extends ContentKind> = Extract<ContentPage['head'], { kind: Kind }>;

/** Begins a work for a challenge; a visitor signs in first. */
function Start({ id, head }: { id: string; head: Head<'challenge'> }) {
  const user = useUser();
  const { pathname } = useLocation();
  const isAuthor = user !== null && (authors as readonly string[]).includes(user.role);
  // Who starts one without a network needs the paper.
  useEffect(() => {
    if (isAuthor) void askToKeep('writing');
  }, [isAuthor]);
  if (user !== null && !isAuthor) return null;
  const { goals, work, preset } = head;
  if (work === 'message') return null;
  return (
    <ChallengeStart head={head}>
      {user === null ? (
        <Button component={Link} to={paths.signIn()} state={{ from: pathname }} size="lg">
          Sign in to start
        </Button>
      ) : (
        <Suspense fallback={null}>
          <ReplicaGate failed={(error) => <StorageFailed what="your work" error={error} />}>
            <StartChallenge challenge={{ id, kind: work, goals, preset }} />
          </ReplicaGate>
        </Suspense>
      )}
    </ChallengeStart>
  );
}

/** What other features put into public pages, for whoever looks. */
export function useContentSlots(): ContentSlots {
  const user = useUser();
  const learning = useLearning();
  const isAuthor = user !== null && (authors as readonly string[]).includes(user.role);
  return {
    learning,
    forStaff: (card) =>
      user !== null &&
      runsClasses(user.role) && (
        <Suspense fallback={null}>
          {card.kind === 'event' ? <EventStaff event={card} /> : <CourseClasses course={card} />}
        </Suspense>
      ),
    shelf: ({ goal, language, title }) => <GoalShelf title={title} goal={goal} language={language} />,
    form: ({ form }) => (
      <Suspense fallback={<Skeleton height={400} />}>
        <RequestForm kind={form} />
      </Suspense>
    ),
    startAt: (work) => {
      if (work === 'message') return user?.role === 'student' ? paths.messages() : null;
      if (!isAuthor) return null;
      return work === 'book' ? paths.books() : paths.stories();
    },
    above: ({ card, head, children }) => {
      if (head.kind === 'challenge') return <Start id={card.id} head={head} />;
      const isFinished = card.kind === 'course' && learning?.courseProgress(children).next === null;
      if (!isFinished || children.length === 0 || !mayHaveCertificate(user?.role)) return null;
      return (
        <Suspense fallback={null}>
          <div>
            <CertificateButton
              form={{ kind: 'course', page_id: card.id }}
              label="Your certificate"
              from={card.title}
            />
          </div>
        </Suspense>
      );
    },
    below: ({ card }) => card.kind === 'challenge' && <EntryShelf challenge={card.id} />,
  };
}
