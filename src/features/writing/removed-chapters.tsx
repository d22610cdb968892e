import { Button, Loader, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import type { RemovedChapter } from '#contract/writing/writing.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAfterSending } from '#src/session/use-after-sending.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useReplica, useSyncStatus, useUnreachable } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { kindNames } from '#src/desk/story-words.ts';
import { saveChapter, saveChapterInput } from '#src/desk/writing.mutations.ts';
import { useHasRemoved } from './use-has-removed.ts';
import styles from '#src/desk/writing.module.css';

export const takenOut: Readonly<Record<WorkKind, string>> = {
  story: 'Chapters that were taken out',
  book: 'Pages that were taken out',
  message: 'What was taken out',
};

interface RemovedProps {
  work: OwnWork;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  api?: ApiClient;
}

/** All that was written in one of them, what stood in it first. */
function textsOf({ title, document, version, others }: RemovedChapter) {
  return version === null ? others : [{ version, title, document }, ...others];
}

interface OneProps extends Pick<RemovedProps, 'work' | 'draw'> {
  chapter: RemovedChapter;
  isBack: boolean;
  onPutBack: () => void;
}

function RemovedOne({ chapter, work, draw, isBack, onPutBack }: OneProps) {
  const when = sayInFull(chapter.removed_at);
  const { part } = kindNames[work.kind];
  const { waiting, reachable } = useSyncStatus();
  return (
    <li className={styles.version}>
      <Text fw={700} dir="auto">
        {chapter.title === '' ? `Taken out ${when}` : chapter.title}
      </Text>
      {textsOf(chapter).map(({ version, document }, place) => (
        <div
          key={version}
          className={styles.text}
          dir="auto"
          tabIndex={0}
          role="group"
          aria-label={place === 0 ? `Text of the ${part} of ${when}` : `More that you wrote in it, ${place}`}
        >
          {draw(document)}
        </div>
      ))}
      {isBack ? (
        // The school has what stood in it: nothing of it is in the work before.
        <Text role="status">{waiting === 0 ? 'It is back.' : `It comes back ${asSoonAsReached}.`}</Text>
      ) : (
        isOpen(work.state) && (
          <Button
            variant="default"
            size="md"
            // Until the school has answered, the list may still have what was put back before.
            loading={waiting > 0 && reachable !== false}
            onClick={onPutBack}
          >
            Put it back
          </Button>
        )
      )}
    </li>
  );
}

/** All of them, as the school has them. */
export function RemovedList({ work, draw, api = apiClient }: RemovedProps) {
  const replica = useReplica();
  const { part, parts } = kindNames[work.kind];
  /** Those that were put back while the list was open: they stay in it. */
  const [back, setBack] = useState<readonly RemovedChapter[]>([]);
  /** The second tap of a double one would make another version of it. */
  const isPutting = useRef(false);
  const { id } = work;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const input = { params: { workId: id }, query: {} };
      return (await api.call(writingEndpoints.listRemoved, input, { signal })).results;
    },
    [api, id],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  // What was taken out a moment ago may still be on its way.
  useAfterSending(reload);
  const isSending = useSyncStatus().waiting > 0;
  const isAway = useUnreachable();
  const isThere = (list: readonly RemovedChapter[], one: RemovedChapter) =>
    list.some((each) => each.id === one.id);
  const shown = [...(value ?? []), ...back.filter((one) => !isThere(value ?? [], one))].toSorted(
    (one, other) => (one.removed_at < other.removed_at ? 1 : -1),
  );

  /** Words for it bring it back: those that stood in it. What was written beside them comes along. */
  async function putBack(chapter: RemovedChapter): Promise<void> {
    const [first] = textsOf(chapter);
    if (!first || isPutting.current) return;
    isPutting.current = true;
    try {
      const input = saveChapterInput(chapter, {
        ...first,
        based_on: chapter.version,
        settles: chapter.version === null ? [first.version] : [],
      });
      await replica.enqueue(saveChapter, input);
      setBack((before) => [...before, chapter]);
    } catch (error) {
      sayNotKept(error, 'Your choice');
    } finally {
      isPutting.current = false;
    }
  }

  const name = parts.toLowerCase();
  if (shown.length === 0 && (status === 'loading' || (isSending && !isAway)))
    return <Loader role="status" aria-label={`The ${name} that you took out are being looked for`} />;
  if (shown.length === 0 && (isSending || status !== 'ready'))
    return (
      <AnswerMissing
        status={status === 'failed' ? 'failed' : 'unreachable'}
        busy={busy}
        isGone={isGone}
        failed={`The ${name} that you took out could not be fetched`}
        unreachable={`The ${name} that you took out are at your school. They show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  if (shown.length === 0) return <Text>You have taken no {part} out.</Text>;
  return (
    <>
      {!isOpen(work.state) && (
        <Text>Nothing is lost. You can put it back as soon as you write in your {work.kind} again.</Text>
      )}
      <ul className={styles.versions}>
        {shown.map((chapter) => (
          <RemovedOne
            key={chapter.id}
            chapter={chapter}
            work={work}
            draw={draw}
            isBack={isThere(back, chapter)}
            onPutBack={() => void putBack(chapter)}
          />
        ))}
      </ul>
    </>
  );
}

/** What was taken out of a story, and what another tablet wrote in it afterwards: shown to its author, and put back. */
export function RemovedChapters(props: RemovedProps) {
  const [isShown, setShown] = useState(false);
  const hasRemoved = useHasRemoved(props.work, { api: props.api });
  const { kind } = props.work;
  if (!hasRemoved) return null;
  return (
    <>
      <div>
        <Button
          variant="subtle"
          leftSection={<IconTrash size={20} aria-hidden />}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {takenOut[kind]}
        </Button>
      </div>
      {isShown && <RemovedList {...props} />}
    </>
  );
}
