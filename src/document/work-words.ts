import { paths } from '#contract/kit/paths.ts';
import type { Visibility, WorkCard, WorkKind } from '#contract/works/works.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { counted } from '#src/lib/counted.ts';

export const kindWords: Readonly<
  Record<WorkKind, { one: string; many: string; part: readonly [string, string] }>
> = {
  book: { one: 'Book', many: 'Books', part: ['page', 'pages'] },
  story: { one: 'Story', many: 'Stories', part: ['chapter', 'chapters'] },
  message: { one: 'Message', many: 'Messages', part: ['part', 'parts'] },
};

let names: Intl.DisplayNames | undefined;

export function languageName(language: string): string {
  // Made when a page first names one: it takes milliseconds on a small tablet.
  names ??= new Intl.DisplayNames(['en'], { type: 'language' });
  return names.of(language) ?? language;
}

/** Who is given the pictures of a work without being asked who they are: what stands on no shelf is for those alone who look after it. */
export function audienceOfPictures({ audience, state }: Pick<WorkCard, 'audience' | 'state'>): Visibility {
  return state === 'published' ? audience : 'private';
}

/** “Book · 6 pages · Early reader”. */
export function factsOf({ kind, parts, level }: Pick<WorkCard, 'kind' | 'parts' | 'level'>): string {
  const { one, part } = kindWords[kind];
  return [
    one,
    ...(parts > 0 ? [counted(parts, ...part)] : []),
    ...(level ? [levelWords[level].label] : []),
  ].join(' · ');
}

/** “Page 4 of 12”; from 1. */
export function placeInWords({ kind, parts }: Pick<WorkCard, 'kind' | 'parts'>, number: number): string {
  const [part] = kindWords[kind].part;
  return `${part.charAt(0).toUpperCase()}${part.slice(1)} ${number} of ${parts}`;
}

export function workHref({ slug }: Pick<WorkCard, 'slug'>): string {
  return paths.work({ id: slug });
}

/** Where a part is read; from 1. */
export function partHref(work: Pick<WorkCard, 'slug'>, number: number): string {
  return `${workHref(work)}/${number}`;
}
