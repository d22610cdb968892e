import '#src/ui/classroom-styles.ts';
import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { WorkCredit } from '#contract/works/works.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { workHref } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

async function fetchCredits(api: ApiClient, signal: AbortSignal): Promise<readonly WorkCredit[]> {
  const credits: WorkCredit[] = [];
  for (;;) {
    const query = { limit: limits.worksPerPage, offset: credits.length };
    const { count, results } = await api.call(workEndpoints.listCredits, { query }, { signal });
    credits.push(...results);
    if (credits.length >= count || results.length === 0) return credits;
  }
}

/** `/acknowledgement`: whom the books and stories are by that were not made here. */
export function AcknowledgementScreen({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback((signal: AbortSignal) => fetchCredits(api, signal), [api]);
  const { status, value, isGone, busy, reload } = useAnswer(load);
  return (
    <Screen
      title="Acknowledgement"
      description="Thank you to everybody whose tales, poems and pictures stand on our shelf."
    >
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The list could not be fetched"
          unreachable={`It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : value === null ? (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <div className={styles.grid} aria-hidden data-waiting>
            <Skeleton height={80} />
            <Skeleton height={80} />
          </div>
        </>
      ) : value.length === 0 ? (
        <Text>Everything on this shelf was made here.</Text>
      ) : (
        <ul className={styles.credits}>
          {value.map((work) => (
            <li key={work.id}>
              <Title order={2} size="h4" dir="auto">
                <Link to={workHref(work)} className={styles.back}>
                  {work.title}
                </Link>
              </Title>
              <Text dir="auto">
                {[work.byline, work.source].filter((text) => text !== null && text !== '').join(' · ')}
              </Text>
              {work.credit !== null && <Text c="dimmed">{work.credit}</Text>}
              {work.licence !== null && <Text c="dimmed">{work.licence}</Text>}
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
