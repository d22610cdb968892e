import { readersOf } from '#contract/works/author-words.rules.ts';
import type { Work, WorkState } from '#contract/works/works.schema.ts';

/** How far a story or a book has got, as the staff are told. */
const stateWords: Readonly<Record<WorkState, string>> = {
  draft: 'Being written',
  submitted: 'Handed in',
  returned: 'Given back',
  approved: 'Approved, not published yet',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  archived: 'Put away',
};

/** What the author is called where one speaks of a single child. */
export const authorOf = ({ author, byline }: Pick<Work, 'author' | 'byline'>) => author?.first_name ?? byline;

/** The state of a work, and of a published one who can see it. */
export function stateWordsOf(work: Pick<Work, 'state' | 'audience' | 'author' | 'byline'>): string {
  const words = stateWords[work.state];
  return work.state === 'published' ? `${words}, ${readersOf(work.audience, authorOf(work))}` : words;
}
