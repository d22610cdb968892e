import '@mantine/core/styles/Stack.layer.css';
import { Alert, Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconMessageHeart } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { ChaptersPanel } from './chapters-panel.tsx';
import { CoverFields, PlanField, TitleField } from './cover-fields.tsx';
import { RemovedChapters } from './removed-chapters.tsx';
import { Checklist, Preview, SendPanel } from './story-steps.tsx';
import { kindNames } from './story-words.ts';
import { lastWords, lastWritten, stepsOf, waitsForAuthor, type Step } from './story.rules.ts';
import { useLeftWords } from './use-left-words.ts';
import { useOwnStory } from './use-own-stories.ts';
import styles from './writing.module.css';

/** Of a story; the parts of a book are pages. */
const stepNames: Readonly<Record<Step, string>> = {
  plan: 'Plan',
  write: 'Write',
  check: 'Check',
  preview: 'Preview',
  send: 'Send',
};

type Draw = (document: WorkDocument) => ReactNode;
/** The way to have it as a file. */
type Exporting = (work: OwnWork, chapters: readonly OwnChapter[]) => ReactNode;

interface DeskProps {
  /** The story's id, or what stands for it in its address. */
  story: string;
  kind?: WorkKind;
  /** The page with all of them. */
  listHref: string;
  draw: Draw;
  exporting: Exporting;
}

interface StoryProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
}

/** What the teacher said last. */
function TeachersWords({ work }: { work: OwnWork }) {
  const review = lastWords(work);
  if (!review) return null;
  return (
    <Alert
      color={waitsForAuthor(work) ? 'orange' : 'green'}
      title={`${review.by} wrote to you`}
      icon={<IconMessageHeart aria-hidden />}
    >
      <span className={styles.note} dir="auto">
        {review.reason}
      </span>
      {review.comments.length > 0 && (
        <Text mt="sm">There are more words beside your {kindNames[work.kind].part}s.</Text>
      )}
    </Alert>
  );
}

/** One story, where it is there; `children` draws it. */
function StoryFrame({
  story,
  kind = 'story',
  listHref,
  children,
}: Omit<DeskProps, 'draw' | 'exporting'> & { children: (story: StoryProps) => ReactNode }) {
  const { status, work, chapters } = useOwnStory(story, kind);
  const isTakenUp = useLeftWords(work ? [work] : [], chapters);
  const { one, many } = kindNames[kind];
  useEffect(() => {
    // Who begins to write here goes on without a network, too.
    void askToKeep('writing');
  }, []);
  const back = (
    <Anchor component={Link} to={listHref}>
      <IconChevronLeft size={18} aria-hidden /> My {many}
    </Anchor>
  );
  if (status === 'loading') return <Loader role="status" aria-label={`Your ${one} is being looked for`} />;
  if (!work)
    return (
      <div className={styles.page}>
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title={`This ${one} is not here`}
          text={
            status === 'missing'
              ? `What you began elsewhere comes as soon as your school can be reached.`
              : 'It may have been put away.'
          }
          action={
            <Button component={Link} to={listHref} size="lg">
              My {many}
            </Button>
          }
        />
      </div>
    );
  return (
    <div className={styles.page}>
      <Screen title={titleOf(work)} description={authorWordsOf(work)} breadcrumb={back}>
        <TeachersWords work={work} />
        {isTakenUp && children({ work, chapters })}
      </Screen>
    </div>
  );
}

/** Which chapter is open stands in the address, `&chapter=`: a page that is loaded again shows where one was. */
function useOpening(): { first: string | null; onOpened: (id: string) => void } {
  const [address, setAddress] = useAddress();
  const onOpened = useCallback(
    // Back leads to the step before, and not through all chapters.
    (id: string) => setAddress(withParts({ chapter: id }), { replace: true }),
    [setAddress],
  );
  return { first: address.get('chapter'), onOpened };
}

/** The guided way: one thing after the other. Which one is in the address: `?step=write`. */
export function StorySteps({ story, kind = 'story', listHref, ...desk }: DeskProps) {
  return (
    <StoryFrame story={story} kind={kind} listHref={listHref}>
      {(own) => <Guided key={own.work.id} {...own} {...desk} kind={kind} listHref={listHref} />}
    </StoryFrame>
  );
}

type GuidedProps = StoryProps & Required<Pick<DeskProps, 'kind'>> & Omit<DeskProps, 'story' | 'kind'>;

function Guided({ work, chapters, kind, listHref, draw, exporting }: GuidedProps) {
  const [address, setAddress] = useAddress();
  const navigate = useNavigate();
  const opening = useOpening();
  // Chosen once: words that come in from another tablet lead nobody away from their plan.
  const [begun] = useState<Step>(() => (kind === 'book' || lastWritten(chapters) ? 'write' : 'plan'));
  const steps = stepsOf[kind];
  const nameOf = (each: Step) => (kind === 'book' && each === 'write' ? 'Pages' : stepNames[each]);
  const step = steps.find((each) => each === address.get('step'));
  const mayChange = isOpen(work.state);
  const possible: readonly Step[] = mayChange ? steps : ['preview', 'send'];
  const usual: Step = mayChange ? (work.state === 'returned' ? 'write' : begun) : 'send';
  const shown = possible.find((each) => each === step) ?? usual;
  const next = possible[possible.indexOf(shown) + 1];
  // The chapter stays in it: whoever looked at the preview goes on where they were.
  const hrefOf = (each: Step) => `?${withParts({ step: each })(address).toString()}`;
  return (
    <>
      <nav aria-label="Steps">
        <ol className={styles.steps}>
          {possible.map((each, place) => (
            <li key={each}>
              <Link
                to={hrefOf(each)}
                className={styles.step}
                aria-current={each === shown ? 'step' : undefined}
              >
                {place + 1}. {nameOf(each)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {shown === 'plan' && (
        <Stack gap="lg">
          <TitleField work={work} />
          <PlanField work={work} />
        </Stack>
      )}
      {shown === 'write' && <ChaptersPanel work={work} chapters={chapters} draw={draw} {...opening} />}
      {shown === 'check' && (
        <Stack gap="xl">
          <CoverFields work={work} chapters={chapters} draw={draw} />
          <Checklist work={work} chapters={chapters} />
        </Stack>
      )}
      {shown === 'preview' && (
        <>
          <Preview work={work} chapters={chapters} draw={draw} />
          {exporting(work, chapters)}
          {!mayChange && <RemovedChapters work={work} draw={draw} />}
        </>
      )}
      {shown === 'send' && (
        <SendPanel work={work} chapters={chapters} onGone={() => void navigate(listHref)} />
      )}
      {next && (
        <Group justify="flex-end">
          <Button size="lg" onClick={() => setAddress(withParts({ step: next }))}>
            Next: {nameOf(next)}
          </Button>
        </Group>
      )}
    </>
  );
}

/** Everything on one screen, for those who know the way. */
export function StoryOnOneScreen({ story, listHref, draw, exporting }: DeskProps) {
  const navigate = useNavigate();
  const opening = useOpening();
  return (
    <StoryFrame story={story} listHref={listHref}>
      {({ work, chapters }) =>
        isOpen(work.state) ? (
          <>
            <ChaptersPanel work={work} chapters={chapters} draw={draw} {...opening} />
            <section aria-labelledby="cover">
              <Title order={2} id="cover" mb="md">
                The cover
              </Title>
              <CoverFields work={work} chapters={chapters} draw={draw} />
            </section>
            <section aria-labelledby="ready">
              <Title order={2} id="ready" mb="md">
                Is it ready?
              </Title>
              <Checklist work={work} chapters={chapters} />
            </section>
            <SendPanel work={work} chapters={chapters} onGone={() => void navigate(listHref)} />
          </>
        ) : (
          <>
            <SendPanel work={work} chapters={chapters} onGone={() => void navigate(listHref)} />
            <Preview work={work} chapters={chapters} draw={draw} />
            {exporting(work, chapters)}
            <RemovedChapters work={work} draw={draw} />
          </>
        )
      }
    </StoryFrame>
  );
}

/** The chapters of a story and nothing else: for whoever comes to mend one of them. */
export function StoryChapters({
  story,
  listHref,
  draw,
  chapter,
}: Omit<DeskProps, 'exporting'> & { chapter: string | null }) {
  return (
    <StoryFrame story={story} listHref={listHref}>
      {({ work, chapters }) =>
        isOpen(work.state) ? (
          <ChaptersPanel work={work} chapters={chapters} draw={draw} first={chapter} />
        ) : (
          <>
            <Preview work={work} chapters={chapters} draw={draw} />
            <RemovedChapters work={work} draw={draw} />
          </>
        )
      }
    </StoryFrame>
  );
}
