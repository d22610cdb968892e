import type { SetupList, SetupStep } from '#contract/dashboard/setup.schema.ts';

/** What is to be done, and what is said where it is. */
const words: Readonly<Record<SetupStep, { label: string; hint: string }>> = {
  brand: { label: 'Make it look like your school', hint: 'A logo and your colours.' },
  first_class: { label: 'Make the first class', hint: 'A name is enough.' },
  students: { label: 'Add the children of the class', hint: 'Type their names, or take a list from a file.' },
  cards: { label: 'Print their login cards', hint: 'A sheet to cut up: a card for each child.' },
  teacher: { label: 'Invite a teacher', hint: 'By email. Teachers see only their own classes.' },
  first_story: { label: 'Make the first story', hint: 'One that a child writes, or you with the class.' },
};

/** Where each step is done; what is left out leads nowhere. */
export type SetupPlaces = Readonly<Partial<Record<SetupStep, string>>>;

export interface ShownStep {
  key: SetupStep;
  label: string;
  hint: string;
  is_done: boolean;
  to: string | undefined;
}

/** The steps in words, with the way to each. */
export function stepsOf({ steps }: Pick<SetupList, 'steps'>, places: SetupPlaces): ShownStep[] {
  return steps.map(({ key, is_done }) => ({ key, is_done, ...words[key], to: places[key] }));
}

export function progressOf(steps: readonly { is_done: boolean }[]): { done: number; all: number } {
  return { done: steps.filter(({ is_done }) => is_done).length, all: steps.length };
}
