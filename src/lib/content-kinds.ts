import { contentKinds, type ContentKind } from '#contract/content/content.rules.ts';

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
