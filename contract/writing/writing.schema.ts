import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { line, lines } from '../kit/text.ts';
import { WorkDocument } from '../works/document.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { Goal, Language, Level, Visibility, WorkKind } from '../works/works.schema.ts';

const StoryTitle = line({ maximum: limits.storyTitleLength, label: 'Title' });
const Plan = lines(limits.planLength, 'Plan');

const utf8 = new TextEncoder();

/** A chapter as it is sent: as much as one call can carry. */
const ChapterDocument = v.pipe(
  WorkDocument,
  v.check(
    (document) => utf8.encode(JSON.stringify(document)).length <= limits.chapterBytes,
    'There is no more room here. Please begin another chapter or page.',
  ),
);

/** A place as the device finds it between two others. */
const Place = v.pipe(v.number(), v.finite(), v.minValue(-1e9), v.maxValue(1e9));

export const NewStory = v.object({
  id: Id,
  title: StoryTitle,
  language: Language,
  /** Devices of before there were books say nothing. */
  kind: v.optional(WorkKind, 'story'),
  /** Of its first chapter, or its first page. */
  chapter_id: Id,
  /** The page of the challenge that it is for; a page that is none is left out. Devices of before there were entries say nothing. */
  challenge: v.optional(Id),
});

/** Shelves that one story can stand on. */
export const categoriesPerStory = 3;

/** Goals that one story can be about. */
export const goalsPerStory = 3;

/** Only what is changed. */
export const StoryChange = v.object({
  title: v.optional(StoryTitle),
  plan: v.optional(Plan),
  blurb: v.optional(lines(limits.blurbLength, 'What it is about')),
  about_author: v.optional(lines(limits.aboutAuthorLength, 'About the author')),
  /** The name on the cover; empty: the author's first name. */
  pen_name: v.optional(line({ maximum: limits.penNameLength, label: 'Name on the cover' })),
  /** For whom it was made. */
  dedication: v.optional(line({ maximum: limits.dedicationLength, label: 'For whom it is' })),
  language: v.optional(Language),
  /** True: the author set the language. False: the app guessed it from the script of the text. Left out by earlier versions. */
  language_chosen: v.optional(v.boolean()),
  visibility: v.optional(Visibility),
  /** For whom it is easy enough to read; null: nobody has said. */
  level: v.optional(v.nullable(Level)),
  /** Ids of the shelves that it belongs on, rising; one that is not there any more is left out. */
  categories: v.optional(
    v.pipe(
      v.array(Id),
      v.maxLength(categoriesPerStory, `A story stands on ${categoriesPerStory} shelves at most`),
      v.transform((ids) => [...new Set(ids)].toSorted()),
    ),
  ),
  /** Sustainable development goals, by number, rising. */
  sdgs: v.optional(
    v.pipe(
      v.array(Goal),
      v.maxLength(goalsPerStory, `A story is about ${goalsPerStory} goals at most`),
      v.transform((goals) => [...new Set(goals)].toSorted((one, other) => one - other)),
    ),
  ),
  /** The cause that it collects for where it is sold; null: the school's. One that is not open is left out. */
  cause_id: v.optional(v.nullable(Id)),
  /** One of its own pictures, which is shown for as long as it stands in the text; null: none. */
  cover: v.optional(v.nullable(Sha256)),
});
export type StoryChange = v.InferOutput<typeof StoryChange>;

export const NewChapter = v.object({ id: Id, place: Place });
export const ChapterPlace = v.object({ place: Place });

/** A version of a chapter. It is made, and named, on the device on which it was written. */
export const SavedChapter = v.object({
  version: Id,
  /** The version that its writer went on from; null where there was none. */
  based_on: v.nullable(Id),
  title: line({ maximum: limits.storyTitleLength, label: 'Title' }),
  document: ChapterDocument,
  /** Versions beside it that its writer has seen and decided about. */
  settles: v.optional(v.pipe(v.array(Id), v.maxLength(50)), []),
});

/** Chapters that a story ever had, also those that were taken out: as a PDF that is put in anew, some times over. */
export const chaptersEver = 1000;

export const HandIn = v.object({
  /** Ids of its chapters: what was written in them comes before it. One that came back may be beyond those that can be added. */
  chapters: v.pipe(v.array(Id), v.maxLength(chaptersEver)),
});

/** A version of a chapter as it was saved once. */
export const OldVersion = v.object({
  version: Id,
  title: v.string(),
  document: WorkDocument,
  made_at: Instant,
});
export type OldVersion = v.InferOutput<typeof OldVersion>;

/** A chapter that was taken out, with all that was written in it, also what came from elsewhere afterwards. */
export const RemovedChapter = v.object({
  id: Id,
  work_id: Id,
  title: v.string(),
  document: WorkDocument,
  /** Names what stands in it; null where all that was written stands beside. */
  version: v.nullable(Id),
  /** Versions that were written without knowing of this one, the oldest first. */
  others: v.array(v.object({ version: Id, title: v.string(), document: WorkDocument })),
  removed_at: Instant,
});
export type RemovedChapter = v.InferOutput<typeof RemovedChapter>;
