import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { Chapter, Work } from '#contract/works/works.schema.ts';
import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { AboutWork, AnsweredBefore } from './about-work.tsx';
import { middleOfPaper } from '#src/desk/place-on-paper.ts';
import { ProposalFields } from '#src/desk/proposal-fields.tsx';
import { readForReview } from './read-for-review.ts';
import { ReviewAnswer, type Wanted } from './review-answer.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { useNarrowing } from './review-narrowing.ts';
import { ReviewPages } from './review-pages.tsx';
import { stateWordsOf } from './review-words.ts';
import { Sheet } from '#src/desk/sheet.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import { useReview } from './use-review.ts';
import { useReviewPlace } from './use-review-place.ts';
import { useSheet } from '#src/desk/use-sheet.ts';
import { WithdrawDialog } from './withdraw.dialog.tsx';
import styles from './review.module.css';

interface ReviewStoryProps {
  /** Of the work. */
  id: string;
  /** A document, small. */
  draw: (document: WorkDocument, work: Work) => ReactNode;
  /** A page or chapter as it is read. */
  drawPage: (chapter: Chapter, work: Work) => ReactNode;
  /** What is missing before everybody may see it, from another feature. */
  permissions: ReactNode;
  api?: ApiClient;
}

/** What somebody of the staff reads and answers, page by page: the book or story, what is said of it, and what becomes of it. */
export function ReviewStory({ api = apiClient, ...props }: ReviewStoryProps) {
  const { id } = props;
  const queue = useNarrowing().keepIn(useSchoolPlaces().reviews);
  const load = useCallback((signal: AbortSignal) => readForReview(api, id, signal), [api, id]);
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (value !== null)
    return <Answering {...props} {...value} api={api} onChanged={reload} isReloading={busy} />;
  return (
    <Screen title="A book or a story" breadcrumb={<BackLink to={queue}>To review</BackLink>}>
      {status === 'loading' ? (
        <div role="status" aria-label="It is being looked for" className={styles.awaited} />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          way={{ to: queue, label: 'See what waits' }}
          failed="It could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}

type AnsweringProps = Awaited<ReturnType<typeof readForReview>> &
  Omit<ReviewStoryProps, 'api'> & { api: ApiClient; onChanged: () => void; isReloading: boolean };

function Answering(props: AnsweringProps) {
  const { work, chapters, review: last, api, onChanged } = props;
  const place = useReviewPlace(work.id, api);
  const review = useReview({ work, chapters }, api, onChanged, props.isReloading);
  const isWide = useMediaQuery('(min-width: 1280px)', false, { getInitialValueInEffect: false });
  const sheet = useSheet('answer');
  const [address, setAddress] = useAddress();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [isMissing, setMissing] = useState(false);
  /** True while the page is shown to be tapped, without the sheet. */
  const [isPointing, setPointing] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  /** What was asked for while there are words at pages, which do not go along with it. */
  const [unsaid, setUnsaid] = useState<{ label: string; goOn: () => Promise<void> } | null>(null);
  const follows = useRef<HTMLElement>(null);
  const { said } = review;
  // The button that was pressed is gone: the focus goes to what follows.
  useEffect(() => {
    if (said !== null) follows.current?.focus();
  }, [said]);

  const open = Math.min(Math.max(Number(address.get('page')) || 1, 1), Math.max(chapters.length, 1)) - 1;
  const chapter = chapters[open];
  const { part } = kindNames[work.kind];
  const waits = work.state === 'submitted' || work.state === 'approved';

  function want(field: string): void {
    setWanted((before) => ({ field, count: (before?.count ?? 0) + 1 }));
    showAnswer();
  }
  function showAnswer(): void {
    setPointing(false);
    if (!isWide) sheet.show();
  }
  function point(at: PlaceOnPage): void {
    if (chapter) want(review.addNote(chapter.id, at));
  }

  /** Words at a page reach the author with what goes back, and with nothing else: whoever wrote some is told. */
  function withoutNotes(label: string, goOn: () => Promise<void>): void {
    if (!review.hasNotes) void goOn();
    else setUnsaid({ label, goOn });
  }
  const approve = () => withoutNotes('Approve', review.approve);

  const answer = (
    <>
      {last && last.reason !== '' && !waits && <AnsweredBefore review={last} />}
      <ReviewAnswer
        work={work}
        chapter={chapter}
        number={open + 1}
        review={review}
        wanted={wanted}
        isMissing={isMissing && !review.canGiveBack}
        isBesidePage={isWide}
        onPointByKey={() => (isWide ? point(middleOfPaper()) : sheet.close(() => setPointing(true)))}
        permissions={props.permissions}
        onApprove={approve}
        api={api}
      />
      {(waits || work.state === 'withdrawn') && work.kind !== 'message' && (
        <details className={styles.fold}>
          <summary>Language, level, shelf, goals (proposed)</summary>
          <div className={styles.folded}>
            <ProposalFields
              value={{ ...work, ...review.answer.decided }}
              onChange={(decided) => review.change({ decided: { ...review.answer.decided, ...decided } })}
              api={api}
            />
          </div>
        </details>
      )}
      <AboutWork work={work} />
    </>
  );
  const author = work.author ? `${work.author.first_name} ${work.author.last_name}`.trim() : work.byline;
  return (
    <ReviewFrame
      title={titleOf(work)}
      description={[author, work.school_class?.name, stateWordsOf(work)].filter(Boolean).join(' · ')}
      place={place}
      waits={waits}
      side={isWide && answer}
      bar={
        <ReviewBar
          work={work}
          review={review}
          place={place}
          isPointing={isPointing}
          onAnswer={isWide ? null : showAnswer}
          onGiveBack={() => {
            setMissing(!review.canGiveBack);
            if (review.canGiveBack) void review.giveBack();
            else want('words');
          }}
          onApprove={approve}
          onApproveAndPublish={() => withoutNotes('Publish', review.approveAndPublish)}
          onPublish={() => withoutNotes('Publish', review.publish)}
          onWithdraw={() => setWithdrawing(true)}
          followsRef={follows}
        />
      }
    >
      <ReviewPages
        work={work}
        chapters={chapters}
        place={open}
        onTurn={(to) => setAddress(withParts({ page: String(to + 1) }), { replace: true })}
        drawPage={props.drawPage}
        draw={(document) => props.draw(document, work)}
        notes={review.answer.notes}
        onPoint={waits ? point : null}
        isPointing={isPointing}
        onPin={({ id }) => want(id)}
        onMovePin={({ id }, at) => review.changeNote(id, { at })}
      />
      <Sheet opened={!isWide && sheet.isOpen} onClose={() => sheet.close()} title="Answer">
        {answer}
        <div className={styles.done}>
          <Button fullWidth mih={52} size="md" onClick={() => sheet.close()}>
            Done
          </Button>
        </div>
      </Sheet>
      <ConfirmDialog
        opened={unsaid !== null}
        title={`Your words about ${part}s will not be sent`}
        question={`The author gets them only when you give the ${work.kind} back. All else that you said is sent now.`}
        confirmLabel={`${unsaid?.label ?? ''} without them`}
        cancelLabel="Back to my words"
        onConfirm={async () => unsaid?.goOn()}
        onClose={() => setUnsaid(null)}
      />
      <WithdrawDialog
        opened={isWithdrawing}
        onClose={() => setWithdrawing(false)}
        reason={review.answer.reason}
        onReason={(reason) => review.change({ reason })}
        isBusy={review.isBusy}
        onDone={() => void review.withdraw().then(() => setWithdrawing(false))}
      />
    </ReviewFrame>
  );
}
