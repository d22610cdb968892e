import type { WorkState } from './works.schema.ts';

/** How far a work has got, as its author is told. */
export const authorStateWords: Readonly<Record<WorkState, string>> = {
  draft: 'You are writing it',
  submitted: 'Your teacher has it',
  returned: 'To fix',
  approved: 'Your teacher said yes',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  archived: 'Put away',
};
