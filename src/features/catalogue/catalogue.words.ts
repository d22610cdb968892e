import { listedStates, noShelf, type ListedState } from '#contract/catalogue/catalogue.schema.ts';
import { visibilities, type Visibility, type WorkKind } from '#contract/works/works.schema.ts';
import { counted } from '#src/lib/counted.ts';
import type { Choice } from '#src/ui/list-filters.tsx';

/** What the works of a list are called. */
export const kindNames: Readonly<
  Record<WorkKind, { one: string; many: string; Many: string; parts: readonly [one: string, many: string] }>
> = {
  book: { one: 'book', many: 'books', Many: 'Books', parts: ['page', 'pages'] },
  story: { one: 'story', many: 'stories', Many: 'Stories', parts: ['chapter', 'chapters'] },
  message: { one: 'message', many: 'messages', Many: 'Messages', parts: ['part', 'parts'] },
};

/** “1 book”, “3 books”. */
export function countedWorks(count: number, kind: WorkKind): string {
  const { one, many } = kindNames[kind];
  return counted(count, one, many);
}

/** How far a work has got, as the staff say it. */
export const stateNames: Readonly<Record<ListedState, string>> = {
  draft: 'Being written',
  submitted: 'Handed in',
  returned: 'Given back',
  approved: 'Approved',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  taken_down: 'Taken down',
};

export const visibilityNames: Readonly<Record<Visibility, string>> = {
  private: 'Private',
  community: 'Community',
  public: 'Public',
};

/** Each state with how many are in it, as far as that is known. */
export function stateChoices(counts: Readonly<Record<ListedState, number>> | null): Choice[] {
  return listedStates.map((value) => ({
    value,
    label:
      counts === null ? stateNames[value] : `${stateNames[value]} (${counts[value].toLocaleString('en')})`,
  }));
}

export const visibilityChoices: readonly Choice[] = visibilities.map((value) => ({
  value,
  label: visibilityNames[value],
}));

export const noShelfChoice: Choice = { value: noShelf, label: 'On no shelf' };
