import * as v from 'valibot';
import { ContentCard } from '../content/content.schema.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { Role } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { Category } from './categories.schema.ts';
import { Reaction } from './reactions.schema.ts';
import { WorkCard } from './works.schema.ts';

/** One shelf: a category with the newest of what is in it. */
const Shelf = v.object({
  category: Category,
  works: v.array(WorkCard),
});

/** What the library shows where nothing is asked of it. */
export const Shelves = v.object({
  /** Works that one may see. */
  count: v.number(),
  newest: v.array(WorkCard),
  /** Those that the staff put first, the latest choice first. */
  featured: v.array(WorkCard),
  /** One for each category that is not empty, by name. */
  shelves: v.array(Shelf),
  /** In which they are written, for whoever chooses one. */
  languages: v.array(v.string()),
  /** Those of the reader in which something was made that stands here, by name: for a student the own one, none for visitors. */
  classes: v.array(v.object({ id: Id, name: v.string() })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

export const ShelfQuery = v.object({
  /** Works of one shelf at most. */
  limit: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer('limit must be a whole number'),
      v.minValue(1, 'limit must be at least 1'),
      v.maxValue(limits.worksPerShelf, `limit must be at most ${limits.worksPerShelf}`),
    ),
    limits.worksPerShelf,
  ),
  /** The id of a mode: works of it, and of none. */
  mode: v.optional(Id),
});
export type ShelfQuery = v.InferOutput<typeof ShelfQuery>;

export const CombinedQuery = v.object({
  /** Nothing is found by nothing. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  /** Results of each group at most. */
  limit: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer('limit must be a whole number'),
      v.minValue(1, 'limit must be at least 1'),
      v.maxValue(limits.combinedPerGroup, `limit must be at most ${limits.combinedPerGroup}`),
    ),
    5,
  ),
});
export type CombinedQuery = v.InferOutput<typeof CombinedQuery>;

/** A cause in a search. */
const FoundCause = v.object({ id: Id, name: v.string(), slug: v.string() });

/** Somebody in a search: a child whom whoever asks looks after. */
export const FoundPerson = v.object({
  id: Id,
  first_name: v.string(),
  last_name: v.string(),
  role: Role,
  /** In which whoever asks finds the child; null for one in no class. */
  school_class: v.nullable(v.object({ id: Id, name: v.string() })),
});
export type FoundPerson = v.InferOutput<typeof FoundPerson>;

/** What adults of the place share, in a search. */
const FoundResource = v.object({ id: Id, title: v.string() });
export type FoundResource = v.InferOutput<typeof FoundResource>;

function group<const Each extends v.GenericSchema>(each: Each) {
  return v.object({
    /** How many were found in all. */
    count: v.number(),
    /** The first of them, the best first. */
    results: v.array(each),
  });
}

/** What a search finds everywhere at once (specification, section 7, which does not show the shape). */
export const Combined = v.object({
  books: group(WorkCard),
  stories: group(WorkCard),
  causes: group(FoundCause),
  people: group(FoundPerson),
  resources: group(FoundResource),
  /** Left out of an answer that a device kept before there were any. */
  pages: v.optional(group(ContentCard), { count: 0, results: [] }),
});
export type Combined = v.InferOutput<typeof Combined>;

/** How many works there are in each state. */
const States = v.object({
  all: v.number(),
  draft: v.number(),
  submitted: v.number(),
  returned: v.number(),
  approved: v.number(),
  published: v.number(),
  withdrawn: v.number(),
});
export type WorkStats = v.InferOutput<typeof States>;

export const BookStats = v.object({
  book_stats: v.object({
    /** Published books that whoever asks may see, and how many of them the staff put first. */
    all_book: v.number(),
    featured_book: v.number(),
  }),
});
export const TeacherBookStats = v.object({ book_stats: States });
export const TeacherStoryStats = v.object({ blog_stats: States });

export const ReactionQuery = v.object({
  /** To what whoever asks has made; left out, to all that they may see. */
  author: v.optional(v.literal('me')),
});

export type ReactionQuery = v.InferOutput<typeof ReactionQuery>;

export const ReactionStats = v.object({
  /** Each of them, also where nobody has used it. */
  results: v.array(v.object({ reaction: Reaction, count: v.number() })),
});

export const ReactionContributions = v.object({
  /** By how many reactions the works of a category got, the most first; archived categories are left out. */
  categories: v.array(v.object({ id: Id, name: v.string(), reactions: v.number() })),
});

export const ImpactCount = v.object({
  /** Copies bought and gifts made for causes. */
  total_impacts: v.number(),
});
