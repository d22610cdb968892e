import fc from 'fast-check';
import * as v from 'valibot';
import { ContentPage } from '#contract/content/content-page.schema.ts';
import { contentKinds } from '#contract/content/content.rules.ts';

/*
 * Pages with every kind of block and head, drawn at random: more than the texts that come with the program, because an editor may
 * write all of it.
 */

/** Words with signs that mean something in HTML, and with letters of other scripts. */
const words = fc
  .array(fc.constantFrom('water', 'a < b', '“Ada”', '&amp;', "it's", '</li>', 'وقت', 'čaj', '$&', '7'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));
const id = fc.uuid();
const few = <Value>(value: fc.Arbitrary<Value>, minLength = 1) =>
  fc.array(value, { minLength, maxLength: 3 });
const target = fc.constantFrom('/library', '/sdgs/6', 'https://example.org/a?b=c&d');
const goal = fc.integer({ min: 1, max: 17 });
const day = fc.constantFrom('2015-09-25', '2026-11-27');
const dayOfYear = fc.constantFrom('02-29', '11-20');
const audience = fc.constantFrom('everyone', 'children', 'adults', 'staff');
const work = fc.constantFrom('book', 'story', 'message');

const mark = fc.oneof(
  fc.constantFrom({ type: 'bold' }, { type: 'italic' }),
  target.map((href) => ({ type: 'link', attrs: { href } })),
);
const run = fc.record({
  type: fc.constant('text'),
  text: words,
  marks: fc.uniqueArray(mark, { maxLength: 2, selector: ({ type }) => type }),
});
const paragraph = fc.record({ type: fc.constant('paragraph'), content: few(run) });
const node = fc.oneof(
  paragraph,
  fc.record({
    type: fc.constant('heading'),
    attrs: fc.record({ level: fc.constantFrom(2, 3) }),
    content: few(run),
  }),
  fc.record({
    type: fc.constantFrom('bulletList', 'orderedList'),
    content: few(fc.record({ type: fc.constant('listItem'), content: few(paragraph) })),
  }),
);
const document = fc.record({ type: fc.constant('doc'), content: few(node) });

const asked = { id: fc.uuid(), ask: words, why: words };
const answers = fc.uniqueArray(words, { minLength: 2, maxLength: 4 });
const question = fc.oneof(
  fc.record({ ...asked, type: fc.constant('one'), answers, right: fc.constant(0) }),
  fc.record({ ...asked, type: fc.constant('several'), answers, right: fc.constant([0, 1]) }),
  fc.record({ ...asked, type: fc.constant('order'), answers }),
  fc.record({
    ...asked,
    type: fc.constant('match'),
    pairs: fc.uniqueArray(words, { minLength: 4, maxLength: 4 }).map(([one, two, three, four]) => [
      [one, two],
      [three, four],
    ]),
  }),
  fc.record({ ...asked, type: fc.constant('word'), accepted: few(words) }),
);

const card = fc.record(
  {
    id,
    kind: fc.constantFrom(...contentKinds),
    slug: fc.uuid(),
    parent: fc.constant(null),
    place: fc.constant(null),
    language: fc.constant('en'),
    title: words,
    summary: words,
    for: audience,
    goals: fc.constant([]),
    ages: fc.constantFrom([], ['5-7']),
    day: dayOfYear,
    minutes: fc.integer({ min: 1, max: 90 }),
  },
  {
    requiredKeys: [
      'id',
      'kind',
      'slug',
      'parent',
      'place',
      'language',
      'title',
      'summary',
      'for',
      'goals',
      'ages',
    ],
  },
);

const parts = {
  text: { document },
  callout: { document },
  steps: {
    steps: few(
      fc.record(
        { id, title: words, text: words, minutes: fc.integer({ min: 1, max: 9 }) },
        { requiredKeys: ['id', 'title', 'text'] },
      ),
    ),
  },
  checklist: { items: few(fc.record({ id, text: words })) },
  quiz: { questions: few(question) },
  prompt: { title: words, prompt: words, work },
  cards: { cards: few(card, 0) },
  shelf: { title: words, goal },
  film: { frames: few(fc.record({ picture: words, words, seconds: fc.integer({ min: 1, max: 9 }) })) },
  facts: {
    facts: few(
      fc.record({ text: words, source: words, url: fc.constant('https://example.org/a'), date: day }),
    ),
  },
  people: { people: few(fc.record({ name: words, role: words }), 0) },
  quotes: { quotes: few(fc.record({ words, name: words }), 0) },
  numbers: {
    values: few(
      fc.record({
        name: fc.constantFrom('schools', 'countries', 'works', 'causes', 'kind_words'),
        value: fc.option(fc.integer({ min: 1, max: 99_999 })),
      }),
    ),
  },
  table: { head: few(words), rows: few(few(words)) },
  form: { form: fc.constantFrom('contact', 'report-a-problem', 'request-a-tour', 'bulk-enrolment') },
  action: { label: words, to: target },
  recording: { url: fc.constant('https://example.org/a'), transcript: document },
} as const;

/** Names of all kinds of blocks. */
export const generatedKinds = Object.keys(parts);

const block = fc.oneof(
  ...Object.entries(parts).map(([kind, fields]) =>
    fc.record({
      id: fc.uuid(),
      kind: fc.constant(kind),
      ...(fields as Record<string, fc.Arbitrary<unknown>>),
    }),
  ),
);

const common = { title: words, summary: words };
const item = fc.record({ id: fc.uuid(), text: words });
const head = fc.oneof(
  fc.record({ kind: fc.constant('page'), ...common }),
  fc.record({ kind: fc.constant('legal'), ...common, in_force_from: day, what_changed: words }),
  fc.record({ kind: fc.constant('course'), ...common, minutes: fc.constantFrom(1, 240), badge: words }),
  fc.record({
    kind: fc.constant('lesson'),
    ...common,
    aim: words,
    words: few(fc.record({ word: words, means: words }), 0),
  }),
  fc.record({ kind: fc.constant('hub'), ...common, curator: words }),
  fc.record(
    {
      kind: fc.constant('challenge'),
      ...common,
      opens: dayOfYear,
      closes: dayOfYear,
      work,
      preset: fc.record({ title: words, prompt: words }),
      checklist: few(item, 0),
    },
    { requiredKeys: ['kind', 'title', 'summary', 'work', 'preset', 'checklist'] },
  ),
  fc.record(
    {
      kind: fc.constant('event'),
      ...common,
      day: dayOfYear,
      starts_at: fc.constantFrom('2027-03-28T00:30:00.000Z', '2026-11-27T09:00:00.000Z'),
      time_zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Not/A_Zone'),
      online: fc.boolean(),
    },
    { requiredKeys: ['kind', 'title', 'summary'] },
  ),
  fc.record({ kind: fc.constant('goal'), ...common, number: goal }),
  fc.record({
    kind: fc.constant('film'),
    ...common,
    seconds: fc.constant(20),
    questions: few(words, 0),
  }),
);

/** A page as somebody reads it, without lessons or neighbours. */
export const generatedPage: fc.Arbitrary<ContentPage> = fc
  .record({ head, blocks: fc.array(block, { minLength: 1, maxLength: 8 }), id: fc.uuid() })
  .map(({ head: made, blocks, id: page }) => {
    const { kind, title, summary } = made;
    return v.parse(ContentPage, {
      card: {
        id: page,
        kind,
        slug: 'generated',
        parent: null,
        place: null,
        language: 'en',
        title,
        summary,
        for: 'everyone',
        goals: [],
        ages: [],
      },
      head: made,
      blocks,
      n: 1,
      languages: ['en'],
      live_from: '2026-11-01T00:00:00.000Z',
      next_change_at: null,
      parent: null,
      children: [],
      siblings: [],
    });
  });
