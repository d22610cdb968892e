import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { OwnSuggestion } from '#contract/champions/champions.schema.ts';
import styles from './champions.module.css';
import { suggestionWords } from './champions.words.ts';

/** What a superpower parent suggested, and what became of it. */
export function OwnSuggestions({ suggestions }: { suggestions: readonly OwnSuggestion[] }) {
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
