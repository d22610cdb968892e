import { Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { addressOf } from '#contract/content/content.rules.ts';
import { entryOf } from '#contract/learning/assignments.rules.ts';
import { AssignedPages, type EntryState } from '#contract/learning/assignments.schema.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { sayDate } from '#src/lib/days.ts';
import { apiClient } from '#src/session/api.ts';
import { keptLists, useKeptAnswer } from '#src/session/use-kept-answer.ts';
import { useOfAny, useReplicaState } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { heightOfTasks, keepHeightOfTasks } from './tasks-height.ts';
import { useLearning } from './use-learning.ts';
import styles from './from-teacher.module.css';

const entryWords: Readonly<Record<EntryState, string>> = {
  begun: 'You have begun.',
  given_back: 'Your teacher wrote back.',
  handed_in: 'You handed it in.',
  approved: 'Your teacher said yes.',
};

/** How far the child is with the works that it began for a challenge; null where none was. */
function useOwnEntries(): (pageId: string) => EntryState | null {
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;
  const own = useOfAny(replica, (each) => each.read(scopeOf.user(each.user_id), 'works'));
  const rows = own?.status === 'ready' ? own.rows : [];
  return (pageId) => entryOf(rows.filter(({ challenge }) => challenge === pageId).map((row) => row.state));
}

/**
 * What the teachers of a child set for their classes, and how far the child is; nothing where nothing is set. What stands below does
 * not move when it comes: its place is as high as it was the last time.
 */
export function FromTeacher({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(learningEndpoints.listAssigned, {}, { signal }),
    [api],
  );
  const { value } = useKeptAnswer({ name: keptLists.assigned, question: '', schema: AssignedPages }, load);
  const learning = useLearning();
  const entryIn = useOwnEntries();
  const list = useRef<HTMLElement>(null);
  const [reserved] = useState(heightOfTasks);
  // Whatever it was drawn for: how far the child is comes after it, and may take a line.
  useEffect(() => {
    if (value !== null) keepHeightOfTasks(list.current?.offsetHeight ?? 0);
  });
  if (value === null || value.results.length === 0)
    return reserved > 0 && <div style={{ minHeight: reserved }} />;
  return (
    <div style={{ minHeight: reserved }}>
      <section ref={list} aria-labelledby="from-teacher">
        <Title order={2} size="h3" id="from-teacher">
          From your teacher
        </Title>
        <ul className={styles.courses}>
          {value.results.map((page) => {
            const entry = page.kind === 'challenge' && entryIn(page.id);
            const progress = learning && page.lessons.length > 0 && learning.courseProgress(page.lessons);
            return (
              <li key={page.id}>
                <Link to={addressOf(page)} className={styles.course}>
                  <strong dir="auto">{page.title}</strong>
                  {page.due !== null && <span>Until {sayDate(page.due)}</span>}
                  {entry && <span>{entryWords[entry]}</span>}
                  {progress && (
                    <>
                      <span>
                        {progress.done === progress.all
                          ? 'You finished it.'
                          : `${progress.done} of ${progress.all} lessons finished`}
                      </span>
                      <progress value={progress.done} max={progress.all} aria-hidden />
                    </>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}
