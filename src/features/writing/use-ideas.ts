import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { isUntouched } from '#src/desk/story.rules.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { changeStory, changeStoryInput } from '#src/desk/writing.mutations.ts';
import { today } from '#src/lib/days.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { beginChallenge, type Challenge } from './begin-challenge.ts';
import { readKeptChallenges } from './kept-challenges.ts';

/** For a tablet that keeps no challenges. */
const builtIn = [
  'A dog who can fly',
  'The door in the tree',
  'My best day ever',
  'A monster who is afraid',
  'Lost in the snow',
  'The robot next door',
];

/** Chips on an empty paper. */
const shownIdeas = 3;

export interface Idea {
  title: string;
  /** Null for one that is built in. */
  challenge: Challenge | null;
}

export interface Ideas {
  /** None once there is a letter. */
  ideas: readonly Idea[];
  /** The first letter was typed. */
  onBegun: () => void;
  onChoose: (idea: Idea) => void;
}

/** The same ones for a story each time it is opened, and others for the next story: ids of works rise with time. */
function builtInFor(workId: string): Idea[] {
  const first = Number.parseInt(workId.slice(-2), 16) % builtIn.length;
  return [...builtIn.slice(first), ...builtIn.slice(0, first)].map((title) => ({ title, challenge: null }));
}

/** Three ideas for a story that nobody wrote in: challenges that the device keeps, else built-in ones. Nothing is asked of the network. */
export function useIdeas(work: OwnWork, chapters: readonly OwnChapter[]): Ideas {
  const replica = useReplica();
  const navigate = useNavigate();
  const localDrafts = useLocalDrafts();
  const { works } = useOwnStories();
  const [isBegun, setBegun] = useState(false);
  /** Null until the device has looked. */
  const [kept, setKept] = useState<readonly Challenge[] | null>(null);
  const hadWords = chapters.some(({ version }) => version !== null);
  const isEmptyPaper = !isBegun && work.kind === 'story' && isUntouched(work, chapters) && !hadWords;
  useEffect(() => {
    if (!isEmptyPaper) return undefined;
    let isLeft = false;
    const look = async () => {
      const found = await readKeptChallenges(localDrafts, today());
      if (!isLeft) setKept(found);
    };
    look().catch((error: unknown) => {
      report(error);
      if (!isLeft) setKept([]);
    });
    return () => {
      isLeft = true;
    };
  }, [isEmptyPaper, localDrafts]);

  const ideas = useMemo(() => {
    if (!isEmptyPaper || kept === null) return [];
    const begun = new Set(works.map(({ challenge }) => challenge));
    const challenges = kept
      .filter(({ id }) => !begun.has(id))
      .map((challenge): Idea => ({ title: challenge.preset.title, challenge }));
    return [...challenges, ...builtInFor(work.id)].slice(0, shownIdeas);
  }, [isEmptyPaper, kept, works, work.id]);

  /** A challenge has a work of its own, so that it counts as an entry; this paper stays empty for the next story. */
  async function choose({ title, challenge }: Idea): Promise<void> {
    if (challenge === null) {
      await replica.enqueue(changeStory, changeStoryInput(work.id, { title }));
      return;
    }
    const begun = await beginChallenge(replica, challenge);
    await navigate(`${ownWorkAt(begun)}?step=write`, { replace: true, state: { write: true } });
  }

  return {
    ideas,
    onBegun: () => setBegun(true),
    onChoose: (idea) => {
      // A second tap would take it twice.
      setBegun(true);
      choose(idea).catch((error: unknown) => {
        setBegun(false);
        sayNotKept(error, 'Your idea');
      });
    },
  };
}

/** Read out behind what to do on the paper. */
export const spokenIdeas = (ideas: readonly Idea[]): string =>
  ideas.length === 0 ? '' : ` Or tap an idea: ${ideas.map(({ title }) => `${title}.`).join(' ')}`;
