import { Button, Text, Title } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { StoriesToFix } from './stories-to-fix.tsx';
import { StoryCard, type HrefOf } from './story-list.tsx';
import { waitsForAuthor } from '#src/desk/story.rules.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import styles from '#src/desk/writing.module.css';

interface NextStoryProps {
  /** Where one begins a story. */
  listHref: string;
  hrefOf: HrefOf;
}

/** What a child does next: what the teacher gave back, else the story that was begun last, else a first one. */
export function NextStory({ listHref, hrefOf }: NextStoryProps) {
  const { status, works } = useOwnStories();
  if (status !== 'ready') return null;
  if (works.some(waitsForAuthor)) return <StoriesToFix hrefOf={hrefOf} />;
  const draft = works.find(({ state }) => state === 'draft');
  return (
    <section className={styles.next} aria-labelledby="next-story">
      <Title order={2} id="next-story">
        {draft ? 'Go on with your story' : 'What will you write about?'}
      </Title>
      {draft ? (
        <ul className={styles.list}>
          <li>
            <StoryCard work={draft} hrefOf={hrefOf} />
          </li>
        </ul>
      ) : (
        <>
          <Text size="lg">
            Think of somebody, and of something that happens to them. A name is enough to begin.
          </Text>
          <Button
            component={Link}
            to={listHref}
            size="lg"
            className={styles.begin}
            leftSection={<IconPencilPlus size={24} stroke={1.75} aria-hidden />}
          >
            Write a story
          </Button>
        </>
      )}
    </section>
  );
}
