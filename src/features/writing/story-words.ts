import type { OwnWork } from '#contract/writing/own-rows.schema.ts';

/** How far a story has got, as its author is told. */
export const stateWords: Readonly<Record<OwnWork['state'], string>> = {
  draft: 'You are writing it',
  submitted: 'Your teacher has it',
  returned: 'To fix',
  approved: 'Your teacher said yes',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  archived: 'Put away',
};

export function titleOf({ title }: Pick<OwnWork, 'title'>): string {
  return title === '' ? 'A story without a title' : title;
}
