import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { keyedPageQuery, pageQuery } from '../kit/page.ts';
import { isPlainText, line } from '../kit/text.ts';
import { WorkDocument } from './document.schema.ts';
import { Reaction } from './reactions.schema.ts';
import { recordingTypes } from './recording-limits.schema.ts';
import { Sha256 } from './sha256.schema.ts';

/** What stands on shelves. */
export const shelfKinds = ['book', 'story'] as const;
/** Messages to Dear World are in no list of books and stories: a list has them where it is asked for them alone. */
export const workKinds = [...shelfKinds, 'message'] as const;
export const WorkKind = v.picklist(workKinds);
export type WorkKind = v.InferOutput<typeof WorkKind>;

/** From the least audience to the widest. */
export const visibilities = ['private', 'community', 'public'] as const;
export const Visibility = v.picklist(visibilities);
export type Visibility = v.InferOutput<typeof Visibility>;

const workStates = [
  'draft',
  'submitted',
  'returned',
  'approved',
  'published',
  'withdrawn',
  'archived',
] as const;
export const WorkState = v.picklist(workStates);
export type WorkState = v.InferOutput<typeof WorkState>;

/** For whom it is easy enough to read, the youngest first. */
export const levels = ['first', 'early', 'growing', 'confident'] as const;
export const Level = v.picklist(levels);
export type Level = v.InferOutput<typeof Level>;

const orientations = ['portrait', 'landscape', 'square'] as const;

/** What a work was written with. `chapters` is the app's own editor, for stories and books; of a book each chapter is a page. */
const editors = ['chapters', 'pages', 'pdf', 'canva'] as const;

/** One of the seventeen sustainable development goals of the United Nations. */
export const Goal = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(17));

/** BCP 47, such as `en` or `pt-BR`. */
export const Language = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u, 'This is not a language'),
);

/** A picture that stands in a work. Its address is `assetPath(sha256)`. */
export const AssetPicture = v.object({
  sha256: Sha256,
  media_type: v.picklist(['image/webp', 'image/svg+xml', 'image/jpeg', 'image/png']),
  /** Pixels, or the units of a drawing: for its shape, before it is there. */
  width: v.number(),
  height: v.number(),
  /** What it shows. */
  alt: v.string(),
});
export type AssetPicture = v.InferOutput<typeof AssetPicture>;

/** A voice that stands in a work, fetched as pictures are. */
export const AssetRecording = v.object({
  sha256: Sha256,
  media_type: v.picklist(recordingTypes),
  /** What is said in it. */
  alt: v.string(),
});
export type AssetRecording = v.InferOutput<typeof AssetRecording>;

/** A work in a list. */
export const WorkCard = v.object({
  id: Id,
  kind: WorkKind,
  title: v.string(),
  /** Its address: `/library/<slug>`. */
  slug: v.string(),
  /** Who wrote it, as it is told to everybody: a pen name, or a first name. */
  byline: v.string(),
  /** Told to the author and to the staff who look after the author. Null for others, and for works of nobody here. */
  author: v.nullable(v.object({ id: Id, first_name: v.string(), last_name: v.string() })),
  language: Language,
  level: v.nullable(Level),
  orientation: v.picklist(orientations),
  cover: v.nullable(AssetPicture),
  /** Ids of categories that are not archived, by name. */
  categories: v.array(Id),
  /** Sustainable development goals, by number. */
  sdgs: v.array(Goal),
  /** Pages of a book, chapters of a story. */
  parts: v.number(),
  state: WorkState,
  /** Who may see it once it is published: the least of its visibility, the author's privacy and the guardian's word. */
  audience: Visibility,
  is_featured: v.boolean(),
  published_at: v.nullable(Instant),
  updated_at: Instant,
});
export type WorkCard = v.InferOutput<typeof WorkCard>;

/** A work as its own page shows it. */
export const Work = v.object({
  ...WorkCard.entries,
  blurb: v.string(),
  about_author: v.string(),
  /** What the author planned; told to those who are told the author. Left out of works that a tablet kept before it was told. */
  plan: v.optional(v.nullable(v.string()), null),
  dedication: v.string(),
  editor: v.picklist(editors),
  visibility: Visibility,
  /** The id of the mode that it stands in; null for one that stands in all of them. */
  mode: v.nullable(Id),
  /** The page of the challenge that it was made for. Left out of works that a tablet kept before there were entries. */
  challenge: v.optional(v.nullable(Id), null),
  /** The class it was made in; told to those who are told its author. */
  school_class: v.nullable(v.object({ id: Id, name: v.string() })),
  /** Of what was not made here: where it is from, on what terms it is shown, and whom its pictures are by. */
  source: v.nullable(v.string()),
  licence: v.nullable(v.string()),
  credit: v.nullable(v.string()),
  /** All pictures that stand in it, the cover among them. */
  pictures: v.array(AssetPicture),
  /** Works that a tablet kept before there were any have none. */
  recordings: v.optional(v.array(AssetRecording), []),
  /** How much is fetched with all of both. */
  picture_bytes: v.number(),
  reactions: v.number(),
  /** Which kind words somebody said of it. How often is nobody's business on its page; a book that was kept before this was told says none. */
  said: v.optional(v.array(Reaction), []),
  /** What the signed-in reader reported last about it, and when that was decided; a work that one may read stayed, or came back. */
  own_report: v.optional(
    v.nullable(v.object({ reported_at: Instant, decided_at: v.nullable(Instant) })),
    null,
  ),
  revision: v.number(),
});
export type Work = v.InferOutput<typeof Work>;

export const Chapter = v.object({
  id: Id,
  title: v.string(),
  document: WorkDocument,
  words: v.number(),
  revision: v.number(),
});
export type Chapter = v.InferOutput<typeof Chapter>;

const pageLayouts = ['text', 'picture', 'picture_above', 'picture_below', 'picture_beside'] as const;

export type PageLayout = (typeof pageLayouts)[number];

export const Page = v.object({
  id: Id,
  chapter_id: v.nullable(Id),
  layout: v.picklist(pageLayouts),
  document: WorkDocument,
  revision: v.number(),
});
export type Page = v.InferOutput<typeof Page>;

/** An id, or what stands for it in an address. */
export const IdOrSlug = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.check((text) => isPlainText(text), 'This is no address'),
  v.toLowerCase(),
);

/** A goal as an address says it. */
export const GoalInQuery = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), Goal);
const Yes = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform((value) => value === true || value === 'true'),
);

/** Ids with commas between them. */
const Ids = v.pipe(
  v.string(),
  v.maxLength(limits.worksPerPage * 37),
  v.transform((text) => text.split(',').filter((id) => id !== '')),
  v.array(Id),
);

const workSorts = ['newest', 'title'] as const;

export const WorkQuery = v.object({
  ...pageQuery({ maximum: limits.worksPerPage, usual: limits.pageDefault }).entries,
  /** As of a list by key, where `next` leads. `offset` counts from there: pages of the library have numbers. */
  after: keyedPageQuery({ maximum: limits.worksPerPage }).entries.after,
  /** Words of title, author and text. The last one may be half typed. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  kind: v.optional(WorkKind),
  level: v.optional(Level),
  language: v.optional(Language),
  /** The id of a category, or its slug. */
  category: v.optional(IdOrSlug),
  goal: v.optional(GoalInQuery),
  /** The id of a mode: works of it, and those of none, which stand in all of them. */
  mode: v.optional(Id),
  /** Made in this class, for those who run it; for a student the own class. */
  school_class: v.optional(Id),
  /** Made for this challenge: the id of its page. */
  challenge: v.optional(Id),
  /** Those of one person; `me` is whoever asks. */
  author: v.optional(v.union([v.literal('me'), Id])),
  /** Those that wait, were sent back and so on, as far as one may see them. `any`: whatever state, but archived. */
  state: v.optional(v.picklist([...workStates, 'any']), 'published'),
  /** These alone, as far as one may see them: their ids, with commas between. */
  ids: v.optional(Ids),
  /** Those that the staff put first. */
  featured: v.optional(Yes),
  sort: v.optional(v.picklist(workSorts), 'newest'),
});
export type WorkQuery = v.InferOutput<typeof WorkQuery>;

/** What the page of thanks says of a work that was not made here. */
export const WorkCredit = v.object({
  id: Id,
  slug: v.string(),
  title: v.string(),
  byline: v.string(),
  source: v.nullable(v.string()),
  licence: v.nullable(v.string()),
  credit: v.nullable(v.string()),
});
export type WorkCredit = v.InferOutput<typeof WorkCredit>;
