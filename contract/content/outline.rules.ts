import { writtenDay } from '../kit/day.ts';
import { isTimeZone } from '../kit/time-zone.ts';
import type { ShownBlock, QuizQuestion } from './blocks.schema.ts';
import { addressOf } from './content.rules.ts';
import type { ContentHead } from './content.schema.ts';
import { joinTimeOf } from './joining.rules.ts';
import type { TextRun, WordsDocument } from './words.schema.ts';

/*
 * Every word of a page in its order, without a screen. The HTML that works without JavaScript, the search text and the tests of the
 * screens are made of it, so that they say the same (law 1 of public pages).
 */

export interface OutlineRun {
  text: string;
  bold?: true;
  italic?: true;
  /** Where it leads: `/…` or `https://…`. */
  href?: string;
}

export type OutlineItem =
  | { type: 'heading'; level: 2 | 3; runs: OutlineRun[] }
  | { type: 'paragraph'; runs: OutlineRun[] }
  | { type: 'list'; isOrdered: boolean; items: OutlineRun[][] }
  | { type: 'table'; head: string[]; rows: string[][] };

export interface OutlineSection {
  /** Id of the block, or the part of the head. */
  id: string;
  kind: ShownBlock['kind'] | 'opening' | 'closing';
  items: OutlineItem[];
}

export interface Outline {
  title: string;
  summary: string;
  /** Those that say nothing are left out. */
  sections: OutlineSection[];
}

const run = (text: string): OutlineRun => ({ text });
const bold = (text: string): OutlineRun => ({ text, bold: true });
const paragraph = (...runs: OutlineRun[]): OutlineItem => ({ type: 'paragraph', runs });
const title = (text: string, level: 2 | 3 = 3): OutlineItem => ({
  type: 'heading',
  level,
  runs: [run(text)],
});
const list = (items: OutlineRun[][], isOrdered = false): OutlineItem[] =>
  items.length === 0 ? [] : [{ type: 'list', isOrdered, items }];

/** A date of a page in words: "26 November 2026", or without a year where there is none. */
export function dayInWords(day: string): string {
  if (day.length === 10) return writtenDay(day);
  // A leap year, so that 29 February is a day.
  const moment = new Date(`2024-${day}`);
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(moment);
}

function runOf({ text, marks = [] }: TextRun): OutlineRun {
  const made = run(text);
  for (const mark of marks) {
    if (mark.type === 'link') made.href = mark.attrs.href;
    else made[mark.type] = true;
  }
  return made;
}

function itemOfNode(node: WordsDocument['content'][number]): OutlineItem {
  switch (node.type) {
    case 'paragraph':
      return paragraph(...node.content.map(runOf));
    case 'heading':
      return { type: 'heading', level: node.attrs.level, runs: node.content.map(runOf) };
    case 'bulletList':
    case 'orderedList':
      return {
        type: 'list',
        isOrdered: node.type === 'orderedList',
        items: node.content.map((item) =>
          item.content.flatMap((each, place) => [
            ...(place === 0 ? [] : [run(' ')]),
            ...each.content.map(runOf),
          ]),
        ),
      };
  }
}

/** Choices of a question, in an order that tells nothing of the answer. */
export function choicesOf(question: QuizQuestion): string[] {
  switch (question.type) {
    case 'one':
    case 'several':
      return question.answers;
    case 'order':
      return question.answers.toSorted();
    case 'match':
      return [
        ...question.pairs.map(([left]) => left),
        ...question.pairs.map(([, right]) => right).toSorted(),
      ];
    case 'word':
      return [];
  }
}

const counted = {
  schools: ['school', 'schools'],
  countries: ['country', 'countries'],
  works: ['book or story', 'books and stories'],
  causes: ['cause', 'causes'],
  kind_words: ['kind word', 'kind words'],
} as const;

/** A counted number in words: "12 schools"; null is "a few schools". */
export function numberInWords({ name, value }: { name: keyof typeof counted; value: number | null }): string {
  const [one, many] = counted[name];
  if (value === null) return `a few ${many}`;
  return `${new Intl.NumberFormat('en').format(value)} ${value === 1 ? one : many}`;
}

function itemsOf(block: ShownBlock): OutlineItem[] {
  switch (block.kind) {
    case 'text':
    case 'callout':
      return block.document.content.map(itemOfNode);
    case 'steps':
      return list(
        block.steps.map((step) => [
          bold(step.title),
          run(` ${step.text}`),
          ...(step.minutes === undefined ? [] : [run(` ${minutesInWords(step.minutes)}`)]),
        ]),
        true,
      );
    case 'checklist':
      return list(block.items.map(({ text }) => [run(text)]));
    case 'quiz':
      return block.questions.flatMap((question) => [
        paragraph(bold(question.ask)),
        ...list(choicesOf(question).map((choice) => [run(choice)])),
      ]);
    case 'prompt':
      return [title(block.title), paragraph(run(block.prompt))];
    case 'cards':
      return list(
        block.cards.map((card) => [{ text: card.title, href: addressOf(card) }, run(` ${card.summary}`)]),
      );
    case 'shelf':
      return [paragraph({ text: block.title, href: shelfAddress(block) })];
    case 'film':
      return [
        ...list(
          block.frames.map((frame) => [{ text: frame.picture, italic: true }, run(` ${frame.words}`)]),
          true,
        ),
        ...(block.video?.transcript.map((words) => paragraph(run(words))) ?? []),
      ];
    case 'facts':
      return list(
        block.facts.map((fact) => [
          run(`${fact.text} `),
          { text: fact.source, href: fact.url },
          run(`, ${dayInWords(fact.date)}`),
        ]),
      );
    case 'people':
      return list(block.people.map((person) => [bold(person.name), run(` ${person.role}`)]));
    case 'quotes':
      return block.quotes.map((quote) => paragraph(run(`“${quote.words}” `), bold(quote.name)));
    case 'numbers':
      return list(block.values.map((each) => [run(numberInWords(each))]));
    case 'table':
      return [{ type: 'table', head: block.head, rows: block.rows }];
    case 'form':
      return [];
    case 'action':
      return [paragraph({ text: block.label, href: block.to })];
    case 'recording':
      return [
        ...(block.url === undefined
          ? []
          : [paragraph({ text: recordingInWords(block.url), href: block.url })]),
        title('Transcript', 2),
        ...block.transcript.content.map(itemOfNode),
      ];
  }
}

/** The page of the library that a shelf asks for. */
export function shelfAddress({
  goal,
  language,
}: {
  goal?: number | undefined;
  language?: string | undefined;
}): string {
  const query = new URLSearchParams();
  if (goal !== undefined) query.set('goal', String(goal));
  if (language !== undefined) query.set('language', language);
  return query.size === 0 ? '/library' : `/library?${query}`;
}

/** A moment for readers anywhere: "28 March 2027, 00:30 UTC". */
const utcInWords = (moment: string) => `${dayInWords(moment.slice(0, 10))}, ${moment.slice(11, 16)} UTC`;

/** A moment on the clocks of a time zone: "4 December 2026, 15:00 Berlin time". Null where this machine does not know the zone. */
function zonedInWords(moment: string, timeZone: string): string | null {
  if (!isTimeZone(timeZone)) return null;
  const shown = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(new Date(moment));
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.find((each) => each.type === type)?.value ?? '';
  const place = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} ${place} time`;
}

/** When an event begins, where its host lives and in UTC, by which people far apart agree. */
export function beginningInWords(moment: string, timeZone: string | undefined): string {
  const zoned = timeZone === undefined ? null : zonedInWords(moment, timeZone);
  return zoned === null ? utcInWords(moment) : `${zoned}; ${utcInWords(moment)}`;
}

export const onlineInWords =
  'Online. School staff join on this page, from 15 minutes before it begins. Children join in class.';

/** "Watch the recording at example.org" */
export const recordingInWords = (url: string) => `Watch the recording at ${new URL(url).host}`;

export const calledOffInWords = 'Called off: this does not happen.';

export const minutesInWords = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** What the head says above the blocks. */
function opening(head: ContentHead): OutlineItem[] {
  switch (head.kind) {
    case 'legal':
      return [paragraph(run(`In force from ${dayInWords(head.in_force_from)}. ${head.what_changed}`))];
    case 'course':
      return [paragraph(run(minutesInWords(head.minutes)))];
    case 'lesson':
      return [
        paragraph(bold(head.aim)),
        ...list(head.words.map(({ word, means }) => [bold(word), run(`: ${means}`)])),
      ];
    case 'hub':
      return [paragraph(run(`Chosen by ${head.curator}`))];
    case 'challenge':
      if (head.opens === undefined || head.closes === undefined) return [paragraph(run('Open all year'))];
      return [paragraph(run(`Open from ${dayInWords(head.opens)} to ${dayInWords(head.closes)}`))];
    case 'event': {
      const calledOff = head.called_off ? [paragraph(bold(calledOffInWords))] : [];
      if (head.day !== undefined) return [...calledOff, paragraph(run(dayInWords(head.day)))];
      if (head.starts_at === undefined) return calledOff;
      const online = joinTimeOf(head) ? [paragraph(run(onlineInWords))] : [];
      return [...calledOff, paragraph(run(beginningInWords(head.starts_at, head.time_zone))), ...online];
    }
    case 'goal':
      return [paragraph(run(`Goal ${head.number}`))];
    case 'page':
    case 'film':
      return [];
  }
}

/** What the head says below the blocks. */
function closing(head: ContentHead): OutlineItem[] {
  if (head.kind === 'film')
    return list(
      head.questions.map((question) => [run(question)]),
      true,
    );
  if (head.kind === 'challenge') return list(head.checklist.map(({ text }) => [run(text)]));
  return [];
}

/** All words of a version as it is shown, in their order. */
export function outlineOf({ head, blocks }: { head: ContentHead; blocks: readonly ShownBlock[] }): Outline {
  const sections: OutlineSection[] = [
    { id: 'opening', kind: 'opening', items: opening(head) },
    ...blocks.map((block): OutlineSection => ({ id: block.id, kind: block.kind, items: itemsOf(block) })),
    { id: 'closing', kind: 'closing', items: closing(head) },
  ];
  return {
    title: head.title,
    summary: head.summary,
    sections: sections.filter(({ items }) => items.length > 0),
  };
}

/** The texts of an outline in their order, title and summary first. */
export function textsOf({ title: heading, summary, sections }: Outline): string[] {
  return [heading, summary, ...sections.flatMap(({ items }) => items.flatMap(textsOfItem))];
}

function textsOfItem(item: OutlineItem): string[] {
  switch (item.type) {
    case 'heading':
    case 'paragraph':
      return [item.runs.map(({ text }) => text).join('')];
    case 'list':
      return item.items.map((runs) => runs.map(({ text }) => text).join(''));
    case 'table':
      return [...item.head, ...item.rows.flat()];
  }
}
