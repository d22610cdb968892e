import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { Language, Level, WorkKind } from '../works/works.schema.ts';

/** Picked works that the shelf shows, the latest pick first. */
export const picksShown = 24;

/** A work of a school on the shelf of the platform, as a stranger sees it there now. */
export const PickedWork = v.object({
  id: Id,
  school_name: v.string(),
  /** Its page at the school. */
  url: v.string(),
  kind: WorkKind,
  title: v.string(),
  byline: v.string(),
  language: Language,
  level: v.nullable(Level),
  parts: v.number(),
  /** Where its cover is fetched; null: it has none that strangers may see. */
  cover: v.nullable(v.string()),
});
export type PickedWork = v.InferOutput<typeof PickedWork>;

export const PickedWorks = v.object({ results: v.array(PickedWork) });
