import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { partsOfMessage } from '#contract/works/message.rules.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { Ear } from '#src/ui/ear.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { StoryCard } from './story-list.tsx';
import { useLeftWords } from './use-left-words.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { beginStory, beginStoryInput } from '#src/desk/writing.mutations.ts';
import styles from '#src/desk/writing.module.css';

/** A child's messages to Dear World, and the way to begin one; with or without a network. */
export function MessageList() {
  const replica = useReplica();
  const navigate = useNavigate();
  const { status, works, chapters } = useOwnStories();
  useLeftWords(status === 'ready' ? works : [], chapters);
  const messages = works.filter(({ kind }) => kind === 'message');
  /** A second tap would begin a second one. */
  const isBeginning = useRef(false);
  useEffect(() => {
    // Who comes here to write goes on without a network, too.
    void askToKeep('writing');
  }, []);

  async function begin() {
    if (isBeginning.current) return;
    isBeginning.current = true;
    const input = beginStoryInput('', document.documentElement.lang || 'en', 'message');
    try {
      await replica.enqueue(beginStory, input);
      await navigate(paths.messages({ id: input.body.id }));
    } catch (error) {
      sayNotKept(error, 'A new message');
    } finally {
      isBeginning.current = false;
    }
  }

  return (
    <div className={styles.page}>
      <Screen
        title="Messages to the world"
        description="What would you like to tell the world? Say it in a few words, with a drawing."
        actions={
          <Button component={Link} to={publicPaths.dearWorld()} variant="default">
            Dear World book
          </Button>
        }
      >
        <Text>You can hand in two messages a year. Your teacher reads them first.</Text>
        <Group gap="xs">
          <Button
            size="lg"
            leftSection={<IconPencilPlus size={24} stroke={1.75} aria-hidden />}
            onClick={() => void begin()}
          >
            Write a message
          </Button>
          <Ear words="What would you like to tell the world? Tap the yellow button to begin." />
        </Group>
        <section aria-labelledby="my-messages">
          <Title order={2} id="my-messages" mb="md">
            My messages
          </Title>
          {status === 'loading' && <Loader role="status" aria-label="Your messages are being looked for" />}
          {status === 'missing' && (
            <Text>The messages that you began elsewhere come as soon as your school can be reached.</Text>
          )}
          {status === 'ready' && messages.length === 0 && (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="You have no messages yet"
              text="Begin the first one above."
            />
          )}
          {messages.length > 0 && (
            <ul className={styles.list}>
              {messages.map((work) => {
                const chapter = chapters.find(({ work_id }) => work_id === work.id);
                const text = chapter ? partsOfMessage(chapter.document).text.trim() : '';
                return (
                  <li key={work.id}>
                    <StoryCard work={work} text={text} />
                  </li>
                );
              })}
            </ul>
          )}
        </section>
      </Screen>
    </div>
  );
}
