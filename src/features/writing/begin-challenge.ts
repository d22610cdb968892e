import type { WorkKind } from '#contract/works/works.schema.ts';
import { goalsPerStory } from '#contract/writing/writing.schema.ts';
import type { Replica } from '#src/sync/replica.ts';
import { beginStory, beginStoryInput, changeStory, changeStoryInput } from '#src/desk/writing.mutations.ts';

export interface Challenge {
  /** Of its page. */
  id: string;
  kind: WorkKind;
  goals: readonly number[];
  preset: { title: string; prompt: string };
}

/** Begins a work for a challenge. @returns what its address is made of */
export async function beginChallenge(
  replica: Pick<Replica, 'enqueue'>,
  { id, kind, goals, preset }: Challenge,
): Promise<{ id: string; slug: null; kind: WorkKind }> {
  const input = beginStoryInput(preset.title, document.documentElement.lang || 'en', kind, id);
  const workId = input.body.id;
  await replica.enqueue(beginStory, input);
  // What the challenge asks stands in the plan, where it can be read while writing.
  const asked = { plan: preset.prompt, sdgs: goals.slice(0, goalsPerStory) };
  await replica.enqueue(changeStory, changeStoryInput(workId, asked));
  return { id: workId, slug: null, kind };
}
