import * as v from 'valibot';
import { fileField } from '../kit/files.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { line, lines } from '../kit/text.ts';
import { offerLimits } from '../offers/offers.schema.ts';
import { pictureTypes } from '../works/picture-limits.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { Goal, Language, Level } from '../works/works.schema.ts';
import { categoriesPerStory } from '../writing/writing.schema.ts';

/** Characters of where a book is from, its terms and its credit. */
const saidOfIt = 300;

/** What is said of a book of nobody here. */
const fields = {
  title: line({ required: 'Please enter a title', maximum: limits.storyTitleLength, label: 'Title' }),
  byline: line({ maximum: limits.nameLength, label: 'By' }),
  blurb: lines(limits.blurbLength, 'What it is about'),
  language: Language,
  level: v.nullable(Level),
  sdgs: v.pipe(
    v.array(Goal),
    v.maxLength(17),
    v.transform((goals) => [...new Set(goals)].toSorted((one, other) => one - other)),
  ),
  /** Ids of the shelves on which it stands. */
  categories: v.pipe(
    v.array(Id),
    v.maxLength(categoriesPerStory, `Please choose ${categoriesPerStory} shelves at most`),
    v.transform((ids) => [...new Set(ids)]),
  ),
  /** Null: it stands in all modes. */
  mode: v.nullable(Id),
  source: line({ required: 'Please say where it is from', maximum: saidOfIt, label: 'Source' }),
  licence: line({
    required: 'Please say on what terms it may be shown',
    maximum: saidOfIt,
    label: 'Licence',
  }),
  credit: line({ required: 'Please say whose it is', maximum: saidOfIt, label: 'Credit' }),
};

export const OwnWorkForm = v.object(fields);
export type OwnWorkForm = v.InferOutput<typeof OwnWorkForm>;

/** In their order, each once. The first is the cover. */
const Pages = v.pipe(
  v.array(v.object({ sha256: Sha256, alt: line({ maximum: offerLimits.alt, label: 'What it shows' }) })),
  v.minLength(1, 'Please add a page'),
  v.maxLength(offerLimits.pages),
  v.check(
    (pages) => new Set(pages.map(({ sha256 }) => sha256)).size === pages.length,
    'The same page is there twice',
  ),
);

export const OwnWorkPage = v.object({
  picture: fileField({
    types: pictureTypes,
    wrongType: 'Please choose a JPEG or PNG picture.',
    maximum: offerLimits.pageBytes,
    tooLarge: 'This page is too large.',
  }),
});

export const NewOwnWork = v.object({ id: Id, ...fields, pages: Pages });
export const OwnWorkChange = v.object({
  /** As it was seen: with another one it is refused. */
  revision: v.number(),
  ...fields,
  /** Left out: they stay as they are. */
  pages: v.optional(Pages),
});
export const OwnWorkSeen = v.object({ revision: v.number() });

const states = ['draft', 'published', 'withdrawn'] as const;

/** A book of the platform that nobody here wrote. */
export const OwnWork = v.object({
  id: Id,
  title: v.string(),
  /** Who is said to have written it; empty: nobody. */
  byline: v.string(),
  blurb: v.string(),
  language: Language,
  level: v.nullable(Level),
  sdgs: v.array(Goal),
  categories: v.array(Id),
  mode: v.nullable(Id),
  /** These three are empty in books from before they were asked for. */
  source: v.string(),
  licence: v.string(),
  credit: v.string(),
  slug: v.string(),
  state: v.picklist(states),
  revision: v.number(),
  is_taken_down: v.boolean(),
  pages: v.number(),
});
export type OwnWork = v.InferOutput<typeof OwnWork>;

/** Books of the platform that nobody sees yet, or no more; the latest first. */
export const UnpublishedOwnWorks = v.object({
  results: v.array(v.object({ id: Id, title: v.string(), state: v.picklist(states) })),
});
