import { Title } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { addressOf } from '#contract/content/content.rules.ts';
import { AssignedPages } from '#contract/learning/assignments.schema.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { sayDate } from '#src/lib/days.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useLearning } from './use-learning.ts';
import styles from './from-teacher.module.css';

/** What the teachers of a child set for their classes, and how far the child is; nothing where nothing is set. */
export function FromTeacher({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(learningEndpoints.listAssigned, {}, { signal }),
    [api],
  );
  const { value } = useKeptAnswer({ name: 'from my teacher', question: '', schema: AssignedPages }, load);
  const learning = useLearning();
  if (value === null || value.results.length === 0) return null;
  return (
    <section aria-labelledby="from-teacher">
      <Title order={2} size="h3" id="from-teacher">
        From your teacher
      </Title>
      <ul className={styles.courses}>
        {value.results.map((page) => {
          const progress = learning && page.lessons.length > 0 && learning.courseProgress(page.lessons);
          return (
            <li key={page.id}>
              <Link to={addressOf(page)} className={styles.course}>
                <strong dir="auto">{page.title}</strong>
                {page.due !== null && <span>Until {sayDate(page.due)}</span>}
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
  );
}
