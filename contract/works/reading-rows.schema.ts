import * as v from 'valibot';
import { Id } from '../kit/id.ts';

/*
 * What a device keeps of the reading of the signed-in person. Every tablet carries this, also one on which nobody reads, so
 * that the settings are told by their outline; whoever draws a page reads them by the whole form.
 */

/** How far a person has read a work, and what they said of it. */
export const ReadingRow = v.object({
  /** The work's. */
  id: Id,
  /** Which time it is being read, from 1. */
  round: v.number(),
  /** The furthest page or chapter of that time, from 1; 0 for a work that was never opened and has a reaction. */
  reached: v.number(),
  /** Ids of pages or chapters, the latest bookmark last. */
  bookmarks: v.array(Id),
  /** The kind word that they said of it, by its name; null where they said none. */
  reaction: v.nullable(v.string()),
  /** When one of these changed last, ISO 8601. */
  read_at: v.string(),
});
export type ReadingRow = v.InferOutput<typeof ReadingRow>;

/** How somebody wants a page to look. */
export const ReaderSettingsRow = v.object({
  /** The person's. */
  id: Id,
  settings: v.record(v.string(), v.unknown()),
});
export type ReaderSettingsRow = v.InferOutput<typeof ReaderSettingsRow>;
