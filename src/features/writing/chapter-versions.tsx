import { Alert, Button, Loader, Text } from '@mantine/core';
import { IconGitFork } from '@tabler/icons-react';
import { useCallback, useRef, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { ChapterVersion, OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAfterSending } from '#src/session/use-after-sending.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { saveChapter, saveChapterInput } from '#src/desk/writing.mutations.ts';
import styles from '#src/desk/writing.module.css';

/** Puts these words into the chapter, on top of what stands there; what stood there stays in the history. */
function useChoose(chapter: OwnChapter, onChosen: () => void) {
  const replica = useReplica();
  /** The second tap of a double one would make another version of it. */
  const isChoosing = useRef(false);
  return async (version: Pick<ChapterVersion, 'title' | 'document'>, settles: readonly string[]) => {
    if (isChoosing.current) return;
    isChoosing.current = true;
    const input = saveChapterInput(chapter, { ...version, based_on: chapter.version, settles });
    try {
      await replica.enqueue(saveChapter, input);
      onChosen();
    } catch (error) {
      sayNotKept(error, 'Your choice');
    } finally {
      isChoosing.current = false;
    }
  };
}

interface VersionsProps {
  chapter: OwnChapter;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** The editor is to begin anew with what stands there now. */
  onChosen: () => void;
}

/** Two tablets wrote without knowing of each other: both versions side by side, and their author picks. */
export function OtherVersions({ chapter, part, draw, onChosen }: VersionsProps & { part: string }) {
  const choose = useChoose(chapter, onChosen);
  if (chapter.others.length === 0) return null;
  const settles = chapter.others.map(({ version }) => version);
  const all = [
    { version: chapter.version ?? 'first', title: chapter.title, document: chapter.document },
    ...chapter.others,
  ];
  return (
    <Alert
      color="orange"
      title={`There are different versions of this ${part}`}
      icon={<IconGitFork aria-hidden />}
    >
      <Text mb="md">You wrote on two tablets. Nothing is lost. Which one do you want to go on with?</Text>
      <ul className={styles.versions}>
        {all.map((each, place) => (
          <li key={each.version} className={styles.version}>
            <Text fw={700} dir="auto">
              {each.title === '' ? `Version ${place + 1}` : each.title}
            </Text>
            <div
              className={styles.text}
              dir="auto"
              tabIndex={0}
              role="group"
              aria-label={`Text of version ${place + 1}`}
            >
              {draw(each.document)}
            </div>
            <Button variant="default" size="md" onClick={() => void choose(each, settles)}>
              Go on with this one
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Earlier versions, as the school has them. */
export function ChapterHistory({
  chapter,
  draw,
  onChosen,
  api = apiClient,
}: VersionsProps & { api?: ApiClient }) {
  const { id, work_id } = chapter;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const params = { workId: work_id, chapterId: id };
      const { results } = await api.call(writingEndpoints.listVersions, { params, query: {} }, { signal });
      return results;
    },
    [api, id, work_id],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  // What was saved a moment ago may still be on its way.
  useAfterSending(reload);
  const choose = useChoose(chapter, onChosen);
  if (value === null && status === 'loading')
    return <Loader role="status" aria-label="Earlier versions are being looked for" />;
  if (value === null || status === 'loading')
    return (
      <AnswerMissing
        status={status === 'unreachable' ? 'unreachable' : 'failed'}
        busy={busy}
        isGone={isGone}
        failed="The earlier versions could not be fetched"
        unreachable={`Earlier versions are at your school. They show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  if (value.length === 0) return <Text>There are no earlier versions yet.</Text>;
  return (
    <ul className={styles.versions}>
      {value.map((each) => (
        <li key={each.version} className={styles.version}>
          <Text fw={700}>{sayInFull(each.made_at)}</Text>
          <div
            className={styles.text}
            dir="auto"
            tabIndex={0}
            role="group"
            aria-label={`Text of ${sayInFull(each.made_at)}`}
          >
            {draw(each.document)}
          </div>
          <Button variant="default" size="md" onClick={() => void choose(each, [])}>
            Bring this one back
          </Button>
        </li>
      ))}
    </ul>
  );
}
