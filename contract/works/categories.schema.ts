import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { PageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';

/** What books and stories are about: a shelf of the library. */
export const Category = v.object({
  id: Id,
  name: v.string(),
  slug: v.string(),
  /** Works in it that whoever asks may see. */
  works: v.number(),
  archived_at: v.nullable(Instant),
});
export type Category = v.InferOutput<typeof Category>;

export const CategoryQuery = v.object({
  ...PageQuery.entries,
  /** Those that were archived, in place of those that were not; for those who run the place. */
  is_archived: v.optional(v.picklist(['true', 'false']), 'false'),
  /** The id of a mode: works of it, and of none, are counted. */
  mode: v.optional(Id),
});
export type CategoryQuery = v.InferOutput<typeof CategoryQuery>;

export const CategoryForm = v.object({
  name: line({ required: 'Please enter a name', maximum: limits.categoryNameLength, label: 'Name' }),
});
export type CategoryForm = v.InferOutput<typeof CategoryForm>;
