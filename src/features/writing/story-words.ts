import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';

/** How far it has got, as its author is told. */
export const stateWords: Readonly<Record<OwnWork['state'], string>> = {
  draft: 'You are writing it',
  submitted: 'Your teacher has it',
  returned: 'To fix',
  approved: 'Your teacher said yes',
  published: 'In the library',
  withdrawn: 'Taken off the shelf',
  archived: 'Put away',
};

/** What a work and its parts are called. */
export const kindNames: Readonly<
  Record<WorkKind, { one: string; many: string; part: string; Part: string; parts: string }>
> = {
  story: { one: 'story', many: 'stories', part: 'chapter', Part: 'Chapter', parts: 'Chapters' },
  book: { one: 'book', many: 'books', part: 'page', Part: 'Page', parts: 'Pages' },
};
