import { Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { ReactionContributions } from '#contract/works/library.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { MissingNote } from '#src/ui/missing-note.tsx';
import styles from './dashboard.module.css';

const kept = { name: 'category words', question: 'all', schema: ReactionContributions };

/** More than these are in nobody's head. */
const room = 6;

/** The categories of which readers said kind words, the most first. While nobody has said any there is nothing. */
export function CategoryWords({ api = apiClient }: { api?: ApiClient }) {
  const id = useId();
  const load = useCallback(
    (signal: AbortSignal) => api.call(categoryEndpoints.readContributions, {}, { signal }),
    [api],
  );
  const { status, value, busy, reload } = useKeptAnswer(kept, load);
  const reason =
    status === 'unreachable' ? `It shows up here ${asSoonAsReached}.` : 'It could not be fetched.';
  const problem = value === null && status !== 'loading' ? reason : null;
  const moving = value?.categories.filter(({ reactions }) => reactions > 0).slice(0, room) ?? [];
  if (problem === null && moving.length === 0) return null;
  return (
    <section className={styles.works} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        What readers liked
      </Title>
      <MissingNote of={[{ problem, busy, reload }]} />
      {problem === null && (
        <ul className={styles.liked}>
          {moving.map(({ id: categoryId, name, reactions }) => (
            <li key={categoryId}>
              <b dir="auto">{name}</b> {counted(reactions, 'kind word')}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
