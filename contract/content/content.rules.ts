export const contentKinds = [
  'page',
  'legal',
  'course',
  'lesson',
  'hub',
  'challenge',
  'event',
  'goal',
  'film',
] as const;
export type ContentKind = (typeof contentKinds)[number];

export const audiences = ['everyone', 'children', 'adults', 'staff'] as const;
export type Audience = (typeof audiences)[number];

/** As whom somebody reads pages. A visitor may be a child or an adult. */
export type ContentReader = 'child' | 'visitor' | 'family' | 'staff';

const readable: Readonly<Record<ContentReader, readonly Audience[]>> = {
  child: ['everyone', 'children'],
  // Adults see what children are told, so that they can talk about it.
  visitor: ['everyone', 'children', 'adults'],
  family: ['everyone', 'children', 'adults'],
  staff: ['everyone', 'children', 'adults', 'staff'],
};

/** Whether a page or a block for `audience` is shown to `reader`. */
export const isFor = (audience: Audience, reader: ContentReader): boolean =>
  readable[reader].includes(audience);

/** Whether a link may lead there: a path of the app, or an https address without a name and password in it. */
export function isLinkTarget(target: string): boolean {
  // Two slashes, or one each way, would lead to another host.
  if (/^\/(?![/\\])[\w/?=&%.#-]*$/u.test(target)) return true;
  return /^https:\/\/[a-z0-9.-]+(?:[/?#][^\s"<>\\]*)?$/u.test(target);
}

/** Kinds whose pages have a list, and the first part of their addresses. */
const folders = {
  course: '/courses',
  hub: '/hubs',
  challenge: '/challenges',
  event: '/live',
  goal: '/sdgs',
  film: '/impact-films',
} as const;

/** Pages that stand above a list, and the kind that the list has. */
const lists: Readonly<Record<string, ContentKind>> = {
  courses: 'course',
  hubs: 'hub',
  challenges: 'challenge',
  live: 'event',
  sdgs: 'goal',
  'impact-films': 'film',
};

/** The kind of pages that a page lists below its text; null for a page without a list. */
export const listedBy = (page: { kind: ContentKind; slug: string }): ContentKind | null =>
  page.kind === 'page' && Object.hasOwn(lists, page.slug) ? (lists[page.slug] ?? null) : null;

/** The specification writes these two with a slash at the end. */
const withSlash: ReadonlySet<string> = new Set(['canva', 'bulk-enrolment']);

/** The address of a page inside the app, such as `/courses/be-the-change/choose-a-goal`. `parent` is the slug of a lesson's course. */
export function addressOf(page: { kind: ContentKind; slug: string; parent: string | null }): string {
  const { kind, slug, parent } = page;
  switch (kind) {
    case 'page':
    case 'legal':
      return withSlash.has(slug) ? `/${slug}/` : `/${slug}`;
    case 'lesson':
      return `${folders.course}/${parent ?? ''}/${slug}`;
    case 'course':
    case 'hub':
    case 'challenge':
    case 'event':
    case 'goal':
    case 'film':
      return `${folders[kind]}/${slug}`;
  }
}

/**
 * Which page stands at a path: the kinds that may have it, in the order in which they are looked for. A lesson names its course. Null for a
 * path that no page can have.
 */
export function pagesAt(path: string): { kinds: ContentKind[]; slug: string; parent: string | null } | null {
  const parts = path.replace(/^\/|\/$/gu, '').split('/');
  if (!parts.every((part) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(part))) return null;
  const [first = '', second, third] = parts;
  if (second === undefined) return { kinds: ['page', 'legal'], slug: first, parent: null };
  const found = Object.entries(folders).find(([, folder]) => folder === `/${first}`);
  if (!found || parts.length > 3) return null;
  const kind = found[0] as keyof typeof folders;
  if (third === undefined) return { kinds: [kind], slug: second, parent: null };
  return kind === 'course' ? { kinds: ['lesson'], slug: third, parent: second } : null;
}
