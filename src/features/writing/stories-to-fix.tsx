import { Title } from '@mantine/core';
import { useEffect } from 'react';
import { askToKeep } from '#src/session/keep-part.ts';
import { StoryCard } from './story-list.tsx';
import { waitsForAuthor } from '#src/desk/story.rules.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import styles from '#src/desk/writing.module.css';

/** What a teacher gave back, with the kind word: the first thing on a child's page. Nothing where there is none. */
export function StoriesToFix() {
  const { works } = useOwnStories();
  const waiting = works.filter(waitsForAuthor);
  const hasWorks = works.length > 0;
  useEffect(() => {
    // Who writes goes on without a network, too.
    if (hasWorks) void askToKeep('writing');
  }, [hasWorks]);
  if (waiting.length === 0) return null;
  return (
    <section className={styles.next} aria-labelledby="stories-to-fix">
      <Title order={2} id="stories-to-fix">
        Your teacher wrote to you
      </Title>
      <ul className={styles.list}>
        {waiting.map((work) => (
          <li key={work.id}>
            <StoryCard work={work} />
          </li>
        ))}
      </ul>
    </section>
  );
}
