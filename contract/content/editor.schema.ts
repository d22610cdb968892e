import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { pageOf, pageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { Language } from '../works/works.schema.ts';
import { ContentKind, Slug } from './content.schema.ts';
import { JoinLinkKept } from './joining.schema.ts';
import { isStorable } from './storable.rules.ts';

/** A head or a block as somebody is writing it: anything may be missing. What is published has the closed form of `ContentBlock`. */
const Unfinished = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((part) => isStorable(part), 'This has a character that cannot be stored'),
);
export type Unfinished = v.InferOutput<typeof Unfinished>;

const blocks = v.pipe(v.array(Unfinished), v.maxLength(200, 'A page has at most 200 blocks'));
const VersionNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
/** When the draft was written that the editor saw; null: there was none. */
const seen = v.nullable(Instant);

/** What has become of a page: `draft` was never live, and `planned` has its first moment to come. */
export const pageStates = ['live', 'planned', 'ended', 'draft'] as const;
const PageState = v.picklist(pageStates);
export type PageState = v.InferOutput<typeof PageState>;

/** What a school does with a page of the platform. */
const PageChoice = v.picklist(['shown', 'hidden', 'replaced']);
export type PageChoice = v.InferOutput<typeof PageChoice>;

export const EditedPagesQuery = v.object({
  ...pageQuery({ maximum: 200 }).entries,
  kind: v.optional(ContentKind),
  state: v.optional(PageState),
  /** Words of the title or the address. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
});
export type EditedPagesQuery = v.InferOutput<typeof EditedPagesQuery>;

const EditedPageRow = v.object({
  id: Id,
  kind: ContentKind,
  slug: Slug,
  /** The slug of a lesson's course. */
  parent: v.nullable(Slug),
  title: v.string(),
  /** False for a page of the platform in the list of a school. */
  is_own: v.boolean(),
  /** Of the school that asks. */
  choice: PageChoice,
  /** In which there is a version or a draft. */
  languages: v.array(Language),
  state: PageState,
  has_draft: v.boolean(),
  /** A newer text came with the program, and nobody took or left it. */
  has_newer: v.boolean(),
  /** Of what is live, or of what will be. */
  live_from: v.nullable(Instant),
  live_until: v.nullable(Instant),
  /** Null where it came with the program. */
  changed_by: v.nullable(v.string()),
  changed_at: v.nullable(Instant),
});
export type EditedPageRow = v.InferOutput<typeof EditedPageRow>;
export const EditedPages = pageOf(v.array(EditedPageRow));

export const NewPage = v.object({
  kind: ContentKind,
  slug: Slug,
  language: Language,
  title: line({ required: 'A page needs a title', maximum: 80, label: 'title' }),
  /** The course of a lesson, and of nothing else. */
  parent_id: v.optional(Id),
});
export type NewPage = v.InferOutput<typeof NewPage>;

export const PageVersion = v.object({
  n: VersionNumber,
  title: v.string(),
  made_at: Instant,
  /** Null where it came with the program. */
  made_by: v.nullable(v.string()),
  live_from: v.nullable(Instant),
  live_until: v.nullable(Instant),
  is_live: v.boolean(),
});
export type PageVersion = v.InferOutput<typeof PageVersion>;

const WholeVersion = v.object({ ...PageVersion.entries, head: Unfinished, blocks });
export type WholeVersion = v.InferOutput<typeof WholeVersion>;

export const PageDraft = v.object({
  /** The version that it was begun from; null for the first one. */
  base_n: v.nullable(VersionNumber),
  head: Unfinished,
  blocks,
  updated_by: v.string(),
  updated_at: Instant,
});
export type PageDraft = v.InferOutput<typeof PageDraft>;

/** A page in one language, as its editors see it. */
export const EditedPage = v.object({
  id: Id,
  kind: ContentKind,
  slug: Slug,
  parent: v.nullable(Slug),
  language: Language,
  languages: v.array(Language),
  live: v.nullable(WholeVersion),
  /** The newest that was live or will be: what to begin from where nothing is live. */
  last: v.nullable(WholeVersion),
  /** Those with their moment to come, the next one first. */
  planned: v.array(PageVersion),
  draft: v.nullable(PageDraft),
  /** The text that came with the program and waits to be taken or left. */
  newer: v.nullable(WholeVersion),
  ...JoinLinkKept.entries,
});
export type EditedPage = v.InferOutput<typeof EditedPage>;

export const DraftForm = v.object({
  base: v.nullable(VersionNumber),
  seen,
  head: Unfinished,
  blocks,
});
export const PublishForm = v.object({
  language: Language,
  draft_updated_at: Instant,
  /** The version that the editor saw live; null: none was. */
  live_n: v.nullable(VersionNumber),
  /** Left out: now. */
  from: v.optional(Instant),
  /** Left out: for good. */
  until: v.optional(Instant),
});
export const UnpublishForm = v.object({ language: Language, live_n: v.nullable(VersionNumber) });
export const RestoreForm = v.object({ language: Language, n: VersionNumber, seen });
export const LeaveForm = v.object({ language: Language, n: VersionNumber });
export const PreviewForm = v.object({ language: Language });
export const PreviewLink = v.object({ token: v.string(), expires_at: Instant });
export const ChoiceForm = v.object({
  choice: PageChoice,
  /** The own page that stands in its place, with the same kind and the same name in addresses. */
  by_page_id: v.optional(Id),
});
export const PageChosen = v.object({ id: Id, choice: PageChoice });

/** What keeps a draft from being published. */
export const Lack = v.object({
  /** Null: the head. */
  block: v.nullable(v.string()),
  /** Where in it: `facts.0.source`; empty for all of it. */
  field: v.string(),
  /** For a person. */
  lacks: v.string(),
});
export type Lack = v.InferOutput<typeof Lack>;
