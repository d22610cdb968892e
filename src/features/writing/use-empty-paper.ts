import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { kindNames } from '#src/desk/story-words.ts';
import { inOrder, isUntouched } from '#src/desk/story.rules.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { beginStory, beginStoryInput } from '#src/desk/writing.mutations.ts';

export type HrefOf = typeof ownWorkAt;

/** The newest one of this kind in which nobody wrote anything. */
function untouchedOf(
  wanted: WorkKind,
  works: readonly OwnWork[],
  chapters: readonly OwnChapter[],
): OwnWork | undefined {
  return works
    .filter((work) => work.kind === wanted && isUntouched(work, inOrder(chapters, work.id)))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))[0];
}

/** Opens an empty paper with the cursor in it: one that nobody wrote on, or a new one. */
export function useEmptyPaper(kind: WorkKind, hrefOf: HrefOf = ownWorkAt): () => Promise<void> {
  const replica = useReplica();
  const navigate = useNavigate();
  const { works, chapters } = useOwnStories();
  /** A second tap would begin a second one; whoever began one is on the way to its paper. */
  const isBeginning = useRef(false);

  return async () => {
    if (isBeginning.current) return;
    isBeginning.current = true;
    try {
      let story: Parameters<HrefOf>[0] | undefined = untouchedOf(kind, works, chapters);
      if (!story) {
        const input = beginStoryInput('', document.documentElement.lang || 'en', kind);
        await replica.enqueue(beginStory, input);
        story = { id: input.body.id, slug: null, kind };
      }
      await navigate(`${hrefOf(story)}?step=write`, { state: { write: true } });
    } catch (error) {
      isBeginning.current = false;
      sayNotKept(error, `A new ${kindNames[kind].one}`);
    }
  };
}
