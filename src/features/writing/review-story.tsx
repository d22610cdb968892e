import '@mantine/core/styles/Stack.layer.css';
import { Alert, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isKeptByPrivacy } from '#contract/works/author-words.rules.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { StoryReturn } from '#contract/writing/reviews.schema.ts';
import { stickerWords, type Sticker } from '#contract/writing/stickers.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useDraft } from '#src/session/use-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReviewSticker, stickerNamed } from './review-sticker.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Choice } from './choice.tsx';
import { ReviewPlace } from './review-place.tsx';
import { authorOf, stateWordsOf } from './review-words.ts';
import { StickerField } from './sticker-field.tsx';
import { PrivateAuthor } from './private-author.tsx';
import { readForReview } from './read-for-review.ts';
import { kindNames } from './story-words.ts';
import { TextArea } from './text-area.tsx';
import { TitledWords } from './titled-words.tsx';
import { WithdrawDialog } from './withdraw.dialog.tsx';
import styles from './writing.module.css';

const audiences = [
  { value: 'community', label: 'The school and its families' },
  { value: 'public', label: 'Everybody, as far as the author wants it' },
] as const;

type Draw = (document: WorkDocument, work: Work) => ReactNode;

interface ReviewStoryProps {
  /** Of the work. */
  id: string;
  listHref: string;
  /** Another one that waits. */
  hrefOf: (id: string) => string;
  draw: Draw;
  breadcrumb: ReactNode;
  /** What is missing before everybody may see it, from another feature. */
  permissions: ReactNode;
  /** Where the privacy of the author is changed; null where the reader has no such page. */
  privacyHref: (work: Work) => string | null;
  api?: ApiClient;
}

/** A word at each chapter, by its id. */
type Comments = Readonly<Record<string, string>>;

function isWords(kept: unknown): kept is { reason: string; comments: Comments; sticker?: string | null } {
  return typeof kept === 'object' && kept !== null && 'reason' in kept && 'comments' in kept;
}

/** What somebody of the staff reads and answers: the book or story, a word at each part, and what becomes of it. */
export function ReviewStory({
  id,
  listHref,
  hrefOf,
  draw,
  breadcrumb,
  permissions,
  privacyHref,
  api = apiClient,
}: ReviewStoryProps) {
  const load = useCallback((signal: AbortSignal) => readForReview(api, id, signal), [api, id]);
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (value === null && status === 'loading')
    return <Loader role="status" aria-label="It is being looked for" />;
  if (value === null)
    return (
      <Screen title="A book or a story" breadcrumb={breadcrumb}>
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          way={{ to: listHref, label: 'See what waits' }}
          failed="It could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      </Screen>
    );
  return (
    <Answering
      {...value}
      api={api}
      listHref={listHref}
      hrefOf={hrefOf}
      breadcrumb={breadcrumb}
      draw={draw}
      permissions={permissions}
      privacyHref={privacyHref}
      onChanged={reload}
    />
  );
}

type AnsweringProps = Awaited<ReturnType<typeof readForReview>> &
  Pick<ReviewStoryProps, 'listHref' | 'hrefOf' | 'draw' | 'breadcrumb' | 'permissions' | 'privacyHref'> & {
    api: ApiClient;
    onChanged: () => void;
  };

function Answering({
  work,
  chapters,
  review,
  api,
  listHref,
  hrefOf,
  breadcrumb,
  draw,
  permissions,
  privacyHref,
  onChanged,
}: AnsweringProps) {
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [comments, setComments] = useState<Comments>({});
  const [sticker, setSticker] = useState<Sticker | null>(null);
  const [audience, setAudience] = useState<'community' | 'public'>(
    // A message is for the world, and its author is asked for nothing else.
    work.kind === 'message' ? 'public' : 'community',
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** What was done, where one stays, and the state that it led to. */
  const [said, setSaid] = useState<{ text: string; state: Work['state'] } | null>(null);
  const isSaid = said !== null && said.state === work.state;
  const publishButton = useRef<HTMLButtonElement>(null);
  const saidNote = useRef<HTMLDivElement>(null);
  const [isWithdrawing, setWithdrawing] = useState(false);
  /** What was asked for while there are words at chapters, which do not go along with it. */
  const [unsaid, setUnsaid] = useState<{ label: string; goOn: () => Promise<void> } | null>(null);
  const isEmpty = reason === '' && sticker === null && Object.values(comments).every((text) => text === '');
  const draft = useDraft({
    name: `review ${work.id}`,
    value: isEmpty ? null : { reason, comments, sticker },
    restore: (kept) => {
      if (!isWords(kept)) return false;
      setReason(kept.reason);
      setComments(kept.comments);
      setSticker(stickerNamed(kept.sticker) ?? null);
      return true;
    },
    reset: () => {
      setReason('');
      setComments({});
      setSticker(null);
    },
  });
  // The button that was pressed is gone: the focus goes to what follows.
  useEffect(() => {
    if (isSaid) (publishButton.current ?? saidNote.current)?.focus();
  }, [isSaid]);
  const given = stickerNamed(review?.sticker);
  const params = { workId: work.id };
  const mayPublish = work.state === 'approved' || work.state === 'withdrawn';
  const canDoBoth = work.state === 'submitted' && work.visibility !== 'private';
  const { part, Part } = kindNames[work.kind];

  /** `done`: said on the list, to which one goes back, or on this page, where it leads to another state of the work. */
  async function answer(
    call: () => Promise<unknown>,
    done: string | { text: string; state: Work['state'] },
  ): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await call();
    } catch (error) {
      setFailure(failureOf(error, { offline: 'Your words stay here until it can be.' }));
      return;
    } finally {
      setBusy(false);
    }
    draft.end();
    setReason('');
    setComments({});
    setSticker(null);
    // Where one stays, the page says it itself, and a toast would stand before the next button.
    if (typeof done !== 'string') {
      setSaid(done);
      return onChanged();
    }
    notify.success(done);
    await navigate(listHref);
  }

  // A sticker alone says what it says.
  const toSay = { reason: reason.trim() === '' && sticker ? stickerWords[sticker] : reason, sticker };
  const giveBack = () => {
    const body: StoryReturn = {
      ...toSay,
      comments: chapters.flatMap(({ id: chapter_id }) => {
        const text = comments[chapter_id]?.trim() ?? '';
        return text === '' ? [] : [{ id: uuidv7(), chapter_id, text }];
      }),
    };
    return answer(
      () => api.call(reviewEndpoints.giveBack, { params, body }),
      `The ${work.kind} went back to its author.`,
    );
  };
  const hasComments = Object.values(comments).some((text) => text.trim() !== '');
  const waits = work.state === 'submitted' || work.state === 'approved';
  const approve = () =>
    answer(() => api.call(reviewEndpoints.approve, { params, body: toSay }), {
      text: `You approved the ${work.kind}. Publish it to put it on the shelf.`,
      state: 'approved',
    });
  /** Both at once: the words go along with what comes last, or the first would be all that the author hears. */
  const approveAndPublish = () =>
    answer(
      async () => {
        await api.call(reviewEndpoints.approve, { params, body: {} });
        try {
          await api.call(reviewEndpoints.publish, { params, body: { visibility: audience, ...toSay } });
        } catch (error) {
          // It is approved now, and the words stay here.
          onChanged();
          throw error;
        }
      },
      {
        text: `You published the ${work.kind}. It is on the shelf now.`,
        state: 'published',
      },
    );
  const publish = () =>
    answer(() => api.call(reviewEndpoints.publish, { params, body: { visibility: audience, ...toSay } }), {
      text: `You published the ${work.kind}. It is on the shelf now.`,
      state: 'published',
    });

  /** Words at a chapter reach the author with what goes back, and with nothing else: whoever wrote some is told. */
  function withoutComments(label: string, goOn: () => Promise<void>): void {
    if (!hasComments) void goOn();
    else setUnsaid({ label, goOn });
  }

  return (
    <Screen
      title={titleOf(work)}
      description={`${work.author ? `${work.author.first_name} ${work.author.last_name}`.trim() : work.byline}. ${stateWordsOf(work)}`}
      breadcrumb={breadcrumb}
    >
      <div className={styles.review}>
        <ReviewPlace id={work.id} hrefOf={hrefOf} api={api} />
        {failure && <FailureNote failure={failure} />}
        {review && review.reason !== '' && !waits && (
          <Alert color="blue" title={`${review.by} said`}>
            <span className={styles.said}>
              {given && <ReviewSticker name={given} />}
              <span className={styles.note} dir="auto">
                {review.reason}
              </span>
            </span>
          </Alert>
        )}
        {work.byline !== '' && <Text dir="auto">On the cover: by {work.byline}</Text>}
        {work.blurb !== '' && <Text className={styles.note}>{work.blurb}</Text>}
        <TitledWords title="The plan" text={work.plan ?? ''} />
        {work.dedication !== '' && (
          <Text fs="italic" dir="auto">
            {work.dedication}
          </Text>
        )}
        {work.sdgs.map((goal) => (
          <Text key={goal} c="dimmed">
            Goal {goal}: {goalNames[goal - 1]}
          </Text>
        ))}
        {chapters.map((chapter, place) => (
          <section key={chapter.id} aria-label={`${Part} ${place + 1}`}>
            <article className={styles.reading} dir="auto" lang={work.language}>
              {chapter.title !== '' && <Title order={2}>{chapter.title}</Title>}
              {draw(chapter.document, work)}
            </article>
            {waits && (
              <TextArea
                label={`A word about ${Part.toLowerCase()} ${place + 1}`}
                rows={2}
                maxLength={limits.reasonLength}
                value={comments[chapter.id] ?? ''}
                onChange={(text) => setComments({ ...comments, [chapter.id]: text })}
              />
            )}
          </section>
        ))}
        <TitledWords title="About the author" text={work.about_author} />
        {waits && (
          <Stack gap="md">
            <TextArea
              label="Your kind words"
              description="Say what you like and what would make it better. The author reads this with your answer."
              rows={4}
              maxLength={limits.reasonLength}
              value={reason}
              onChange={setReason}
            />
            <StickerField author={authorOf(work)} value={sticker} onChange={setSticker} />
            {hasComments && toSay.reason.trim() === '' && (
              <Text c="dimmed">A kind word here goes first, before it can be given back.</Text>
            )}
            <Group gap="sm">
              <Button
                variant="default"
                disabled={isBusy || toSay.reason.trim() === ''}
                onClick={() => void giveBack()}
              >
                Give it back
              </Button>
              {work.state === 'submitted' && (
                <Button
                  variant={canDoBoth ? 'default' : 'filled'}
                  loading={isBusy}
                  onClick={() => withoutComments('Approve', approve)}
                >
                  Approve
                </Button>
              )}
              {canDoBoth && (
                <Button
                  loading={isBusy}
                  onClick={() => withoutComments('Approve and publish', approveAndPublish)}
                >
                  Approve and publish
                </Button>
              )}
            </Group>
          </Stack>
        )}
        {(mayPublish || canDoBoth) && isKeptByPrivacy(work) && (
          <PrivateAuthor work={work} href={privacyHref(work)} />
        )}
        <div role="status" ref={saidNote} tabIndex={-1}>
          {isSaid && <Alert color="green">{said.text}</Alert>}
        </div>
        {mayPublish && audience === 'public' && permissions}
        {mayPublish && (
          <Group align="flex-end" gap="sm">
            <Choice label="For whom" data={audiences} value={audience} onChange={setAudience} />
            <Button ref={publishButton} loading={isBusy} onClick={() => withoutComments('Publish', publish)}>
              Publish
            </Button>
          </Group>
        )}
        {work.state === 'published' && (
          <Group>
            <Button variant="default" onClick={() => setWithdrawing(true)}>
              Take it off the shelf
            </Button>
          </Group>
        )}
        <ConfirmDialog
          opened={unsaid !== null}
          title={`Your words about single ${part}s stay unsaid`}
          question={`The author reads them when you give the ${work.kind} back. With a yes only your kind words are sent.`}
          confirmLabel={`${unsaid?.label ?? ''} without them`}
          cancelLabel="Keep my words"
          onConfirm={async () => unsaid?.goOn()}
          onClose={() => setUnsaid(null)}
        />
        <WithdrawDialog
          opened={isWithdrawing}
          onClose={() => setWithdrawing(false)}
          reason={reason}
          onReason={setReason}
          isBusy={isBusy}
          onDone={() =>
            void answer(
              () => api.call(reviewEndpoints.withdraw, { params, body: { reason } }),
              `The ${work.kind} is off the shelf.`,
            )
          }
        />
      </div>
    </Screen>
  );
}
