import type { WorkKind, WorkState } from '#contract/works/works.schema.ts';

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

export const partNames: Readonly<Record<WorkKind, string>> = { story: 'Chapter', book: 'Page' };

export function titleOf({ title, kind }: { title: string; kind: WorkKind }): string {
  return title === '' ? `A ${kind} without a title` : title;
}
