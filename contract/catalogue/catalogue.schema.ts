import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { pageOf, PageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { Language, Level, Visibility, WorkKind, WorkState } from '../works/works.schema.ts';
import { StoryWithdrawal } from '../writing/reviews.schema.ts';

/** How far a work of the catalogue has got; what its author put away is in none. */
export const listedStates = [
  'draft',
  'submitted',
  'returned',
  'approved',
  'published',
  'withdrawn',
  'taken_down',
] as const;
export const ListedState = v.picklist(listedStates);
export type ListedState = v.InferOutput<typeof ListedState>;

const sortKeys = ['title', 'author', 'school_class', 'state', 'updated_at'] as const;
export type CatalogueSortKey = (typeof sortKeys)[number];
/** `-` before it: descending. */
export const catalogueSorts = [...sortKeys, ...sortKeys.map((key) => `-${key}` as const)] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];

/** Works that stand on no shelf, in the place of a category. */
export const noShelf = 'none';

const Search = v.optional(line({ maximum: 100, label: 'search' }), '');

export const CatalogueQuery = v.object({
  ...PageQuery.entries,
  kind: WorkKind,
  /** Words of the title, of the pen name, or of the author's name. */
  search: Search,
  state: v.optional(ListedState),
  /** Who may see it once it is published. */
  audience: v.optional(Visibility),
  /** The class that it was made in. */
  school_class: v.optional(Id),
  /** The shelf that it stands on, or none. */
  category: v.optional(v.union([v.literal(noShelf), Id])),
  sort: v.optional(v.picklist(catalogueSorts), '-updated_at'),
});
export type CatalogueQuery = v.InferOutput<typeof CatalogueQuery>;

/** A work as the staff list it who look after its author. */
export const CatalogueWork = v.object({
  id: Id,
  kind: WorkKind,
  title: v.string(),
  /** Its address: `/library/<slug>`. */
  slug: v.string(),
  /** As everybody is told who wrote it. */
  byline: v.string(),
  /** Null for what is of nobody here. */
  author: v.nullable(v.object({ id: Id, first_name: v.string(), last_name: v.string() })),
  /** The class it was made in. */
  school_class: v.nullable(v.object({ id: Id, name: v.string() })),
  state: WorkState,
  is_taken_down: v.boolean(),
  /** What its author wishes; `audience` is the least of it, the author's privacy and a guardian's word. */
  visibility: Visibility,
  audience: Visibility,
  /** False for what nobody hands in, such as a tale that came with the library: it is not reviewed. */
  is_reviewed: v.boolean(),
  is_featured: v.boolean(),
  /** Ids of the shelves that it stands on, by name. */
  categories: v.array(Id),
  /** Pages of a book, chapters of a story. */
  parts: v.number(),
  /** How many kind words were said of it. */
  reactions: v.number(),
  published_at: v.nullable(Instant),
  updated_at: Instant,
});
export type CatalogueWork = v.InferOutput<typeof CatalogueWork>;

export const CataloguePage = v.object({
  ...pageOf(v.array(CatalogueWork)).entries,
  /** How many there are in each state, by the other filters. */
  states: v.object({
    draft: v.number(),
    submitted: v.number(),
    returned: v.number(),
    approved: v.number(),
    published: v.number(),
    withdrawn: v.number(),
    taken_down: v.number(),
  }),
});
export type CataloguePage = v.InferOutput<typeof CataloguePage>;

const ids = v.pipe(
  v.array(Id),
  v.minLength(1, 'Please choose at least one'),
  v.maxLength(limits.worksPerCall, `Please choose ${limits.worksPerCall} at most`),
  v.transform((each) => [...new Set(each)].toSorted()),
);

const shelves = v.optional(v.pipe(v.array(Id), v.maxLength(limits.shelvesPerCall)), []);

export const WorksForm = v.object({ ids });
export const WithdrawalForm = v.object({ ids, ...StoryWithdrawal.entries });
/** Put on these shelves, and taken from those; a shelf that is in both is put on. */
export const ShelvesForm = v.object({ ids, add: shelves, remove: shelves });
export const FeatureForm = v.object({ ids, is_featured: v.boolean() });

/** Whom it was done to. */
export const WorksChanged = v.object({ ids: v.array(Id) });

export const SchoolWorkQuery = v.object({
  ...PageQuery.entries,
  kind: WorkKind,
  search: Search,
  /** Of one school alone. */
  school: v.optional(Id),
  sort: v.optional(v.picklist(['newest', 'title']), 'newest'),
});
export type SchoolWorkQuery = v.InferOutput<typeof SchoolWorkQuery>;

/** A work of a school that belongs to an organization, as everybody sees it. */
export const SchoolWork = v.object({
  id: Id,
  kind: WorkKind,
  title: v.string(),
  slug: v.string(),
  byline: v.string(),
  language: Language,
  level: v.nullable(Level),
  parts: v.number(),
  published_at: v.nullable(Instant),
  school: v.object({
    id: Id,
    school_name: v.string(),
    /** Without a port; null for one that has no address. */ host: v.nullable(v.string()),
  }),
});
export type SchoolWork = v.InferOutput<typeof SchoolWork>;

export const SchoolWorksPage = v.object({
  ...pageOf(v.array(SchoolWork)).entries,
  /** All schools of the organization by name, and how many works each has by the search. */
  schools: v.array(v.object({ id: Id, school_name: v.string(), works: v.number() })),
});
export type SchoolWorksPage = v.InferOutput<typeof SchoolWorksPage>;
