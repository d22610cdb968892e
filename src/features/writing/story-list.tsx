import { Button, Loader, Text, TextInput, Title } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { report } from '#src/session/report.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useTenant } from '#src/session/use-session.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { kindNames } from '#src/desk/story-words.ts';
import { lastWords, waitsForAuthor } from '#src/desk/story.rules.ts';
import { useEmptyPaper, type HrefOf } from './use-empty-paper.ts';
import { useLeftWords } from './use-left-words.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { beginStory, beginStoryInput } from '#src/desk/writing.mutations.ts';
import styles from '#src/desk/writing.module.css';

interface StoryCardProps {
  work: OwnWork;
  /** The words of a message, which has no name. */
  text?: string;
  hrefOf?: HrefOf;
}

/** One work of one's own: its name, how far it has got, and what the teacher said. */
export function StoryCard({ work, text = '', hrefOf = ownWorkAt }: StoryCardProps) {
  const waits = waitsForAuthor(work);
  const words = lastWords(work);
  return (
    <Link to={hrefOf(work)} className={styles.card} data-waits={waits}>
      <Text span fw={700} size="lg" dir="auto" {...(text !== '' && { lineClamp: 3 })}>
        {text === '' ? titleOf(work) : text}
      </Text>
      <Text c="dimmed">{authorWordsOf(work)}</Text>
      {words && (
        <Text className={styles.note}>
          <bdi>{words.by}</bdi>: <bdi>“{words.reason}”</bdi>
        </Text>
      )}
    </Link>
  );
}

interface StoryListProps {
  /** The name of the page. */
  title: string;
  kind?: WorkKind;
  /** Where one of them is written; left out: step after step. */
  hrefOf?: HrefOf;
  /** The page of the other kind. */
  other: { to: string; label: string };
}

/** What the signed-in person writes, and the way to begin something new; with or without a network. */
export function StoryList({ title, kind = 'story', hrefOf = ownWorkAt, other }: StoryListProps) {
  const replica = useReplica();
  const navigate = useNavigate();
  const { tenant } = useTenant();
  const { status, works: all, chapters } = useOwnStories();
  useLeftWords(status === 'ready' ? all : [], chapters);
  const works = all.filter((work) => work.kind === kind);
  const { one, many } = kindNames[kind];
  const [name, setName] = useState('');
  const [failed, setFailed] = useState(false);
  /** A second tap on the button would begin a second one. */
  const isBeginning = useRef(false);
  useEffect(() => {
    // Who comes here to write goes on without a network, too.
    void askToKeep('writing');
  }, []);
  // The first steps of a school lead to the paper, and not to this list.
  const { opened: asksForPaper, close } = useOpenedByAddress('begin');
  const openPaper = useEffectEvent(useEmptyPaper(kind, hrefOf));
  useEffect(() => {
    if (!asksForPaper || status !== 'ready') return;
    close();
    void openPaper();
  }, [asksForPaper, status, close]);

  async function begin() {
    if (isBeginning.current) return;
    isBeginning.current = true;
    setFailed(false);
    const input = beginStoryInput(name, document.documentElement.lang || 'en', kind);
    try {
      await replica.enqueue(beginStory, input);
    } catch (error) {
      report(error);
      setFailed(true);
      isBeginning.current = false;
      return;
    }
    await navigate(hrefOf({ id: input.body.id, slug: null, kind }));
  }

  return (
    <div className={styles.page}>
      <Screen
        title={title}
        description={tenant?.school_name}
        actions={
          <Button component={Link} to={other.to} variant="default">
            {other.label}
          </Button>
        }
      >
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
                text: `This tablet could not keep a new ${one}. Please tell your teacher.`,
              }}
            />
          )}
          <TextInput
            label={`What is your new ${one} called?`}
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
            {kind === 'book' ? 'Make a new book' : 'Write a new story'}
          </Button>
        </form>
        <section aria-labelledby="my-works">
          <Title order={2} id="my-works" mb="md">
            My {many}
          </Title>
          {status === 'loading' && <Loader role="status" aria-label={`Your ${many} are being looked for`} />}
          {status === 'missing' && (
            <Text>The {many} that you began elsewhere come as soon as your school can be reached.</Text>
          )}
          {status === 'ready' && works.length === 0 && (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title={`You have no ${many} yet`}
              text="Begin the first one above."
            />
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
