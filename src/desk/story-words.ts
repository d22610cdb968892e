import type { Mark } from './story.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';

/** What a work and its parts are called. */
export const kindNames: Readonly<
  Record<WorkKind, { one: string; many: string; part: string; Part: string; parts: string }>
> = {
  story: { one: 'story', many: 'stories', part: 'chapter', Part: 'Chapter', parts: 'Chapters' },
  message: { one: 'message', many: 'messages', part: 'message', Part: 'Message', parts: 'Messages' },
  book: { one: 'book', many: 'books', part: 'page', Part: 'Page', parts: 'Pages' },
};

const marks: Readonly<Record<Mark, string>> = {
  versions: ', different versions',
  words: ', with words for you',
};

/** What the name of a part's button ends with. */
export function markWords(mark: Mark | undefined): string {
  return mark === undefined ? '' : marks[mark];
}
