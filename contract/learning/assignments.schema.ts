import * as v from 'valibot';
import { ContentKind, Slug } from '../content/content.schema.ts';
import { Day, typedDay } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';

export const Assign = v.object({
  /** False: it is taken back. */
  is_set: v.boolean(),
  /** The last day for it; left out or null: no day. */
  due: v.optional(v.nullable(typedDay('Please choose a day')), null),
});

/** A page as it is named to those who learn from it. */
const NamedPage = {
  id: Id,
  kind: ContentKind,
  slug: Slug,
  /** The slug of a lesson's course. */
  parent: v.nullable(Slug),
  title: v.string(),
} as const;

/** What is set for the classes of a child; each page once, with the first of its days. */
export const AssignedPages = v.object({
  results: v.array(
    v.object({
      ...NamedPage,
      due: v.nullable(Day),
      /** A course's, in order; of a lesson itself. */
      lessons: v.array(v.object({ id: Id })),
    }),
  ),
});

export const HelpNeed = v.picklist(['behind', 'not_begun']);
export type HelpNeed = v.InferOutput<typeof HelpNeed>;

/** How far somebody is with a work for a challenge. */
export const EntryState = v.picklist(['begun', 'given_back', 'handed_in', 'approved']);
export type EntryState = v.InferOutput<typeof EntryState>;

/** How far a child is in a course, or with a challenge. */
const Learner = v.object({
  /** The child's. */
  id: Id,
  first_name: v.string(),
  last_name: v.string(),
  /** Ids of lessons. */
  finished: v.array(Id),
  /** When something was last done; null where nothing was. */
  last_done_at: v.nullable(Instant),
  help: v.nullable(HelpNeed),
  /** Of a challenge: the work that got furthest; null where none was begun, and of a course. */
  entry: v.optional(v.nullable(EntryState), null),
});
export type Learner = v.InferOutput<typeof Learner>;

/** The children of a class in the order of its list, and how far each is. */
export const ClassProgress = v.object({
  ...pageOf(v.array(Learner)).entries,
  page: v.object(NamedPage),
  /** Whether it is set for the class, and by when. */
  is_set: v.boolean(),
  due: v.nullable(Day),
  lessons: v.array(v.object({ id: Id, title: v.string() })),
});
export type ClassProgress = v.InferOutput<typeof ClassProgress>;
