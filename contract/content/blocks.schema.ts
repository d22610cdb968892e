import * as v from 'valibot';
import { typedDay } from '../kit/day.ts';
import { Id } from '../kit/id.ts';
import { Goal, Language } from '../works/works.schema.ts';
import { Audience, ChecklistItem, ContentCard, ContentKind, ContentWork, Slug } from './content.schema.ts';
import { LinkTarget, plain, WordsDocument } from './words.schema.ts';

/*
 * What a page is made of. The form is closed. Each block has an id that is unique in its page and stays the same from version to
 * version, and says for whom it is.
 */

const base = { id: Slug, for: v.optional(Audience, 'everyone') } as const;

const few = <const S extends v.GenericSchema>(item: S, maximum = 50) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(maximum));

const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20));
const question = { id: Slug, ask: plain(300), why: plain(400) } as const;
const answers = v.pipe(v.array(plain(200)), v.minLength(2), v.maxLength(8));

const QuizQuestion = v.variant('type', [
  /** `right`: place in `answers`, from 0. */
  v.strictObject({ ...question, type: v.literal('one'), answers, right: index }),
  v.strictObject({ ...question, type: v.literal('several'), answers, right: few(index, 8) }),
  /** The answers stand in the right order. */
  v.strictObject({ ...question, type: v.literal('order'), answers }),
  v.strictObject({
    ...question,
    type: v.literal('match'),
    pairs: v.pipe(v.array(v.tuple([plain(200), plain(200)])), v.minLength(2), v.maxLength(8)),
  }),
  /** Any of the accepted words, in capital or small letters. */
  v.strictObject({ ...question, type: v.literal('word'), accepted: few(plain(60), 20) }),
]);
export type QuizQuestion = v.InferOutput<typeof QuizQuestion>;

/** What a page can count: each from the rows of all schools. */
const Counted = v.picklist(['schools', 'countries', 'works', 'causes', 'kind_words']);
export type Counted = v.InferOutput<typeof Counted>;

/** A page named as `kind/slug`. */
const PageName = v.pipe(
  v.string(),
  v.check((name) => {
    const [kind, slug, ...rest] = name.split('/');
    return rest.length === 0 && v.is(ContentKind, kind) && v.is(Slug, slug);
  }, 'A page is named as kind/slug'),
);

const Text = v.strictObject({ ...base, kind: v.literal('text'), document: WordsDocument });
const Callout = v.strictObject({ ...base, kind: v.literal('callout'), document: WordsDocument });
const Steps = v.strictObject({
  ...base,
  kind: v.literal('steps'),
  steps: few(
    v.strictObject({
      id: Slug,
      title: plain(120),
      text: plain(600),
      minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
    }),
  ),
});
const Checklist = v.strictObject({ ...base, kind: v.literal('checklist'), items: few(ChecklistItem) });
const Quiz = v.strictObject({ ...base, kind: v.literal('quiz'), questions: few(QuizQuestion, 20) });
const Prompt = v.strictObject({
  ...base,
  kind: v.literal('prompt'),
  title: plain(120),
  prompt: plain(600),
  work: ContentWork,
});
const Cards = v.strictObject({ ...base, kind: v.literal('cards'), pages: few(PageName) });
const Shelf = v.strictObject({
  ...base,
  kind: v.literal('shelf'),
  title: plain(120),
  goal: v.optional(Goal),
  language: v.optional(Language),
});
const Frame = v.strictObject({
  /** What the drawing shows. */
  picture: plain(200),
  words: plain(300),
  seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(120)),
});
/** Of a picture film; none where the block has a file. */
const frames = v.optional(v.pipe(v.array(Frame), v.maxLength(50)), []);
const film = { ...base, kind: v.literal('film'), frames } as const;
const Film = v.strictObject({
  ...film,
  video: v.optional(
    v.strictObject({
      /** An MP4 that was sent for this page. */
      film: Id,
      /** WebVTT, in the language of the page. */
      captions: v.pipe(
        v.string(),
        v.minLength(1, 'A film needs captions: what is said and heard in it'),
        v.maxLength(60_000, 'These captions are too long'),
        v.check(
          (text) => text.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(text),
          'These captions have a character that cannot be stored',
        ),
      ),
    }),
  ),
});
const ShownVideo = v.object({
  /** Null where the film cannot be watched: it was taken down, or the page is a draft. */
  address: v.nullable(v.string()),
  /** Paragraphs of its captions. */
  transcript: v.array(v.string()),
  language: Language,
});
export type ShownVideo = v.InferOutput<typeof ShownVideo>;
const Facts = v.strictObject({
  ...base,
  kind: v.literal('facts'),
  facts: few(
    v.strictObject({
      text: plain(400),
      source: plain(200),
      url: v.pipe(LinkTarget, v.startsWith('https://')),
      date: typedDay('A fact needs the day of its source'),
    }),
  ),
});
/** Empty until they are entered: nothing about people is made up. */
const People = v.strictObject({
  ...base,
  kind: v.literal('people'),
  people: v.pipe(v.array(v.strictObject({ name: plain(100), role: plain(200) })), v.maxLength(100)),
});
const Quotes = v.strictObject({
  ...base,
  kind: v.literal('quotes'),
  quotes: v.pipe(
    v.array(v.strictObject({ words: plain(600), name: plain(100), consent: plain(200) })),
    v.maxLength(100),
  ),
});
const Numbers = v.strictObject({ ...base, kind: v.literal('numbers'), numbers: few(Counted, 10) });
const Table = v.strictObject({
  ...base,
  kind: v.literal('table'),
  head: few(plain(100), 8),
  rows: few(few(plain(600), 8), 100),
});
const Form = v.strictObject({
  ...base,
  kind: v.literal('form'),
  form: v.picklist(['contact', 'report-a-problem', 'request-a-tour', 'bulk-enrolment']),
});
const Action = v.strictObject({ ...base, kind: v.literal('action'), label: plain(60), to: LinkTarget });

const recording = { ...base, kind: v.literal('recording'), transcript: WordsDocument } as const;
const recordingUrl = v.pipe(LinkTarget, v.startsWith('https://'));
/** Of an event that is over. */
const Recording = v.strictObject({ ...recording, url: recordingUrl });

/** Blocks that are shown as they are kept. */
const plainBlocks = [
  Text,
  Callout,
  Steps,
  Checklist,
  Quiz,
  Prompt,
  Shelf,
  Facts,
  People,
  Table,
  Form,
  Action,
] as const;

const kept = v.variant('kind', [...plainBlocks, Film, Quotes, Cards, Numbers, Recording]);
export type ContentBlock = v.InferOutput<typeof kept>;
/** A block as it is kept in a version. Its type is named: the compiler gives up on that of the whole schema. */
export const ContentBlock: v.GenericSchema<v.InferInput<typeof kept>, ContentBlock> = kept;

const shown = v.variant('kind', [
  ...plainBlocks,
  v.object({
    ...base,
    kind: v.literal('quotes'),
    quotes: v.array(v.object({ words: v.string(), name: v.string() })),
  }),
  /** Those that the reader may see, in their order. */
  v.object({ ...base, kind: v.literal('cards'), cards: v.array(ContentCard) }),
  v.object({
    ...base,
    kind: v.literal('numbers'),
    /** `value` is null below 5, which is shown as "a few". */
    values: v.array(v.object({ name: Counted, value: v.nullable(v.number()) })),
  }),
  v.object({ ...film, video: v.optional(ShownVideo) }),
  /** Children get the transcript alone. */
  v.object({ ...recording, url: v.optional(recordingUrl) }),
]);
export type ShownBlock = v.InferOutput<typeof shown>;
/** A block as it is shown: with the cards that it names, and what it counts. */
export const ShownBlock: v.GenericSchema<v.InferInput<typeof shown>, ShownBlock> = shown;
