import type { WorkKind } from '#contract/works/works.schema.ts';

/** What a work and its parts are called. */
export const kindNames: Readonly<
  Record<WorkKind, { one: string; many: string; part: string; Part: string; parts: string }>
> = {
  story: { one: 'story', many: 'stories', part: 'chapter', Part: 'Chapter', parts: 'Chapters' },
  book: { one: 'book', many: 'books', part: 'page', Part: 'Page', parts: 'Pages' },
};
