import type { PageEditing } from '#contract/content/content.paths.ts';
import { pageStates, type EditedPageRow, type PageState } from '#contract/content/editor.schema.ts';
import { sayDay } from '#src/ui/moments.ts';

const stateWords: Readonly<Record<PageState, string>> = {
  live: 'Live',
  planned: 'Planned',
  ended: 'Ended',
  draft: 'Not published yet',
};
export const stateChoices = pageStates.map((value) => ({ value, label: stateWords[value] }));

/** What has become of a page, in the order in which it matters. */
export function standingOf(row: EditedPageRow, now: Date): string[] {
  const { state, live_from, live_until, choice } = row;
  if (choice === 'hidden') return ['Hidden at your school'];
  if (choice === 'replaced') return ['Your own page is in its place'];
  const until = live_until === null ? '' : ` until ${sayDay(live_until, now)}`;
  const first =
    state === 'planned' && live_from !== null
      ? `From ${sayDay(live_from, now)}${until}`
      : `${stateWords[state]}${state === 'live' ? until : ''}`;
  return [
    first,
    ...(row.has_draft && state !== 'draft' ? ['A draft is beside it'] : []),
    ...(row.has_newer ? ['A newer text came with the program'] : []),
  ];
}

export const listWords: Readonly<Record<PageEditing, { title: string; description: string; none: string }>> =
  {
    platform: {
      title: 'Public pages',
      description: 'What visitors find on every host, and what has become of each page.',
      none: 'No pages yet',
    },
    school: {
      title: 'Public pages',
      description: 'What visitors find at the address of your school. Hide what your school does not need.',
      none: 'No pages yet',
    },
    champion: {
      title: 'My pages',
      description: 'The pages that you began. The people who run this site read them and publish them.',
      none: 'No pages yet. Press “New page” to begin one.',
    },
  };
