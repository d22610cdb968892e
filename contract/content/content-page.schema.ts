import * as v from 'valibot';
import { Instant } from '../kit/id.ts';
import { Language } from '../works/works.schema.ts';
import { ShownBlock } from './blocks.schema.ts';
import { ContentCard, ContentHead } from './content.schema.ts';

/** A page as it is read. */
export const ContentPage = v.object({
  card: ContentCard,
  head: ContentHead,
  /** Those for the reader. */
  blocks: v.array(ShownBlock),
  /** The version in its language: 1, 2, … */
  n: v.number(),
  /** In which it is live. */
  languages: v.array(Language),
  live_from: Instant,
  /** When another version begins or this one ends; null where nothing is planned. */
  next_change_at: v.nullable(Instant),
  /** A lesson's course. */
  parent: v.nullable(ContentCard),
  /** A course's lessons, in order. */
  children: v.array(ContentCard),
  /** All lessons of a lesson's course, itself among them, in order. */
  siblings: v.array(ContentCard),
});
export type ContentPage = v.InferOutput<typeof ContentPage>;
