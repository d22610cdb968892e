import { Title, Text } from '@mantine/core';
import { useCallback, useId } from 'react';
import { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import type { OwnSuggestion } from '#contract/champions/champions.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CommunityWorks } from './community-works.tsx';
import { suggestionWords } from './champions.words.ts';
import styles from './champions.module.css';

/** What a superpower parent suggested, and what became of it. */
function OwnSuggestions({ suggestions }: { suggestions: readonly OwnSuggestion[] }) {
  const titleId = useId();
  if (suggestions.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        What you suggested
      </Title>
      <ul className={styles.list}>
        {suggestions.map(({ tenant_id, work_id, title, why, state }) => (
          <li key={`${tenant_id} ${work_id}`} className={styles.item}>
            <span className={styles.words}>
              <b dir="auto">{title === '' ? 'Without a title' : (title ?? 'No longer public')}</b>
              <Text span c="dimmed" size="sm" dir="auto">
                {why}
              </Text>
            </span>
            <span>{suggestionWords[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
