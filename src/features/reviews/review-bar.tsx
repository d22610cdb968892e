import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { fullName } from '#contract/students/students.rules.ts';
import { isKeptByPrivacy, privateAuthorWords, readersOf } from '#contract/works/author-words.rules.ts';
import { leastAudience } from '#contract/works/works.rules.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useUser } from '#src/session/use-session.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { authorOf } from './review-words.ts';
import type { ReviewPlace } from './use-review-place.ts';
import type { ReviewState } from './use-review.ts';
import styles from './review.module.css';

interface ReviewBarProps {
  work: Work;
  review: ReviewState;
  place: ReviewPlace;
  /** True while a tap on the page is waited for. */
  isPointing: boolean;
  /** Opens the sheet with the answer; null where it stands beside the page. */
  onAnswer: (() => void) | null;
  onGiveBack: () => void;
  onApprove: () => void;
  onApproveAndPublish: () => void;
  onPublish: () => void;
  onWithdraw: () => void;
  /** What follows what was done. */
  followsRef: Ref<HTMLElement>;
}

/** Where the privacy of the author is changed; null where the reader has no such page. */
function usePrivacyPage({ author, school_class }: Work): string | null {
  const places = useSchoolPlaces();
  const role = useUser()?.role;
  if (role !== undefined && seesWholeSchool(role)) return author && places.student(author.id);
  return school_class && places.schoolClass(school_class.id, author ? { q: fullName(author) } : {});
}

/** Who will see it, in a sentence, and what to do where that is too few. */
function Readers({ work, review }: Pick<ReviewBarProps, 'work' | 'review'>) {
  const privacyPage = usePrivacyPage(work);
  const author = authorOf(work);
  if (work.visibility === 'private')
    return (
      <Text>
        {author} wants to keep it private. Only {author} and the teachers will see it.
      </Text>
    );
  if (!isKeptByPrivacy(work))
    return <Text>It will be {readersOf(leastAudience(work.audience, review.audience), author)}.</Text>;
  return (
    <Text>
      {privateAuthorWords(author)}.{' '}
      {privacyPage === null ? (
        'The privacy of a student is changed in the class list.'
      ) : (
        <Link to={privacyPage} className={styles.remedy}>
          Change the privacy of {author}
        </Link>
      )}
    </Text>
  );
}

/** What becomes of a work: who will see it, and the buttons at the thumb. */
export function ReviewBar(props: ReviewBarProps) {
  const { work, review, place, isPointing, onAnswer, followsRef } = props;
  const { state } = work;
  const isOpen = state === 'submitted' || state === 'approved';
  const mayPublish = work.visibility !== 'private';
  const Icon = isKeptByPrivacy(work) || !mayPublish ? IconLock : IconUsers;
  const button = { size: 'md', mih: 52, loading: review.isBusy } as const;
  return (
    <>
      <div className={styles.barWords}>
        {review.failure && <FailureNote failure={review.failure} />}
        <div role="status">
          {review.said === null ? (
            isPointing && (
              <Text fw={600}>
                Tap the place on the page that you mean.
                <VisuallyHidden> Or press Enter: the arrow keys move the mark afterwards.</VisuallyHidden>
              </Text>
            )
          ) : (
            <Text fw={600}>{review.said}</Text>
          )}
        </div>
        {(isOpen || state === 'withdrawn') && (
          <div className={styles.readers}>
            <Icon size={22} stroke={1.75} aria-hidden />
            <Readers work={work} review={review} />
          </div>
        )}
      </div>
      <div className={styles.actions}>
        {onAnswer && (
          <Button {...button} variant="default" aria-haspopup="dialog" onClick={onAnswer}>
            {isOpen ? 'Answer' : 'More about it'}
          </Button>
        )}
        {isOpen && (
          <Button {...button} variant="default" onClick={props.onGiveBack}>
            Give back
          </Button>
        )}
        {state === 'submitted' && (
          <Button {...button} onClick={mayPublish ? props.onApproveAndPublish : props.onApprove}>
            {mayPublish ? 'Approve and publish' : 'Approve'}
          </Button>
        )}
        {(state === 'approved' || state === 'withdrawn') && mayPublish && (
          <Button {...button} ref={followsRef as Ref<HTMLButtonElement>} onClick={props.onPublish}>
            Publish
          </Button>
        )}
        {state === 'published' && (
          <Button {...button} variant="default" onClick={props.onWithdraw}>
            Take it off the shelf
          </Button>
        )}
        {review.said !== null && !(state === 'approved' && mayPublish) && state !== 'withdrawn' && (
          <Button
            component={Link}
            to={place.next ?? place.queue}
            size="md"
            mih={52}
            ref={followsRef as Ref<HTMLAnchorElement>}
          >
            {place.next === null ? 'See what waits' : 'Go on with the next'}
          </Button>
        )}
      </div>
    </>
  );
}
