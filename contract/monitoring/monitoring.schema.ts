import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { lines, madeText } from '../kit/text.ts';
import { moderationWords, ReportReason, reportsShown } from '../moderation/moderation.schema.ts';
import { WorkDocument } from '../works/document.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { WorkKind, WorkState } from '../works/works.schema.ts';
import { watchReasons } from './monitoring.rules.ts';

/** Works of one page of the queue. */
export const watchPage = 25;
/** Up to how many are counted. */
export const watchCounted = 200;
/** Minutes for which somebody who opened an item has it alone. */
export const claimMinutes = 15;
/** Days that a school has to answer; then the item is on top of those that wait. */
export const askedDays = 3;
/** Earlier decisions that an item shows. */
export const decisionsShown = 50;

export const watchTabs = ['waiting', 'asked', 'visitors', 'taken_down', 'done'] as const;
export type WatchTab = (typeof watchTabs)[number];

const watchStates = ['waiting', 'asked', 'taken_down', 'done'] as const;
const State = v.picklist(watchStates);
export type WatchState = v.InferOutput<typeof State>;

/** `school`: the school decided itself, or nothing is left to decide. */
const watchDecisions = ['kept', 'asked', 'taken_down', 'reinstated', 'school'] as const;
const Decision = v.picklist(watchDecisions);

export const WatchQuery = v.object({
  tab: v.optional(v.picklist(watchTabs), 'waiting'),
  reason: v.optional(v.picklist(watchReasons)),
  kind: v.optional(WorkKind),
  tenant_id: v.optional(Id),
  /** From `next` of the page before. */
  after: v.optional(madeText(500, 'after')),
});
export type WatchQuery = v.InferOutput<typeof WatchQuery>;

const Reasons = v.array(v.object({ reason: v.picklist(watchReasons), weight: v.number() }));

const Claim = v.object({
  /** A name; of the platform's own staff. */
  by: v.string(),
  is_mine: v.boolean(),
  until: Instant,
});

const watched = {
  tenant_id: Id,
  school_name: v.string(),
  work_id: Id,
  kind: WorkKind,
  state: State,
  reasons: Reasons,
  /** The sum of the weights. */
  risk: v.number(),
  since: Instant,
  /** When a decision is promised; null where none is awaited. */
  due_at: v.nullable(Instant),
  is_overdue: v.boolean(),
  is_from_visitor: v.boolean(),
  claim: v.nullable(Claim),
  asked_at: v.nullable(Instant),
  /** When the school answered what it was asked; null once that is decided about. */
  answered_at: v.nullable(Instant),
  appealed_at: v.nullable(Instant),
  decision: v.nullable(Decision),
  decided_at: v.nullable(Instant),
};

export const WatchRow = v.object({
  ...watched,
  /** What a stranger may see now; null where that is nothing. */
  shown: v.nullable(v.object({ title: v.string(), byline: v.string() })),
});
export type WatchRow = v.InferOutput<typeof WatchRow>;

/** `next`: the query for the page after it; `count`: null past 200. */
export const WatchPage = v.object({
  results: v.array(WatchRow),
  next: v.nullable(v.string()),
  count: v.nullable(v.number()),
});

const Counted = v.nullable(v.number());

/** Each up to 200; null: more than that. */
export const WatchCounts = v.object({
  waiting: Counted,
  overdue: Counted,
  asked: Counted,
  visitors: Counted,
});
export type WatchCounts = v.InferOutput<typeof WatchCounts>;

/** A report without who made it. */
const ToldReport = v.object({ id: Id, reason: ReportReason, words: v.string(), reported_at: Instant });

/** The text of a work as readers have it. */
export const WatchText = v.object({
  title: v.string(),
  byline: v.string(),
  blurb: v.string(),
  about_author: v.string(),
  dedication: v.string(),
  language: v.string(),
  cover: v.nullable(Sha256),
  parts: v.array(v.object({ id: Id, title: v.string(), document: WorkDocument })),
});

/** One difference to what stood there when somebody decided last. */
export const WatchChange = v.object({
  /** A field of the work, `order`, or the id of a chapter or page. */
  part: v.string(),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  /** Other pictures or recordings stand in it. */
  has_other_assets: v.boolean(),
});
export type WatchChange = v.InferOutput<typeof WatchChange>;

export const WatchItem = v.object({
  ...watched,
  work_state: WorkState,
  taken_down_by: v.nullable(v.picklist(['school', 'platform'])),
  /** Names the text that was read; an act says which. */
  revision: Sha256,
  /** Null once it is out of monitoring and strangers may not read it. */
  text: v.nullable(WatchText),
  /** Null where nobody decided about it before. */
  changes: v.nullable(v.array(WatchChange)),
  /** Of the platform's word list, those in the text; none where the text is not shown. */
  watched_words: v.array(v.string()),
  reports: v.array(ToldReport),
  /** The school's words with an appeal that waits. */
  appeal: v.nullable(v.string()),
  /** What the school was asked, until that is decided about. */
  question: v.nullable(v.string()),
  /** What it said. */
  answer: v.nullable(v.string()),
  /** Who reads the words of a takedown; null: a work of nobody in the school. */
  author: v.nullable(v.picklist(['child', 'adult'])),
  decisions: v.array(v.object({ action: v.string(), reason: v.string(), at: Instant })),
  /** Copies on tablets: how many there are, or were when it was taken down, and how many of those are gone since. */
  copies: v.object({ kept: v.number(), gone: v.number() }),
});
export type WatchItem = v.InferOutput<typeof WatchItem>;

/** What somebody had before them when they decided. */
export const Seen = v.object({
  revision: Sha256,
  reports: v.pipe(v.array(Id), v.maxLength(reportsShown)),
  state: State,
});
export type Seen = v.InferOutput<typeof Seen>;

const reason = (required: string) => v.pipe(lines(moderationWords, 'Reason'), v.minLength(1, required));

/** `reason`: stays in the audit. */
export const WatchAct = v.object({ seen: Seen, reason: reason('Please say why') });
/** `reason`: the school reads it. */
export const WatchAsk = v.object({ seen: Seen, reason: reason('Please write what you ask the school') });
/** `reason`: the author reads it. */
export const WatchTakeDown = v.object({
  seen: Seen,
  reason: reason('Please write a kind word that says why'),
});

export const WatchParams = v.object({ tenantId: Id, workId: Id });
export const Watched = v.object({ tenant_id: Id, work_id: Id, state: State });
export const Claimed = v.object({ until: Instant });
