import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import type { WorkDocument } from '../works/document.schema.ts';
import type { Level, Visibility, WorkKind, WorkState } from '../works/works.schema.ts';

/*
 * The stories and books of the signed-in person as a device keeps them. They come from the school, which reads every text by the whole
 * form before it keeps it; here the form is told by its outline, because every tablet carries it, also one on which nobody writes.
 */

export const reviewActions = ['returned', 'approved', 'published', 'withdrawn'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/**
 * What is pointed at, whatever the width of the page: `words` from the character `start` of its text on, or a spot in one of its
 * pictures, which are counted from 0.
 */
export type ThingOnPage = { words: string; start: number } | { picture: number; x: number; y: number };

/**
 * A place on a page: parts of its width and height from the upper left corner, in the width of the reviewer. Each width has its own
 * lines, so what is pointed at is said by `on`; left out where there was nothing.
 */
export interface PlaceOnPage {
  x: number;
  y: number;
  on?: ThingOnPage | undefined;
}

/** What was said aloud: the hash of its recording, and how long it is. */
export interface SaidAloud {
  sha256: string;
  seconds: number;
}

/** What somebody of the staff said of a work. */
export interface Review {
  id: string;
  action: ReviewAction;
  reason: string;
  /** The name of a sticker; null where none was given. One that this device does not know is not shown. */
  sticker?: string | null | undefined;
  /** Null where nothing was said aloud. */
  voice?: SaidAloud | null | undefined;
  /** The name of who said it. */
  by: string;
  /** ISO 8601. */
  made_at: string;
  /** Each pinned to a chapter, and with `at` to a place on that page. */
  comments: { id: string; chapter_id: string; text: string; at?: PlaceOnPage | null | undefined }[];
}

// Told by its outline: what a pull answers is as deep as TypeScript follows.
export const Review: v.GenericSchema<Review> = v.object({
  id: Id,
  action: v.picklist(reviewActions),
  reason: v.string(),
  sticker: v.optional(v.nullable(v.string())),
  voice: v.optional(v.nullable(v.object({ sha256: v.string(), seconds: v.number() }))),
  by: v.string(),
  made_at: v.string(),
  comments: v.array(
    v.object({
      id: Id,
      chapter_id: Id,
      text: v.string(),
      at: v.optional(
        v.nullable(
          v.object({
            x: v.number(),
            y: v.number(),
            on: v.optional(
              v.union([
                v.object({ words: v.string(), start: v.number() }),
                v.object({ picture: v.number(), x: v.number(), y: v.number() }),
              ]),
            ),
          }),
        ),
      ),
    }),
  ),
});

/** A story or a book of the signed-in person, as far as it is not archived. A page of a book is a chapter without a name. */
export const OwnWork = v.object({
  id: Id,
  kind: v.pipe(
    v.string(),
    v.transform((text) => text as WorkKind),
  ),
  title: v.string(),
  /** What stands for it in its address; null until the school has heard of it. */
  slug: v.nullable(v.string()),
  plan: v.string(),
  blurb: v.string(),
  /** What its author says of themselves. */
  about_author: v.string(),
  /** The name on the cover; empty: the author's first name. */
  pen_name: v.string(),
  /** For whom it was made. */
  dedication: v.string(),
  language: v.string(),
  /** True once the author or a teacher set the language. Left out by earlier versions. */
  language_chosen: v.optional(v.boolean()),
  /** What its author wishes. */
  visibility: v.pipe(
    v.string(),
    v.transform((text) => text as Visibility),
  ),
  state: v.pipe(
    v.string(),
    v.transform((text) => text as WorkState),
  ),
  /** Who can see it: of `visibility`, privacy and the guardian's permission the least. Null while it is not published. */
  audience: v.pipe(
    v.nullable(v.string()),
    v.transform((text) => text as Visibility | null),
  ),
  level: v.pipe(
    v.nullable(v.string()),
    v.transform((text) => text as Level | null),
  ),
  /** Ids of the shelves that it belongs on, rising. */
  categories: v.array(Id),
  /** Sustainable development goals, by number, rising. */
  sdgs: v.array(v.number()),
  /** The cause that its author chose; null: the school's. */
  cause_id: v.nullable(Id),
  /** The page of the challenge that it was begun for. */
  challenge: v.nullable(Id),
  /** The hash of the picture that its author chose for the cover; null where none was chosen. */
  cover: v.nullable(v.string()),
  /** What was said last; null where nobody has said anything. */
  review: v.nullable(Review),
});
export type OwnWork = v.InferOutput<typeof OwnWork>;

const StoredDocument = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((document) => document as unknown as WorkDocument),
);

const Version = v.object({ version: Id, title: v.string(), document: StoredDocument });
export type ChapterVersion = v.InferOutput<typeof Version>;

/** A chapter of such a story. */
export const OwnChapter = v.object({
  id: Id,
  work_id: Id,
  /** Places rise; between two of them there is always another. */
  place: v.number(),
  title: v.string(),
  document: StoredDocument,
  /** Names what stands here; null while nobody has saved anything. */
  version: v.nullable(Id),
  /** Versions that were written without knowing of this one. */
  others: v.array(Version),
});
export type OwnChapter = v.InferOutput<typeof OwnChapter>;
