import { uuidv7 } from 'uuidv7';
import { audiences, type ContentKind } from '#contract/content/content.rules.ts';
import type { ContentBlock } from '#contract/content/blocks.schema.ts';
import type { Unfinished } from '#contract/content/editor.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { languageChoices } from '#src/lib/languages.ts';

export interface Choice {
  value: string;
  label: string;
}

interface Named {
  name: string;
  label: string;
  hint?: string;
}

/** One field of a form: what it is called in the draft, and how it is asked for. */
export type Field = Named &
  (
    | { type: 'line' | 'area'; max: number }
    | { type: 'number'; max: number; isOptional?: true }
    | { type: 'choice'; choices: readonly Choice[]; isNumber?: true; isOptional?: true; none?: string }
    | { type: 'choices'; choices: readonly Choice[]; isNumber?: true }
    | { type: 'day' | 'day_of_year' | 'moment' | 'flag' | 'words' | 'lines' | 'film' }
    /** Of questions: which of the answers are right. */
    | { type: 'right'; isSeveral: boolean }
    | { type: 'group'; fields: readonly Field[] }
    /** Rows of texts. */
    | { type: 'grid'; one: string; columns: (part: Unfinished) => string[] }
    | { type: 'list'; one: string; fields: (item: Unfinished) => readonly Field[]; fresh: () => Unfinished }
  );

/** An id that no other part of a page has or had: what children did is kept by it. */
export const freshId = (kind: string) => `${kind}-${uuidv7().slice(-8)}`;

const line = (name: string, label: string, max: number, hint?: string): Field => ({
  type: 'line',
  name,
  label,
  max,
  ...(hint !== undefined && { hint }),
});
const area = (name: string, label: string, max: number): Field => ({ type: 'area', name, label, max });
const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const audienceWords = {
  everyone: 'Everyone',
  children: 'Children',
  adults: 'Adults',
  staff: 'School staff',
} as const;
const audience: Field = {
  type: 'choice',
  name: 'for',
  label: 'For whom',
  choices: audiences.map((value) => ({ value, label: audienceWords[value] })),
};
const goalChoices = goalNames.map((name, place) => ({
  value: String(place + 1),
  label: `${place + 1} ${name}`,
}));
const work: Field = {
  type: 'choice',
  name: 'work',
  label: 'What children make',
  choices: choicesOf({ book: 'A book', story: 'A story', message: 'A message' }),
};
const texts = (fields: readonly Field[], list: Named & { one: string }, kind?: string): Field => ({
  ...list,
  type: 'list',
  fields: () => fields,
  fresh: () => ({
    ...(kind !== undefined && { id: freshId(kind) }),
    ...Object.fromEntries(
      fields.filter(({ type }) => type !== 'number' && type !== 'day').map(({ name }) => [name, '']),
    ),
  }),
});
const checklist = (name: string): Field =>
  texts([line('text', 'What to check', 300)], { name, label: 'Checklist', one: 'Point' }, 'point');
const lines = (name: string, label: string, hint: string): Field => ({ type: 'lines', name, label, hint });

const timeZones: Choice[] = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

const headOf: Readonly<Record<ContentKind, readonly Field[]>> = {
  page: [],
  goal: [],
  legal: [
    { type: 'day', name: 'in_force_from', label: 'In force from' },
    area('what_changed', 'What changed', 400),
  ],
  course: [
    { type: 'number', name: 'minutes', label: 'Minutes', max: 10_000 },
    line('badge', 'Badge', 60, 'What children get at the end'),
  ],
  lesson: [
    area('aim', 'Aim', 300),
    texts([line('word', 'Word', 40), line('means', 'What it means', 200)], {
      name: 'words',
      label: 'Words of this lesson',
      one: 'Word',
    }),
  ],
  hub: [line('curator', 'Chosen by', 80)],
  challenge: [
    { type: 'day_of_year', name: 'opens', label: 'Opens', hint: 'Month and day, such as 04-23' },
    { type: 'day_of_year', name: 'closes', label: 'Closes', hint: 'Leave both empty: open all year' },
    work,
    {
      type: 'group',
      name: 'preset',
      label: 'What a new work begins with',
      fields: [line('title', 'Title of the work', 120), area('prompt', 'What to write about', 600)],
    },
    checklist('checklist'),
  ],
  event: [
    { type: 'day_of_year', name: 'day', label: 'Day of each year', hint: 'Month and day, such as 04-23' },
    { type: 'moment', name: 'starts_at', label: 'Or starts once at', hint: 'On your own clock' },
    {
      type: 'choice',
      name: 'time_zone',
      label: 'Time zone of the host',
      hint: 'Readers see when it begins there, and on their own clock',
      choices: timeZones,
      isOptional: true,
      none: 'Not shown',
    },
    { type: 'number', name: 'minutes', label: 'Minutes', max: 10_000, isOptional: true },
    { type: 'flag', name: 'all_day', label: 'All day' },
    { type: 'flag', name: 'called_off', label: 'Called off' },
    { type: 'flag', name: 'online', label: 'School staff join online' },
  ],
  film: [
    { type: 'number', name: 'seconds', label: 'Seconds', max: 36_000 },
    lines('questions', 'Questions to talk about', 'One question a line'),
  ],
};

/** What is asked about a page of a kind as a whole. */
export const headFields = (kind: ContentKind): readonly Field[] => [
  line('title', 'Title', 80),
  area('summary', 'Summary', 160),
  audience,
  ...(kind === 'goal'
    ? []
    : [{ type: 'choices', name: 'goals', label: 'Goals', choices: goalChoices, isNumber: true } as const]),
  {
    type: 'choices',
    name: 'ages',
    label: 'Ages',
    hint: 'None: for all ages',
    choices: choicesOf({ '5-7': '5 to 7', '8-10': '8 to 10', '11-14': '11 to 14' }),
  },
  ...headOf[kind],
];

const questionTypes = {
  one: 'Choose one answer',
  several: 'Choose several answers',
  order: 'Put in order',
  match: 'Match pairs',
  word: 'Write a word',
} as const;
const byType: Readonly<Record<string, readonly Field[]>> = {
  one: [
    lines('answers', 'Answers', 'One answer a line'),
    { type: 'right', name: 'right', label: 'Right answer', isSeveral: false },
  ],
  several: [
    lines('answers', 'Answers', 'One answer a line'),
    { type: 'right', name: 'right', label: 'Right answers', isSeveral: true },
  ],
  order: [lines('answers', 'Answers in the right order', 'One answer a line')],
  match: [{ type: 'grid', name: 'pairs', label: 'Pairs', one: 'Pair', columns: () => ['Left', 'Right'] }],
  word: [lines('accepted', 'Accepted words', 'One word a line')],
};
const questionFields = ({ type }: Unfinished): Field[] => [
  area('ask', 'Question', 300),
  { type: 'choice', name: 'type', label: 'How it is answered', choices: choicesOf(questionTypes) },
  ...(byType[String(type)] ?? []),
  area('why', 'Why this is right', 400),
];

/**
 * What a question of another type has no place for is left out, or it could not be published. It is another question to those who answered
 * it, so its id is new.
 */
export function ofQuestionType(question: Unfinished, type: string): Unfinished {
  const { ask = '', why = '' } = question;
  const fields = (byType[type] ?? []).map(({ name, type: how }): [string, unknown] => {
    const before = question[name];
    if (name === 'right') return [name, how === 'right' && type === 'several' ? [] : 0];
    return [name, Array.isArray(before) ? before : []];
  });
  return { id: freshId('question'), ask, why, type, ...Object.fromEntries(fields) };
}

const words: Field = { type: 'words', name: 'document', label: 'Text' };
const emptyDocument = () => ({ document: { type: 'doc', content: [] } });

interface BlockKind {
  label: string;
  fields: readonly Field[];
  fresh: () => Unfinished;
}

/** Kinds of blocks in the order of the menu. */
export const blockKinds: Readonly<Record<ContentBlock['kind'], BlockKind>> = {
  text: { label: 'Text', fields: [words], fresh: emptyDocument },
  callout: { label: 'Callout', fields: [words], fresh: emptyDocument },
  steps: {
    label: 'Steps',
    fields: [
      texts(
        [
          line('title', 'Title', 120),
          area('text', 'Text', 600),
          { type: 'number', name: 'minutes', label: 'Minutes', max: 1000, isOptional: true },
        ],
        { name: 'steps', label: 'Steps', one: 'Step' },
        'step',
      ),
    ],
    fresh: () => ({ steps: [] }),
  },
  checklist: { label: 'Checklist', fields: [checklist('items')], fresh: () => ({ items: [] }) },
  quiz: {
    label: 'Quiz',
    fields: [
      {
        type: 'list',
        name: 'questions',
        label: 'Questions',
        one: 'Question',
        fields: questionFields,
        fresh: () => ofQuestionType({}, 'one'),
      },
    ],
    fresh: () => ({ questions: [] }),
  },
  facts: {
    label: 'Facts',
    fields: [
      texts(
        [
          area('text', 'Fact', 400),
          line('source', 'Source', 200),
          line('url', 'Address of the source', 400, 'Begins with https://'),
          { type: 'day', name: 'date', label: 'Day of the source' },
        ],
        { name: 'facts', label: 'Facts', one: 'Fact' },
      ),
    ],
    fresh: () => ({ facts: [] }),
  },
  quotes: {
    label: 'Quotes',
    fields: [
      texts(
        [
          area('words', 'What was said', 600),
          line('name', 'Who said it', 100),
          line('consent', 'Consent', 200, 'Who agreed, and when. Readers do not see this.'),
        ],
        { name: 'quotes', label: 'Quotes', one: 'Quote' },
      ),
    ],
    fresh: () => ({ quotes: [] }),
  },
  people: {
    label: 'People',
    fields: [
      texts([line('name', 'Name', 100), line('role', 'What they do', 200)], {
        name: 'people',
        label: 'People',
        one: 'Person',
      }),
    ],
    fresh: () => ({ people: [] }),
  },
  prompt: {
    label: 'Writing prompt',
    fields: [line('title', 'Title', 120), area('prompt', 'What to write about', 600), work],
    fresh: () => ({ title: '', prompt: '', work: 'story' }),
  },
  action: {
    label: 'Button',
    fields: [line('label', 'Words on it', 60), line('to', 'Leads to', 400, 'Such as /courses, or https://…')],
    fresh: () => ({ label: '', to: '' }),
  },
  recording: {
    label: 'Recording',
    fields: [
      line(
        'url',
        'Address of the recording',
        400,
        'Begins with https://. Children read the transcript alone.',
      ),
      { type: 'words', name: 'transcript', label: 'Transcript' },
    ],
    fresh: () => ({ url: '', transcript: emptyDocument().document }),
  },
  cards: {
    label: 'Cards of pages',
    fields: [lines('pages', 'Pages', 'One page a line, such as hub/water')],
    fresh: () => ({ pages: [] }),
  },
  table: {
    label: 'Table',
    fields: [
      lines('head', 'Columns', 'One heading a line'),
      {
        type: 'grid',
        name: 'rows',
        label: 'Rows',
        one: 'Row',
        columns: ({ head }) => (Array.isArray(head) ? head.map(String) : []),
      },
    ],
    fresh: () => ({ head: [], rows: [] }),
  },
  film: {
    label: 'Film',
    fields: [
      { type: 'film', name: 'video', label: 'Film file' },
      {
        type: 'list',
        name: 'frames',
        label: 'Or pictures with words',
        one: 'Picture',
        fields: () => [
          line('picture', 'What the drawing shows', 200),
          area('words', 'Words', 300),
          { type: 'number', name: 'seconds', label: 'Seconds', max: 120 },
        ],
        fresh: () => ({ picture: '', words: '', seconds: 5 }),
      },
    ],
    fresh: () => ({ frames: [] }),
  },
  shelf: {
    label: 'Shelf of the library',
    fields: [
      line('title', 'Title', 120),
      { type: 'choice', name: 'goal', label: 'Goal', choices: goalChoices, isNumber: true, isOptional: true },
      {
        type: 'choice',
        name: 'language',
        label: 'Language',
        choices: languageChoices('en'),
        isOptional: true,
      },
    ],
    fresh: () => ({ title: '' }),
  },
  numbers: {
    label: 'Numbers',
    fields: [
      {
        type: 'choices',
        name: 'numbers',
        label: 'What is counted',
        choices: choicesOf({
          schools: 'Schools',
          countries: 'Countries',
          works: 'Books and stories',
          causes: 'Causes',
          kind_words: 'Kind words',
        }),
      },
    ],
    fresh: () => ({ numbers: ['schools'] }),
  },
  form: {
    label: 'Form',
    fields: [
      {
        type: 'choice',
        name: 'form',
        label: 'Which form',
        choices: choicesOf({
          contact: 'Contact',
          'report-a-problem': 'Report a problem',
          'request-a-tour': 'Request a tour',
          'bulk-enrolment': 'Bulk enrolment',
        }),
      },
    ],
    fresh: () => ({ form: 'contact' }),
  },
};

/** Null for what this version of the app does not know: it is kept as it is. */
export const blockKindOf = (block: Unfinished): BlockKind | null =>
  Object.hasOwn(blockKinds, String(block.kind)) ? blockKinds[block.kind as ContentBlock['kind']] : null;

export const blockFields = ({ fields }: BlockKind): readonly Field[] => [...fields, audience];
