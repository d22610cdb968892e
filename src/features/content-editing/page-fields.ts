import { uuidv7 } from 'uuidv7';
import type { ContentBlock } from '#contract/content/blocks.schema.ts';
import { audiences } from '#contract/content/content.rules.ts';
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

export const line = (name: string, label: string, max: number, hint?: string): Field => ({
  type: 'line',
  name,
  label,
  max,
  ...(hint !== undefined && { hint }),
});
export const area = (name: string, label: string, max: number): Field => ({ type: 'area', name, label, max });
export const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const audienceWords = {
  everyone: 'Everyone',
  children: 'Children',
  adults: 'Adults',
  staff: 'School staff',
} as const;
export const audience: Field = {
  type: 'choice',
  name: 'for',
  label: 'For whom',
  choices: audiences.map((value) => ({ value, label: audienceWords[value] })),
};
export const goalChoices = goalNames.map((name, place) => ({
  value: String(place + 1),
  label: `${place + 1} ${name}`,
}));
export const work: Field = {
  type: 'choice',
  name: 'work',
  label: 'What children make',
  choices: choicesOf({ book: 'A book', story: 'A story', message: 'A message' }),
};
export const texts = (fields: readonly Field[], list: Named & { one: string }, kind?: string): Field => ({
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
export const checklist = (name: string): Field =>
  texts([line('text', 'What to check', 300)], { name, label: 'Checklist', one: 'Point' }, 'point');
export const lines = (name: string, label: string, hint: string): Field => ({
  type: 'lines',
  name,
  label,
  hint,
});

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
