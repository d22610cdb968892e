import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { line } from '../kit/text.ts';
import { keysetPageOf, keysetQuery } from './panel.schema.ts';

export const PanelCategoryQuery = v.object({
  ...keysetQuery,
  /** A part of the name. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  /** Whether new schools begin with it. */
  offered: v.optional(v.picklist(['yes', 'no'])),
});
export type PanelCategoryQuery = v.InferOutput<typeof PanelCategoryQuery>;

/** A category of the platform that is not archived, with what schools make of it. */
export const PanelCategory = v.object({
  id: Id,
  name: v.string(),
  is_offered: v.boolean(),
  /** Schools and organizations that have one of this name. */
  schools: v.number(),
  /** Works on their shelves of this name that strangers may see, as they were counted last. */
  public_works: v.number(),
});
export type PanelCategory = v.InferOutput<typeof PanelCategory>;
export const PanelCategoryPage = keysetPageOf(v.array(PanelCategory));
