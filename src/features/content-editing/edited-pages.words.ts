import { contentKinds, type ContentKind } from '#contract/content/content.rules.ts';
import { pageStates, type EditedPageRow, type PageState } from '#contract/content/editor.schema.ts';
import { sayDay } from '#src/ui/moments.ts';

const kindWords: Readonly<Record<ContentKind, string>> = {
  page: 'Page',
  legal: 'Legal page',
  course: 'Course',
  lesson: 'Lesson',
  hub: 'Hub',
  challenge: 'Challenge',
  event: 'Live',
  goal: 'Goal',
  film: 'Film',
};

export const kindWord = (kind: ContentKind) => kindWords[kind];
export const kindChoices = contentKinds.map((value) => ({ value, label: kindWords[value] }));

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
