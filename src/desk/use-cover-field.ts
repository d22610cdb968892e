import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StoryChange } from '#contract/writing/writing.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { sayNotKept } from './not-kept.ts';
import { useSaved } from './use-saved.ts';
import { changeStory, changeStoryInput } from './writing.mutations.ts';

/** Milliseconds without a key after which what stands in a field is saved. */
const quiet = 800;

export type CoverField = 'title' | 'pen_name' | 'blurb' | 'dedication' | 'about_author' | 'plan';

/**
 * A text of the cover or the plan: it is saved by itself while somebody types, and when they leave it.
 * @param begun what stands in an empty field from the start, as if somebody had typed it
 */
export function useCoverField(work: OwnWork, field: CoverField, begun = '') {
  const replica = useReplica();
  const stored = work[field];
  const [typed, setTyped] = useState<string | null>(stored === '' && begun !== '' ? begun : null);
  /** What of it was saved last: a work that is handed in may take the field away before the replica shows it. */
  const saved = useRef<string | null>(null);
  useAtWork(typed !== null && changeStoryInput(work.id, { [field]: typed }).body[field] !== stored);

  function save(): void {
    if (typed === null || typed === saved.current) return;
    const change: StoryChange = { [field]: typed };
    const input = changeStoryInput(work.id, change);
    if (input.body[field] === stored) return;
    saved.current = typed;
    replica.enqueue(changeStory, input).catch((error: unknown) => {
      saved.current = null;
      sayNotKept(error);
    });
  }

  const saveLater = useEffectEvent(save);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => saveLater(), quiet);
    return () => clearTimeout(timer);
  }, [typed]);

  useSaved(save);

  return { value: typed ?? stored, onChange: (text: string) => setTyped(text) };
}
