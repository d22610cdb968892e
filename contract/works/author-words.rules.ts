import type { Visibility, WorkState } from './works.schema.ts';

/** How far a work has got, as its author is told. */
const authorStateWords: Readonly<Record<WorkState, string>> = {
  draft: 'You are writing it',
  submitted: 'Your teacher has it',
  returned: 'To fix',
  approved: 'Your teacher said yes',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  archived: 'Put away',
};

const readersToAuthor: Readonly<Record<Visibility, string>> = {
  private: 'only for you and your teachers',
  community: 'for your school and its families',
  public: 'for everybody',
};

/** The state of a work as its author reads it; of a published one with who can see it, null where that is not known. */
export function authorWordsOf({
  state,
  audience,
}: {
  state: WorkState;
  audience: Visibility | null;
}): string {
  const words = authorStateWords[state];
  return state === 'published' && audience !== null ? `${words}, ${readersToAuthor[audience]}` : words;
}

/** Who can see a published work, as staff read it. `author`: the first name. */
export function readersOf(audience: Visibility, author: string): string {
  if (audience === 'private') return `only for ${author} and the teachers`;
  return audience === 'community' ? 'for the school and its families' : 'for everybody';
}

/** Said before publishing, where the child's privacy allows no wider audience. `author`: the first name. */
export function privateAuthorWords(author: string): string {
  return `${author} is private: only ${author} and the teachers will see it`;
}

/** Whether the author meant a work for others and the child's privacy keeps it from them. */
export function isKeptByPrivacy({
  visibility,
  audience,
}: {
  visibility: Visibility;
  audience: Visibility;
}): boolean {
  return visibility !== 'private' && audience === 'private';
}
