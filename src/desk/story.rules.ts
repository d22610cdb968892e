import { foldForSearch, unspacedRuns } from '#contract/kit/fold.ts';
import { isEmpty } from '#contract/works/document.rules.ts';
import type { WorkKind, WorkState } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork, Review, ReviewAction } from '#contract/writing/own-rows.schema.ts';

/** The parts of the guided way, as they stand in the address. */
const steps = ['plan', 'write', 'preview', 'check'] as const;
export type Step = (typeof steps)[number];

/** The step that an address asks for. `send` was one of its own before it became a part of the last one. */
export function stepNamed(name: string | null): Step | undefined {
  return name === 'send' ? 'check' : steps.find((each) => each === name);
}

/** A picture book is begun with its first page. */
export const stepsOf: Readonly<Record<WorkKind, readonly Step[]>> = {
  story: steps,
  book: steps.slice(1),
  message: ['write'],
};

/** Chapters in their order. */
export function inOrder(chapters: readonly OwnChapter[], workId: string): OwnChapter[] {
  return chapters
    .filter(({ work_id }) => work_id === workId)
    .toSorted((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
}

/** Where its author goes on: at the first chapter with a teacher's word where it came back, else where they wrote last. */
export function placeToGoOn(
  work: Pick<OwnWork, 'state' | 'review'>,
  chapters: readonly OwnChapter[],
): string | null {
  const commented = new Set(work.review?.comments.map(({ chapter_id }) => chapter_id));
  const toMend = waitsForAuthor(work) && chapters.find(({ id }) => commented.has(id));
  return (toMend || lastWritten(chapters))?.id ?? null;
}

/** The chapter that was saved last: names of versions rise with time. Undefined where nothing was written. */
export function lastWritten(chapters: readonly OwnChapter[]): OwnChapter | undefined {
  return chapters
    .filter(({ version }) => version !== null)
    .toSorted((one, other) => ((one.version ?? '') < (other.version ?? '') ? 1 : -1))[0];
}

const urgency = ['returned', 'withdrawn', 'draft', 'submitted', 'approved', 'published'];

/** What waits for its author comes first, and the newest of that. Ids that devices make rise with time. */
export function byUrgency(works: readonly OwnWork[]): OwnWork[] {
  return works.toSorted(
    (one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state) || (one.id < other.id ? 1 : -1),
  );
}

/** What its author has to look at again: the teacher said why. */
export function waitsForAuthor({ state }: Pick<OwnWork, 'state'>): boolean {
  return state === 'returned' || state === 'withdrawn';
}

const answers: Partial<Record<WorkState, readonly ReviewAction[]>> = {
  returned: ['returned'],
  withdrawn: ['withdrawn'],
  approved: ['approved'],
  published: ['approved', 'published'],
};

/** What was said with the answer that the work stands at; null where there were no words, or it was handed in again since. */
export function lastWords({ review, state }: Pick<OwnWork, 'review' | 'state'>): Review | null {
  return review && review.reason !== '' && answers[state]?.includes(review.action) ? review : null;
}

/** What its author has to look at in a part: versions to choose from come before words of the teacher. */
export type Mark = 'versions' | 'words';

/** The parts that have something for their author, by their ids. */
export function marksOf(
  { review, state }: Pick<OwnWork, 'review' | 'state'>,
  chapters: readonly Pick<OwnChapter, 'id' | 'others'>[],
): ReadonlyMap<string, Mark> {
  const said = new Set(waitsForAuthor({ state }) ? review?.comments.map(({ chapter_id }) => chapter_id) : []);
  const marks = new Map<string, Mark>();
  for (const { id, others } of chapters) {
    if (others.length > 0) marks.set(id, 'versions');
    else if (said.has(id)) marks.set(id, 'words');
  }
  return marks;
}

export interface Finding {
  kind: 'email address' | 'phone number' | 'address' | 'last name' | 'class' | 'web address';
  text: string;
}

/** What is known of the author and tells a stranger who that is. */
export interface Known {
  lastName: string;
  classNames: readonly string[];
}

const patterns: readonly { kind: Finding['kind']; pattern: RegExp }[] = [
  { kind: 'email address', pattern: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu },
  { kind: 'web address', pattern: /\b(?:https?:\/\/|www\.)\S+/giu },
  // Seven digits and more, as one writes them for somebody to call; a year or a price has fewer.
  {
    kind: 'phone number',
    pattern: /(?<![\p{L}\p{N}])[+＋]?\(?\p{Nd}(?:[ ().\-/]{0,2}\p{Nd}){6,14}(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'address',
    pattern:
      /(?<![\p{L}\p{N}])\d{1,4}[a-z]?,? (?:\p{L}[\p{L}'’.-]* ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|close|court|way|square|boulevard|blvd)(?!\p{L})/giu,
  },
  {
    kind: 'address',
    pattern:
      /(?<![\p{L}\p{N}])(?:rue|calle|via|avenida|rua) (?:\p{L}[\p{L}'’.-]* ){0,3}\p{L}+,? (?:n[o°]\.? ?)?\d{1,4}(?!\p{N})|\p{L}+(?:straße|strasse|weg|gasse) \d{1,4}(?!\p{N})/giu,
  },
];

/** A name or the name of a class, wherever it stands as a word of its own, or anywhere where words are not set apart. */
function wordsIn(text: string, words: string): boolean {
  const wanted = foldForSearch(words).trim();
  if ([...wanted].length < 2) return false;
  if (unspacedRuns(wanted).length > 0) return foldForSearch(text).includes(wanted);
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(foldForSearch(text));
}

/** What should not be told to strangers, as far as rules can find it; each once. */
export function findPrivateWords(text: string, { lastName, classNames }: Known): Finding[] {
  const found: Finding[] = [];
  const taken: string[] = [];
  for (const { kind, pattern } of patterns) {
    for (const [match] of text.matchAll(pattern)) {
      if (taken.some((each) => each.includes(match))) continue;
      taken.push(match);
      found.push({ kind, text: match });
    }
  }
  if (wordsIn(text, lastName)) found.push({ kind: 'last name', text: lastName });
  for (const name of classNames) if (wordsIn(text, name)) found.push({ kind: 'class', text: name });
  return found;
}

/** Whether nobody wrote anything in a draft: neither a name nor a plan nor a word. @param chapters its own */
export function isUntouched(
  { state, title, plan }: Pick<OwnWork, 'state' | 'title' | 'plan'>,
  chapters: readonly Pick<OwnChapter, 'title' | 'document' | 'others'>[],
): boolean {
  const isBlank = chapters.every(
    (each) => each.title === '' && isEmpty(each.document) && each.others.length === 0,
  );
  return state === 'draft' && title === '' && plan === '' && isBlank;
}
