import { Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import styles from './champions.module.css';
import { CommunityWorks } from './community-works.tsx';
import { OwnSuggestions } from './own-suggestions.tsx';

/** What a superpower parent does: looks at what strangers may see, and suggests some of it. */
export function Suggesting({ api = apiClient }: { api?: ApiClient }) {
  const titleId = useId();
  const load = useCallback(
    (signal: AbortSignal) => api.call(ownChampionEndpoints.listSuggestions, {}, { signal }),
    [api],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  return (
    <>
      {value === null && status === 'failed' && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="What you suggested could not be fetched"
          unreachable={`What you suggested shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      <OwnSuggestions suggestions={value?.results ?? []} />
      <section className={styles.section} aria-labelledby={titleId}>
        <Title order={2} size="h3" id={titleId}>
          Books and stories of our schools
        </Title>
        <CommunityWorks api={api} onSuggested={reload} />
      </section>
    </>
  );
}
