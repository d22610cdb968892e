import { limits } from '#contract/kit/limits.ts';
import { assetsIn, isEmpty, picturesIn, recordingsIn, textOf } from '#contract/works/document.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { CardName, CheckPlace } from '#src/desk/desk-parts.ts';
import { kindNames } from '#src/desk/story-words.ts';
import { findPrivateWords, type Finding, type Known } from '#src/desk/story.rules.ts';

/** Said where no star is missing. */
export const allDone = 'All stars are yours!';

/** The cards of Finish, in their order. */
const cardNames: readonly CardName[] = ['cover', 'blurb', 'dedication', 'author', 'pictures', 'done'];

export interface Check {
  label: string;
  /** What is missing, at the foot of Finish. */
  gap: string;
  /** What the link beside it is called. */
  remedy: string;
  place: CheckPlace;
  done: boolean;
  /** The remedy is one more page. */
  wantsPage?: true;
  /** Not the author's to do. */
  isTeachers?: true;
}

/** Something that a stranger should not read, and where it stands. */
export interface PlacedFinding extends Finding {
  place: CheckPlace;
}

/** All words of a work, and where each of them is put right. */
function textsOf(work: OwnWork, chapters: readonly OwnChapter[]): { text: string; place: CheckPlace }[] {
  return [
    { text: work.title, place: { part: null } },
    { text: work.blurb, place: { card: 'blurb' } },
    { text: work.dedication, place: { card: 'dedication' } },
    { text: `${work.pen_name}\n${work.about_author}`, place: { card: 'author' } },
    ...chapters.flatMap(({ id, title, document }) => [
      { text: `${title}\n${textOf(document)}`, place: { part: id } },
      ...assetsIn(document).map(({ alt }) => ({ text: alt, place: { card: 'pictures' } as const })),
    ]),
  ];
}

export function findingsIn(
  work: OwnWork,
  chapters: readonly OwnChapter[],
  known: Known,
): readonly PlacedFinding[] {
  return textsOf(work, chapters).flatMap(({ text, place }) =>
    findPrivateWords(text, known).map((finding) => ({ ...finding, place })),
  );
}

/** What to do about it. */
export function adviceOn({ text, kind }: Finding): string {
  return `Look at “${text}”. Is it a real ${kind}? Then make one up.`;
}

/** The cards that a work needs: without a picture or a recording there is none to describe. */
export function cardsOf(chapters: readonly OwnChapter[]): readonly CardName[] {
  const hasAssets = chapters.some(({ document }) => assetsIn(document).length > 0);
  return hasAssets ? cardNames : cardNames.filter((card) => card !== 'pictures');
}

/** The card to begin with: the first on which something is missing, else the last. */
export function firstCard(cards: readonly CardName[], checks: readonly Check[]): CardName {
  const missing = checks.flatMap(({ done, place }) => (!done && 'card' in place ? [place.card] : []));
  return cards.find((card) => card !== 'done' && missing.includes(card)) ?? 'done';
}

/** What is missing first, in the order of the list; null where all of the author's is done. */
export function firstGap(checks: readonly Check[]): Check | null {
  return checks.find(({ done, isTeachers }) => !done && isTeachers !== true) ?? null;
}

const counted = (many: number, one: string) => (many === 1 ? `1 ${one} needs` : `${many} ${one}s need`);

/** The list that ticks itself. It advises and never stops anybody. */
export function checksOf(
  work: OwnWork,
  chapters: readonly OwnChapter[],
  findings: readonly PlacedFinding[],
): Check[] {
  const empty = chapters.filter(({ document }) => isEmpty(document));
  const isAllEmpty = empty.length === chapters.length;
  const pictures = chapters.flatMap(({ document }) => picturesIn(document));
  const recordings = chapters.flatMap(({ document }) => recordingsIn(document));
  const [first] = findings;
  const { one, part } = kindNames[work.kind];
  const firstPart = chapters[0]?.id ?? null;
  const lastPart = chapters.at(-1)?.id ?? null;
  const hasRoom = chapters.length < limits.chaptersPerStory;
  const diverged = chapters.find(({ others }) => others.length > 0);
  const unsaid = (assets: readonly { alt: string }[]) => assets.filter(({ alt }) => alt.trim() === '').length;
  return [
    {
      label: 'It has a title',
      gap: `Your ${one} has no name yet`,
      remedy: 'Name it',
      place: { part: null },
      done: work.title !== '',
    },
    {
      label: 'It says what it is about',
      gap: 'Nobody knows yet what it is about',
      remedy: 'Say it',
      place: { card: 'blurb' },
      done: work.blurb !== '',
    },
    {
      label: 'It says who made it',
      gap: 'Nobody knows yet who made it',
      remedy: 'Say it',
      place: { card: 'author' },
      done: work.about_author !== '',
    },
    {
      label: 'It has a picture on the cover',
      gap: 'It has no picture on the cover',
      remedy: pictures.length === 0 ? 'Make one' : 'Pick one',
      place: pictures.length === 0 ? { part: firstPart } : { card: 'cover' },
      done: pictures.some(({ sha256 }) => sha256 === work.cover),
    },
    {
      label: work.kind === 'book' ? 'Something is in it' : 'Something is written',
      gap: work.kind === 'book' ? 'There is nothing in it yet' : 'Nothing is written yet',
      remedy: 'Begin',
      place: { part: firstPart },
      done: !isAllEmpty,
    },
    {
      label: `No ${part} is empty`,
      gap: empty.length === 1 ? `One ${part} is empty` : `${empty.length} ${part}s are empty`,
      remedy: 'Go there',
      place: { part: empty[0]?.id ?? firstPart },
      done: empty.length === 0,
    },
    ...(work.kind === 'book'
      ? [
          {
            label: 'Each sheet of paper is full on both sides',
            gap: 'The back of the last sheet is still empty',
            remedy: hasRoom ? 'Add one more page' : 'Go there',
            place: { part: lastPart },
            done: chapters.length % 2 === 0,
            ...(hasRoom && { wantsPage: true as const }),
          },
        ]
      : []),
    ...(pictures.length === 0
      ? []
      : [
          {
            label: 'Each picture says what it shows',
            gap: `${counted(unsaid(pictures), 'picture')} a few words`,
            remedy: unsaid(pictures) === 1 ? 'Say it' : 'Say them',
            place: { card: 'pictures' } as const,
            done: unsaid(pictures) === 0,
          },
        ]),
    ...(recordings.length === 0
      ? []
      : [
          {
            label: 'Each recording says in words what one hears',
            gap: `${counted(unsaid(recordings), 'recording')} a few words`,
            remedy: 'Write them',
            place: { card: 'pictures' } as const,
            done: unsaid(recordings) === 0,
          },
        ]),
    {
      label: `There is one version of each ${part}`,
      gap: `A ${part} has more than one version`,
      remedy: 'Choose one',
      place: { part: diverged?.id ?? firstPart },
      done: diverged === undefined,
    },
    {
      label: 'Nothing private is in it',
      gap: first ? adviceOn(first) : 'Leave out real names and addresses',
      remedy: 'Go there',
      place: first?.place ?? { part: firstPart },
      done: first === undefined,
    },
    {
      label: 'A teacher said yes',
      gap: 'Your teacher has not looked at it yet',
      remedy: 'Hand it in',
      place: { card: 'done' },
      done: work.state === 'approved' || work.state === 'published',
      isTeachers: true,
    },
  ];
}
