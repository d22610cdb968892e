import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { madeText } from '../kit/text.ts';
import { Goal, GoalInQuery, Language } from '../works/works.schema.ts';

/** A year as an address says it. */
export const EditionYear = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.number(),
  v.integer('This is not a year'),
  v.minValue(2020, 'There was no edition so early'),
  v.maxValue(2200, 'There is no edition so late'),
);

export const DearWorldQuery = v.object({
  /** Left out: the latest edition. */
  year: v.optional(EditionYear),
  goal: v.optional(GoalInQuery),
  /** This message alone, whichever edition it is in. */
  message: v.optional(Id),
  /** From `next` of the page before. */
  after: v.optional(madeText(2000, 'after')),
});
export type DearWorldQuery = v.InferOutput<typeof DearWorldQuery>;

const Drawing = v.object({
  /** Where it is fetched. */
  url: v.string(),
  width: v.number(),
  height: v.number(),
  /** What it shows. */
  alt: v.string(),
});

/** A message as a stranger sees it at its school now: nothing else of the child and nothing of the school but its country. */
export const Message = v.object({
  id: Id,
  words: v.string(),
  language: Language,
  /** A pen name, or a first name. */
  byline: v.string(),
  /** ISO 3166-1 alpha-2; null: the school gives none. */
  country: v.nullable(v.string()),
  goal: Goal,
  /** Null: strangers may not see it. */
  drawing: v.nullable(Drawing),
});
export type Message = v.InferOutput<typeof Message>;

export const DearWorld = v.object({
  /** Years of editions that have messages, the latest first. */
  years: v.array(v.number()),
  /** The edition that was asked for; null: there is none yet. */
  year: v.nullable(v.number()),
  results: v.array(Message),
  /** The query for the messages after these, which may be few; null: these are the last. */
  next: v.nullable(v.string()),
});
export type DearWorld = v.InferOutput<typeof DearWorld>;
