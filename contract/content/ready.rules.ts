import * as v from 'valibot';
import { isTimeZone } from '../kit/time-zone.ts';
import { ContentBlock, type ShownBlock } from './blocks.schema.ts';
import type { Audience, ContentKind } from './content.rules.ts';
import { ContentHead } from './content.schema.ts';
import type { Lack, Unfinished } from './editor.schema.ts';
import { stepLacks } from './steps.rules.ts';
import { readCaptions } from './webvtt.rules.ts';
import type { WordsDocument } from './words.schema.ts';

/*
 * Laws 5 and 6 of public pages: what a draft lacks before it can be published.
 */

/** What people are told about a field that says who or what vouches for something. */
const vouching: Readonly<Record<string, string>> = {
  'facts.source': 'A fact needs its source',
  'facts.url': 'A fact needs the https address of its source',
  'facts.date': 'A fact needs the day of its source',
  'quotes.consent': 'A quote needs the consent of who said it',
  'film.picture': 'A picture of a film needs words for those who cannot see it',
  'film.words': 'A picture of a film needs its words: they are the captions and the transcript',
  'film.film': 'A film needs its file: choose an MP4',
  'recording.url': 'A recording needs its https address',
  'recording.content': 'A recording needs its words: they are the transcript',
};

export interface Readiness {
  head: ContentHead | null;
  /** Those that are whole. */
  blocks: ContentBlock[];
  lacks: Lack[];
}

/** What the editor calls fields whose names say it otherwise. */
const labels: Readonly<Record<string, string>> = {
  ask: 'Question',
  content: 'Text',
  head: 'Columns',
  label: 'Words on it',
  means: 'What it means',
  to: 'Leads to',
  why: 'Why this is right',
};

const lastOf = (field: string) => field.split('.').at(-1) ?? '';

/** What stands in place of the words that a schema has for developers. */
function wordsFor(kind: string, field: string, message: string): string {
  const known = vouching[`${kind}.${lastOf(field)}`];
  if (known !== undefined) return known;
  if (field === '') return 'This part is not whole yet';
  const name = lastOf(field);
  return message.startsWith('Invalid')
    ? `Please fill in “${labels[name] ?? name.replaceAll('_', ' ')}”`
    : message;
}

function lacksOf(
  issues: readonly v.BaseIssue<unknown>[],
  { block, kind }: { block: string | null; kind: string },
): Lack[] {
  return issues.map((issue) => {
    const field = v.getDotPath(issue) ?? '';
    return { block, field, lacks: wordsFor(kind, field, issue.message) };
  });
}

/** Texts that only look filled in. */
function* blanksOf(value: unknown, field = ''): Generator<string> {
  if (typeof value === 'string') {
    if (value.length > 0 && value.trim() === '') yield field;
  } else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      yield* blanksOf(each, field === '' ? name : `${field}.${name}`);
}

/** The formatted words of a block; null where it has none. */
export function documentOf(block: ContentBlock | ShownBlock): WordsDocument | null {
  if (block.kind === 'recording') return block.transcript;
  return block.kind === 'text' || block.kind === 'callout' ? block.document : null;
}

/** Where links of a block lead. */
function linksOf(block: ContentBlock): string[] {
  if (block.kind === 'action') return [block.to];
  const document = documentOf(block);
  if (!document) return [];
  return [...JSON.stringify(document).matchAll(/"href":"([^"]+)"/gu)].map(([, href = '']) => href);
}

function deadLinks(block: ContentBlock, isThere: (address: string) => boolean): Lack[] {
  const links = linksOf(block).filter((link) => link.startsWith('/') && !isThere(link));
  return links.map((link) => ({
    block: block.id,
    field: '',
    lacks: `A link leads to ${link}, and no page is there`,
  }));
}

function missingPages(block: ContentBlock, hasPage: (name: string) => boolean): Lack[] {
  if (block.kind !== 'cards') return [];
  return block.pages.flatMap((name, place) =>
    hasPage(name) ? [] : [{ block: block.id, field: `pages.${place}`, lacks: `There is no page ${name}` }],
  );
}

/** Answers that a question calls right and does not have. */
function missingAnswers(block: ContentBlock): Lack[] {
  if (block.kind !== 'quiz') return [];
  return block.questions.flatMap((question, place) => {
    if (question.type !== 'one' && question.type !== 'several') return [];
    const isWhole = [question.right].flat().every((right) => right < question.answers.length);
    const field = `questions.${place}.right`;
    return isWhole ? [] : [{ block: block.id, field, lacks: 'The right answer is none of the answers' }];
  });
}

function filmLacks(block: ContentBlock, audience: Audience, hasFilm: (id: string) => boolean): Lack[] {
  if (block.kind !== 'film') return [];
  const { id, frames, video } = block;
  const lack = (field: string, lacks: string): Lack => ({ block: id, field, lacks });
  if (!video) return frames.length > 0 ? [] : [lack('video', 'A film needs a file or pictures')];
  const lacks: Lack[] = [];
  if (frames.length > 0) lacks.push(lack('frames', 'A film has a file or pictures: remove one of them'));
  const wrong = readCaptions(video.captions).problem;
  if (wrong !== null) lacks.push(lack('video.captions', wrong));
  if (!hasFilm(video.film)) lacks.push(lack('video.film', 'The film is not here any more. Choose it again'));
  // Browsers fetch a film without saying who watches it.
  if (audience === 'staff' || block.for === 'staff')
    lacks.push(lack('for', 'A film cannot be for school staff alone'));
  return lacks;
}

function eventLacks(head: ContentHead): Lack[] {
  if (head.kind !== 'event') return [];
  const { starts_at, time_zone, online } = head;
  const lacks: Lack[] = [];
  if (time_zone !== undefined && !isTimeZone(time_zone))
    lacks.push({ block: null, field: 'time_zone', lacks: 'This is not a time zone' });
  if (online && starts_at === undefined)
    lacks.push({ block: null, field: 'starts_at', lacks: 'An event that is joined needs its beginning' });
  return lacks;
}

/** What of a draft is whole, and what it lacks. */
export function readinessOf(
  page: { kind: ContentKind; slug: string },
  draft: { head: Unfinished; blocks: readonly Unfinished[] },
  known: {
    isThere: (address: string) => boolean;
    hasPage: (name: string) => boolean;
    /** Whether a film was sent for this page, and is whole. */
    hasFilm: (id: string) => boolean;
    /** What each step was in the versions that were published. */
    earlierSteps?: ReadonlyMap<string, ReadonlySet<string>>;
  },
): Readiness {
  const lacks: Lack[] = [];
  const parsed = v.safeParse(ContentHead, draft.head);
  if (!parsed.success) lacks.push(...lacksOf(parsed.issues, { block: null, kind: 'head' }));
  else if (parsed.output.kind !== page.kind)
    lacks.push({ block: null, field: 'kind', lacks: 'This is the head of another kind of page' });
  else if (parsed.output.kind === 'goal' && String(parsed.output.number) !== page.slug)
    lacks.push({ block: null, field: 'number', lacks: `This page is about goal ${page.slug}` });
  else lacks.push(...eventLacks(parsed.output));
  const blocks: ContentBlock[] = [];
  const ids = new Set<unknown>();
  for (const [place, each] of draft.blocks.entries()) {
    const block = typeof each.id === 'string' ? each.id : `${place + 1}`;
    if (ids.has(each.id)) lacks.push({ block, field: 'id', lacks: 'Two blocks have one name' });
    ids.add(each.id);
    const whole = v.safeParse(ContentBlock, each);
    const kind = typeof each.kind === 'string' ? each.kind : '';
    if (!whole.success) lacks.push(...lacksOf(whole.issues, { block, kind }));
    else {
      blocks.push(whole.output);
      lacks.push(
        ...deadLinks(whole.output, known.isThere),
        ...missingPages(whole.output, known.hasPage),
        ...missingAnswers(whole.output),
        ...filmLacks(whole.output, parsed.success ? parsed.output.for : 'everyone', known.hasFilm),
      );
    }
    for (const field of blanksOf(each))
      if (!/(?:^|\.)(?:document|transcript)\./u.test(field))
        lacks.push({ block, field, lacks: wordsFor(kind, field, 'Invalid') });
  }
  lacks.push(...stepLacks(blocks, known.earlierSteps));
  return { head: parsed.success ? parsed.output : null, blocks, lacks };
}
