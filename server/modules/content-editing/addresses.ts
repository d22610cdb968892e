import { addressOf, pagesAt, type ContentKind } from '#contract/content/content.rules.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';

interface Named {
  kind: ContentKind;
  slug: string;
  parent: string | null;
}

function* patternsIn(tree: object): Generator<string> {
  for (const each of Object.values<unknown>({ ...tree })) {
    if (typeof each === 'function' && 'pattern' in each) yield String(each.pattern);
    else if (typeof each === 'object' && each !== null) yield* patternsIn(each);
  }
}

const bare = (address: string) => address.replace(/[?#].*$/u, '').replace(/(?<=.)\/$/u, '');

/** Every address of the app. */
const patterns = [...patternsIn(paths), ...patternsIn(publicPaths)].map((pattern) => {
  const form = bare(pattern.replaceAll('?', '%'))
    .replaceAll(/\/:\w+%/gu, '(?:/[^/]+)?')
    .replaceAll(/:\w+/gu, '[^/]+');
  return new RegExp(`^${form}$`, 'u');
});

/** Addresses of one part at which a page of words stands; a lesson and what a list has are at longer ones. */
const standing = new Set(
  [
    ...[...patternsIn(publicPaths)].filter((pattern) => !pattern.startsWith('/admin-')),
    paths.terms.pattern,
    paths.refunds.pattern,
  ]
    .map((pattern) => bare(pattern.replace(/\/:.*$/u, '')))
    .filter((address) => /^\/[a-z-]+$/u.test(address)),
);

/** Whether the app has a place for a page of this kind and name. */
export const hasPlace = ({ kind, slug }: { kind: ContentKind; slug: string }): boolean =>
  kind === 'goal'
    ? /^(?:[1-9]|1[0-7])$/u.test(slug)
    : (kind !== 'page' && kind !== 'legal') || standing.has(`/${slug}`);

/** Whether something stands at an address inside the app, where these are the pages that are shown. */
export function isAddress(address: string, pages: readonly Named[]): boolean {
  const place = bare(address);
  const at = pagesAt(place);
  const isOfPages = at !== null && (at.parent !== null || !at.kinds.includes('page'));
  if (isOfPages) return pages.some((page) => bare(addressOf(page)) === place);
  return patterns.some((pattern) => pattern.test(place === '' ? '/' : place));
}
