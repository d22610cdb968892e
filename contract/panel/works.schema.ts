import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { pageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { WatchText } from '../monitoring/monitoring.schema.ts';
import { AssetPicture, Goal, GoalInQuery, Language, Level, WorkKind } from '../works/works.schema.ts';
import { keysetPageOf, keysetQuery, PanelTenantName } from './panel.schema.ts';

/** Rows of a list of works: of each its school is asked what a stranger may see. */
const panelWorkRows = 25;

export const publishedSpans = ['week', 'month', 'year'] as const;

export const PanelWorkQuery = v.object({
  /** Words of title and byline. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  after: keysetQuery.after,
  limit: pageQuery({ maximum: panelWorkRows, usual: panelWorkRows }).entries.limit,
  kind: v.optional(WorkKind),
  tenant_id: v.optional(Id),
  language: v.optional(Language),
  level: v.optional(Level),
  goal: v.optional(GoalInQuery),
  /** Within 7, 30 or 365 days. */
  published: v.optional(v.picklist(publishedSpans)),
  /** `open`: with reports that nobody has decided about. */
  reports: v.optional(v.picklist(['open'])),
});
export type PanelWorkQuery = v.InferOutput<typeof PanelWorkQuery>;

/** A work that a stranger may see now, with what they see of it. */
export const PanelWork = v.object({
  tenant: PanelTenantName,
  id: Id,
  kind: WorkKind,
  title: v.string(),
  byline: v.string(),
  cover: v.nullable(AssetPicture),
  language: Language,
  level: v.nullable(Level),
  sdgs: v.array(Goal),
  published_at: Instant,
  /** Reports that nobody has decided about. */
  reports: v.number(),
  /** Whether it is on the shelf of the platform. */
  is_picked: v.boolean(),
});
export type PanelWork = v.InferOutput<typeof PanelWork>;

export const PanelWorkPage = v.object({
  ...keysetPageOf(v.array(PanelWork)).entries,
  /** Works that strangers may not see, of all schools or of the one that is chosen. Null where the list is narrowed down otherwise. */
  kept: v.nullable(v.number()),
});

export const PanelWorkParams = v.object({ tenantId: Id, workId: Id });

/** A work as it is read on the platform: one that a stranger may see, or one in book monitoring. */
export const PanelWorkText = v.object({
  tenant: PanelTenantName,
  id: Id,
  kind: WorkKind,
  level: v.nullable(Level),
  sdgs: v.array(Goal),
  /** Pages of a book, chapters of a story. */
  parts: v.number(),
  published_at: v.nullable(Instant),
  source: v.nullable(v.string()),
  licence: v.nullable(v.string()),
  credit: v.nullable(v.string()),
  /** Whether a stranger may read it now. */
  is_public: v.boolean(),
  /** Its page at the school, where strangers may read it there. */
  url: v.nullable(v.string()),
  /** Null: nobody reported it, and it was never looked at for another reason. */
  watch: v.nullable(v.picklist(['waiting', 'asked', 'taken_down', 'done'])),
  reports: v.number(),
  is_picked: v.boolean(),
  text: WatchText,
});
export type PanelWorkText = v.InferOutput<typeof PanelWorkText>;
