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
