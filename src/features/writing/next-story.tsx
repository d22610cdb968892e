import { Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { waitsForAuthor } from '#src/desk/story.rules.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { StoryCard } from './story-list.tsx';
import styles from '#src/desk/writing.module.css';

/** What a teacher gave back, with the kind word: the first thing on a child's page. Nothing where there is none. */
function StoriesToFix() {
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

/** What a child does next: what the teacher gave back, else the story that was begun last, else a first one. */
export function NextStory() {
  const { status, works } = useOwnStories();
  if (status !== 'ready') return null;
  if (works.some(waitsForAuthor)) return <StoriesToFix />;
  const draft = works.find(({ state }) => state === 'draft');
  return (
    <section className={styles.next} aria-labelledby="next-story">
      <Title order={2} id="next-story">
        {draft ? 'Go on with your story' : 'What will you write about?'}
      </Title>
      {draft ? (
        <ul className={styles.list}>
          <li>
            <StoryCard work={draft} />
          </li>
        </ul>
      ) : (
        // The way to the paper stands in the greeting above.
        <Text size="lg">
          Think of somebody, and of something that happens to them. A name is enough to begin. Then tap “Write
          a story”.
        </Text>
      )}
    </section>
  );
}
