import { Button, Loader, Text, TextInput, Title } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { report } from '#src/session/report.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useTenant } from '#src/session/use-session.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { stateWords, titleOf } from './story-words.ts';
import { waitsForAuthor } from './story.rules.ts';
import { useOwnStories } from './use-own-stories.ts';
import { beginStory, beginStoryInput } from './writing.mutations.ts';
import styles from './writing.module.css';

export type HrefOf = (work: Pick<OwnWork, 'id' | 'slug'>) => string;

/** One story of one's own: its name, how far it has got, and what the teacher said. */
export function StoryCard({ work, hrefOf }: { work: OwnWork; hrefOf: HrefOf }) {
  const waits = waitsForAuthor(work);
  return (
    <Link to={hrefOf(work)} className={styles.card} data-waits={waits}>
      <Text fw={700} size="lg" dir="auto">
        {titleOf(work)}
      </Text>
      <Text c="dimmed">{stateWords[work.state]}</Text>
      {waits && work.review && (
        <Text className={styles.note} dir="auto">
          {work.review.by}: “{work.review.reason}”
        </Text>
      )}
    </Link>
  );
}

interface StoryListProps {
  /** The name of the page. */
  title: string;
  hrefOf: HrefOf;
}

/** What the signed-in person writes, and the way to begin something new; with or without a network. */
export function StoryList({ title, hrefOf }: StoryListProps) {
  const replica = useReplica();
  const navigate = useNavigate();
  const { tenant } = useTenant();
  const { status, works } = useOwnStories();
  const [name, setName] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // Who comes here to write goes on without a network, too.
    void askToKeep('writing');
  }, []);

  async function begin() {
    setFailed(false);
    const input = beginStoryInput(name, document.documentElement.lang || 'en');
    try {
      await replica.enqueue(beginStory, input);
    } catch (error) {
      report(error);
      setFailed(true);
      return;
    }
    await navigate(hrefOf({ id: input.body.id, slug: null }));
  }

  return (
    <div className={styles.page}>
      <Screen title={title} description={tenant?.school_name}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          {failed && (
            <FailureNote
              failure={{
                isOffline: false,
                text: 'This tablet could not keep a new story. Please tell your teacher.',
              }}
            />
          )}
          <TextInput
            label="What is your new story called?"
            description="You can change it later."
            size="lg"
            value={name}
            maxLength={limits.storyTitleLength}
            onChange={(event) => setName(event.currentTarget.value)}
            dir="auto"
          />
          <Button
            type="submit"
            size="lg"
            mt="md"
            leftSection={<IconPencilPlus size={24} stroke={1.75} aria-hidden />}
          >
            Write a new story
          </Button>
        </form>
        <section aria-labelledby="my-stories">
          <Title order={2} id="my-stories" mb="md">
            My stories
          </Title>
          {status === 'loading' && <Loader aria-label="Your stories are being looked for" />}
          {status === 'missing' && (
            <Text>The stories that you began elsewhere come as soon as your school can be reached.</Text>
          )}
          {status === 'ready' && works.length === 0 && (
            <EmptyState picture={<EmptyShelfIllustration />} title="You have no stories yet" />
          )}
          {works.length > 0 && (
            <ul className={styles.list}>
              {works.map((work) => (
                <li key={work.id}>
                  <StoryCard work={work} hrefOf={hrefOf} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </Screen>
    </div>
  );
}
