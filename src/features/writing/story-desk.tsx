import '@mantine/core/styles/Stack.layer.css';
import { Button, Loader } from '@mantine/core';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { MessageScreen } from '#src/ui/message-screen.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { addAtEnd } from './add-at-end.ts';
import { ChaptersPanel } from './chapters-panel.tsx';
import type { CheckPlace, DeskParts } from '#src/desk/desk-parts.ts';
import { DeskFrame, DeskSteps } from './desk-frame.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { RemovedChapters } from './removed-chapters.tsx';
import { HandedIn, Preview, spokenOfHandedIn, TakeBackButton } from './story-steps.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import { lastWritten, stepNamed, stepsOf, type Step } from '#src/desk/story.rules.ts';
import { TeachersSlip } from '#src/desk/teachers-slip.tsx';
import { useCelebration } from './use-celebration.tsx';
import { spokenIdeas, useIdeas } from './use-ideas.ts';
import { useLeftWords } from './use-left-words.ts';
import { useLikelyLanguage } from './use-likely-language.ts';
import { useOwnStory } from '#src/desk/use-own-stories.ts';
import deskStyles from '#src/desk/desk.module.css';

/** Of a story; the parts of a book are pages. */
const stepNames: Readonly<Record<Step, string>> = {
  plan: 'Plan',
  write: 'Write',
  preview: 'Read it',
  check: 'Finish',
};

/** Read out to whoever taps the ear. */
const instructions: Readonly<Record<Exclude<Step, 'check'>, string>> = {
  plan: 'Think of your story. Who is in it? What happens? Write it down, and then tap the pencil.',
  write:
    'Give your work a name at the top. Tap the paper and write. With the buttons below you can put in a picture, draw, or speak. When it is done, tap the star.',
  preview: 'This is how others will read it. Read it yourself first. Then tap the yellow button.',
};

type Draw = (document: WorkDocument) => ReactNode;
/** The way to have it as a file. */
type Exporting = (work: OwnWork, chapters: readonly OwnChapter[]) => ReactNode;
/** What reads these words out; nothing where the device has no voice. */
type Ear = (words: string) => ReactNode;

interface DeskProps {
  /** The story's id, or what stands for it in its address. */
  story: string;
  kind?: WorkKind;
  draw: Draw;
  exporting: Exporting;
  ear: Ear;
  parts: DeskParts;
}

interface StoryProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
}

interface OwnStoryProps extends Pick<DeskProps, 'story' | 'kind'> {
  /** The page with all of them; children have them on their own page. */
  list: string;
  children: (story: StoryProps & { back: { to: string; label: string } }) => ReactNode;
}

/** One story, where it is there; `children` draws it. */
export function OwnStory({ story, kind = 'story', list, children }: OwnStoryProps) {
  const { status, work, chapters } = useOwnStory(story, kind);
  const isTakenUp = useLeftWords(work && status === 'ready' ? [work] : [], chapters);
  useLikelyLanguage(work && isOpen(work.state) ? work : null, chapters);
  const { one, many } = kindNames[kind];
  const isChild = useUser()?.role === 'student';
  const back = isChild ? { to: paths.dashboard(), label: 'My page' } : { to: list, label: `My ${many}` };
  useEffect(() => {
    // Who begins to write here goes on without a network, too.
    void askToKeep('writing');
  }, []);
  if (status === 'loading') return <Loader role="status" aria-label={`Your ${one} is being looked for`} />;
  if (!work)
    return (
      <MessageScreen
        role="alert"
        picture={<EmptyShelfIllustration />}
        title={`This ${one} is not here`}
        text={
          status === 'missing'
            ? `What you began elsewhere comes as soon as your school can be reached.`
            : 'It may have been put away.'
        }
        action={
          <Button component={Link} to={back.to} size="lg">
            {back.label}
          </Button>
        }
      />
    );
  return isTakenUp && children({ work, chapters, back });
}

/** With it the cursor is on the paper: in the part that was named, or in the title. Or words of the teacher are read there. */
const stateToWrite = ({ part, words }: Extract<CheckPlace, { part: unknown }>) =>
  words ? { words } : { title: part === null, write: part !== null };

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
export function StorySteps({ story, kind = 'story', ...desk }: DeskProps) {
  return (
    <OwnStory story={story} kind={kind} list={(kind === 'book' ? paths.books : paths.stories)()}>
      {(own) => <Guided key={own.work.id} {...own} {...desk} kind={kind} />}
    </OwnStory>
  );
}

type GuidedProps = StoryProps & { back: { to: string; label: string } } & Required<Pick<DeskProps, 'kind'>> &
  Pick<DeskProps, 'draw' | 'exporting' | 'ear' | 'parts'>;

function Guided({ work, chapters, kind, back, draw, exporting, ear: earOf, parts }: GuidedProps) {
  const [address, setAddress] = useAddress();
  const navigate = useNavigate();
  const replica = useReplica();
  const opening = useOpening();
  // Chosen once: words that come in from another tablet lead nobody away from their plan.
  const [begun] = useState<Step>(() => (kind === 'book' || lastWritten(chapters) ? 'write' : 'plan'));
  const nameOf = (each: Step) => (kind === 'book' && each === 'write' ? 'Pages' : stepNames[each]);
  const step = stepNamed(address.get('step'));
  const mayChange = isOpen(work.state);
  const possible: readonly Step[] = mayChange ? stepsOf[kind] : ['preview'];
  const usual: Step = mayChange ? (work.state === 'returned' ? 'write' : begun) : 'preview';
  const shown = possible.find((each) => each === step) ?? usual;
  // The chapter stays in it: whoever looked at the preview goes on where they were. Finish begins with what is missing.
  const hrefOf = (each: Step) => `?${withParts({ step: each, card: null })(address).toString()}`;
  const ideas = useIdeas(work, chapters);
  const spoken = shown === 'write' ? spokenIdeas(ideas.ideas) : '';
  // Each card of Finish has its own.
  const ear =
    shown !== 'check' && earOf(mayChange ? `${instructions[shown]}${spoken}` : spokenOfHandedIn(work));
  const go = (to: CheckPlace) => {
    // Back leads to the step before, and not through all cards.
    if ('card' in to) setAddress(withParts({ card: to.card }), { replace: true });
    else {
      const change = withParts({ step: 'write', ...(to.part !== null && { chapter: to.part }) });
      void navigate(`?${change(address).toString()}`, { state: stateToWrite(to) });
    }
  };
  const { celebrate, celebrationOf } = useCelebration(parts.Celebration, draw);
  const seen = useRef(shown);
  useLayoutEffect(() => {
    if (seen.current === shown) return;
    seen.current = shown;
    // Another step begins at its top, before an editor shows its cursor.
    const paper = document.querySelector<HTMLElement>('[data-desk-work]');
    if (!paper) return;
    paper.scrollTop = 0;
    // The button that led here is gone: keys go on from the top of the work, and not from its foot.
    if (document.activeElement === document.body) paper.focus({ preventScroll: true });
  }, [shown]);
  const next = (to: Step) => (
    <Button component={Link} to={hrefOf(to)} size="lg">
      Next: {nameOf(to)}
    </Button>
  );
  const feet: Readonly<Record<Step, ReactNode>> = {
    plan: next('write'),
    write: null,
    preview: mayChange ? next('check') : work.state === 'submitted' && <TakeBackButton work={work} />,
    check: (
      <parts.FinishFoot
        work={work}
        chapters={chapters}
        onGo={go}
        onNewPage={() => void addAtEnd(replica, work, chapters).then((part) => go({ part }), sayNotKept)}
        onHandIn={celebrate}
      />
    ),
  };
  return (
    <DeskFrame
      title={titleOf(work)}
      back={back}
      steps={<DeskSteps steps={possible} shown={shown} nameOf={nameOf} hrefOf={hrefOf} />}
      ear={ear}
      foot={feet[shown]}
    >
      {shown === 'write' ? (
        <ChaptersPanel
          parts={parts}
          work={work}
          chapters={chapters}
          draw={draw}
          exporting={exporting}
          ear={ear}
          ideas={ideas}
          onGone={() => void navigate(back.to)}
          {...opening}
        />
      ) : (
        <div className={deskStyles.column} data-fills={shown === 'check' || undefined}>
          <TeachersSlip
            work={work}
            chapters={chapters}
            onShow={mayChange && (({ id, chapter_id }) => go({ part: chapter_id, words: id }))}
          />
          {shown === 'plan' && <parts.Plan work={work} />}
          {shown === 'check' && (
            <parts.FinishCards
              work={work}
              chapters={chapters}
              draw={draw}
              ear={earOf}
              card={address.get('card')}
              onGo={go}
            />
          )}
          {shown === 'preview' && (
            <>
              {!mayChange && <HandedIn work={work} />}
              <Preview work={work} chapters={chapters} draw={draw} />
              {exporting(work, chapters)}
              {!mayChange && <RemovedChapters work={work} draw={draw} />}
            </>
          )}
        </div>
      )}
      {celebrationOf(work, chapters)}
    </DeskFrame>
  );
}

/** A work that is no longer open, read-only, with what the teacher said of it. */
function NotOpen({
  work,
  chapters,
  draw,
  below,
  children,
}: StoryProps & { draw: Draw; below?: ReactNode; children?: ReactNode }) {
  return (
    <div className={deskStyles.column}>
      <TeachersSlip work={work} chapters={chapters} />
      {children}
      <Preview work={work} chapters={chapters} draw={draw} />
      {below}
      <RemovedChapters work={work} draw={draw} />
    </div>
  );
}

/** Everything on one screen, for those who know the way. */
export function StoryOnOneScreen({ story, draw, exporting, ear: earOf, parts }: DeskProps) {
  const navigate = useNavigate();
  const opening = useOpening();
  const [address, setAddress] = useAddress();
  const { celebrate, celebrationOf } = useCelebration(parts.Celebration, draw);
  /** Counted where one is led to a part of the paper: it begins anew with it. */
  const [round, setRound] = useState(0);
  const go = (to: CheckPlace) => {
    if ('card' in to) return setAddress(withParts({ card: to.card }), { replace: true });
    const change = withParts(to.part === null ? {} : { chapter: to.part });
    void navigate(`?${change(address).toString()}`, { replace: true, state: stateToWrite(to) });
    setRound(round + 1);
    document.querySelector('[data-desk-work]')?.scrollTo(0, 0);
  };
  return (
    <OwnStory story={story} list={paths.storyOnOneScreen()}>
      {({ work, chapters, back }) => {
        const ear = earOf(isOpen(work.state) ? instructions.write : spokenOfHandedIn(work));
        return (
          <DeskFrame title={titleOf(work)} back={back} ear={ear}>
            {isOpen(work.state) ? (
              <>
                <ChaptersPanel
                  key={round}
                  parts={parts}
                  work={work}
                  chapters={chapters}
                  draw={draw}
                  exporting={exporting}
                  ear={ear}
                  onGone={() => void navigate(back.to)}
                  {...opening}
                />
                <section className={deskStyles.column} aria-label="Finish">
                  <parts.FinishCards
                    work={work}
                    chapters={chapters}
                    draw={draw}
                    ear={earOf}
                    card={address.get('card')}
                    onGo={go}
                  />
                  <parts.FinishFoot work={work} chapters={chapters} onGo={go} onHandIn={celebrate} />
                </section>
              </>
            ) : (
              <NotOpen work={work} chapters={chapters} draw={draw} below={exporting(work, chapters)}>
                <HandedIn work={work} />
                {work.state === 'submitted' && <TakeBackButton work={work} />}
              </NotOpen>
            )}
            {celebrationOf(work, chapters)}
          </DeskFrame>
        );
      }}
    </OwnStory>
  );
}

/** The chapters of a story and nothing else: for whoever comes to mend one of them. */
export function StoryChapters({
  story,
  draw,
  chapter,
  ear: earOf,
  parts,
}: Omit<DeskProps, 'exporting'> & { chapter: string | null }) {
  const navigate = useNavigate();
  return (
    <OwnStory story={story} list={paths.chapters()}>
      {({ work, chapters, back }) => {
        const ear = earOf(isOpen(work.state) ? instructions.write : spokenOfHandedIn(work));
        return (
          <DeskFrame title={titleOf(work)} back={back} ear={ear}>
            {isOpen(work.state) ? (
              <ChaptersPanel
                parts={parts}
                work={work}
                chapters={chapters}
                draw={draw}
                ear={ear}
                onGone={() => void navigate(back.to)}
                first={chapter}
              />
            ) : (
              <NotOpen work={work} chapters={chapters} draw={draw} />
            )}
          </DeskFrame>
        );
      }}
    </OwnStory>
  );
}
