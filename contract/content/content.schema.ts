import * as v from 'valibot';
import { Day } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { Goal, Language } from '../works/works.schema.ts';
import { audiences, contentKinds } from './content.rules.ts';
import { plain } from './words.schema.ts';

export const ContentKind = v.picklist(contentKinds);

/** Small letters, digits and hyphens; of a goal its number. */
export const Slug = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u));

const AgeGroup = v.picklist(['5-7', '8-10', '11-14']);

export const Audience = v.picklist(audiences);

/** A kind of work that a page asks for. */
export const ContentWork = v.picklist(['book', 'story', 'message']);

/** A day of each year: `04-23`. */
const DayOfYear = v.pipe(v.string(), v.regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u));
const Place = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
const Minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000));
/** `Europe/Berlin`. Whether there is one of that name is asked when the page is published: tablets do not know all of them. */
const ZoneName = v.pipe(v.string(), v.maxLength(60), v.regex(/^[A-Za-z0-9_+/-]+$/u));

export const ChecklistItem = v.strictObject({ id: Slug, text: plain(300) });

const common = {
  title: plain(80),
  /** Plain text for lists, search engines and sharing cards. */
  summary: plain(160),
  for: v.optional(Audience, 'everyone'),
  goals: v.optional(v.pipe(v.array(Goal), v.maxLength(17)), []),
  /** Empty: for all ages. */
  ages: v.optional(v.array(AgeGroup), []),
} as const;

/** What a version says of its page, by kind. */
export const ContentHead = v.variant('kind', [
  v.strictObject({ kind: v.literal('page'), ...common }),
  v.strictObject({
    kind: v.literal('legal'),
    ...common,
    in_force_from: Day,
    what_changed: plain(400),
  }),
  v.strictObject({ kind: v.literal('course'), ...common, minutes: Minutes, badge: plain(60) }),
  v.strictObject({
    kind: v.literal('lesson'),
    ...common,
    aim: plain(300),
    words: v.pipe(v.array(v.strictObject({ word: plain(40), means: plain(200) })), v.maxLength(12)),
  }),
  v.strictObject({ kind: v.literal('hub'), ...common, curator: plain(80) }),
  v.strictObject({
    kind: v.literal('challenge'),
    ...common,
    /** Both left out: open all year. */
    opens: v.optional(DayOfYear),
    closes: v.optional(DayOfYear),
    work: ContentWork,
    preset: v.strictObject({ title: plain(120), prompt: plain(600) }),
    checklist: v.array(ChecklistItem),
  }),
  v.strictObject({
    kind: v.literal('event'),
    ...common,
    /** Of each year; a lesson has `starts_at` instead. */
    day: v.optional(DayOfYear),
    starts_at: v.optional(Instant),
    /** In which its host lives. */
    time_zone: v.optional(ZoneName),
    /** Left out of an event that lasts all day. */
    minutes: v.optional(Minutes),
    all_day: v.optional(v.boolean(), false),
    /** It does not happen; its page says so, and calendars take it out. */
    called_off: v.optional(v.boolean(), false),
    /** The staff of schools join by a link, which is no part of the page. */
    online: v.optional(v.boolean(), false),
  }),
  v.strictObject({ kind: v.literal('goal'), ...common, number: Goal }),
  v.strictObject({
    kind: v.literal('film'),
    ...common,
    seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(36_000)),
    questions: v.pipe(v.array(plain(300)), v.maxLength(10)),
  }),
]);
export type ContentHead = v.InferOutput<typeof ContentHead>;

/** A page in a list. What only some kinds have is left out of the others. */
export const ContentCard = v.object({
  id: Id,
  kind: ContentKind,
  slug: Slug,
  /** The slug of a lesson's course; null for all else. */
  parent: v.nullable(Slug),
  /** Order among the lessons of a course. */
  place: v.nullable(Place),
  /** In which it is written, which may be another one than was asked for. */
  language: Language,
  title: v.string(),
  summary: v.string(),
  for: Audience,
  /** Sustainable development goals, by number. */
  goals: v.array(Goal),
  ages: v.array(AgeGroup),
  minutes: v.optional(Minutes),
  badge: v.optional(v.string()),
  curator: v.optional(v.string()),
  opens: v.optional(DayOfYear),
  closes: v.optional(DayOfYear),
  work: v.optional(ContentWork),
  day: v.optional(DayOfYear),
  starts_at: v.optional(Instant),
  all_day: v.optional(v.boolean()),
  /** Of an event that does not happen; left out of all others. */
  called_off: v.optional(v.literal(true)),
  /** Of an event that the staff join by a link; left out of all others. */
  online: v.optional(v.literal(true)),
  number: v.optional(Goal),
  seconds: v.optional(v.number()),
});
export type ContentCard = v.InferOutput<typeof ContentCard>;

export const ContentQuery = v.object({
  ...pageQuery({ maximum: 200, usual: 100 }).entries,
  kind: v.optional(ContentKind),
  goal: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer('goal must be a whole number'),
      v.minValue(1, 'goal must be at least 1'),
      v.maxValue(17, 'goal must be at most 17'),
    ),
  ),
  /** Pages for this age, and those for all. */
  age: v.optional(AgeGroup),
  language: v.optional(Language),
  /** Words of the title, the summary or the text. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
});
export type ContentQuery = v.InferOutput<typeof ContentQuery>;

/** Ordered by kind as in `contentKinds`, then by place, number, day and title. */
export const ContentList = pageOf(v.array(ContentCard));
export type ContentList = v.InferOutput<typeof ContentList>;
