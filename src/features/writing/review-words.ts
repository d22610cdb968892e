import type { WorkState } from '#contract/works/works.schema.ts';

/** How far a story or a book has got, as the staff are told. */
export const stateWords: Readonly<Record<WorkState, string>> = {
  draft: 'Being written',
  submitted: 'Handed in',
  returned: 'Given back',
  approved: 'Approved, not published yet',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  archived: 'Put away',
};
