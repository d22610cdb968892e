import { Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { ReactionStats } from '#contract/works/library.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import styles from '#src/document/kind-words.module.css';
import { reactionWords } from '#src/document/reaction.words.tsx';
import { ShelfMissing } from '#src/document/shelf-states.tsx';

const kept = { name: 'kind words', question: 'mine', schema: ReactionStats };

/** On a writer's own page: what readers said of all that they made. While nobody has said anything there is nothing. */
export function KindWordsForMe({ api = apiClient }: { api?: ApiClient }) {
  const id = useId();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(libraryEndpoints.readReactionStats, { query: { author: 'me' } }, { signal }),
    [api],
  );
  const { status, value, busy, reload } = useKeptAnswer(kept, load);
  if (value === null && status === 'loading') return null;
  if (value === null) return <ShelfMissing what="Kind words" status={status} busy={busy} onRetry={reload} />;
  const said = value.results.filter(({ count }) => count > 0);
  if (said.length === 0) return null;
  return (
    <section className={styles.words} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        Readers said
      </Title>
      <ul className={styles.told}>
        {said.map(({ reaction, count }) => {
          const { label, icon: Picture } = reactionWords[reaction];
          return (
            <li key={reaction}>
              <Picture size={22} stroke={1.75} aria-hidden />
              {count === 1 ? label : `${label}, ${count} times`}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
