import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { isPlainText, line } from '../kit/text.ts';
import { WorkKind, WorkState } from '../works/works.schema.ts';

/** Why somebody tells the school about a work, in the order in which one is asked. */
export const reportReasons = ['private', 'unkind', 'frightening', 'copied', 'other'] as const;
export const ReportReason = v.picklist(reportReasons);
export type ReportReason = v.InferOutput<typeof ReportReason>;

/** Characters of what somebody adds in their own words, and of what an author is told. */
export const moderationWords = 1000;

const words = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(moderationWords, `Please use at most ${moderationWords} characters`),
  v.check(isPlainText, 'There is a character in it that cannot be stored'),
);

export const ReportForm = v.object({ reason: ReportReason, words: v.optional(words, '') });

/** What is told of one work and not decided about, at most, in one answer. */
export const reportsShown = 100;

export const KeepForm = v.object({
  /** Those that were read: what came since then waits. */
  reports: v.pipe(v.array(Id), v.minLength(1), v.maxLength(reportsShown)),
});

export const TakedownForm = v.object({
  /** The author reads it. */
  reason: v.pipe(words, v.minLength(1, 'Please write a kind word that says why')),
});

export const AnswerForm = v.object({
  /** The platform reads it. */
  reason: v.pipe(words, v.minLength(1, 'Please write an answer')),
});

export const AppealForm = v.object({
  /** The platform reads it. */
  reason: v.pipe(words, v.minLength(1, 'Please say why it should come back')),
});

const Report = v.object({
  id: Id,
  reason: ReportReason,
  words: v.string(),
  /** A name; null for visitors and families without an account. */
  by: v.nullable(v.string()),
  reported_at: Instant,
});
export type Report = v.InferOutput<typeof Report>;

/** `open`: it waits for a decision. `taken_down`: it is off the shelf. */
export const reportedStates = ['open', 'taken_down'] as const;

export const ReportedQuery = v.object({
  ...keyedPageQuery({ maximum: limits.pageMaximum }).entries,
  /** Words of the title. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  state: v.optional(v.picklist(reportedStates)),
});
export type ReportedQuery = v.InferOutput<typeof ReportedQuery>;

/** A work that somebody told the school about, or that was taken down. */
export const ReportedWork = v.object({
  id: Id,
  kind: WorkKind,
  title: v.string(),
  slug: v.string(),
  /** The name of whoever wrote it; null where it is of nobody here. */
  author: v.nullable(v.string()),
  state: WorkState,
  /** Those about which nobody has decided yet, the first one first; a hundred at most. */
  reports: v.array(Report),
  taken_down_at: v.nullable(Instant),
  /** Who took it down, and who alone reinstates it; null where it is not taken down. */
  taken_down_by: v.nullable(v.picklist(['school', 'platform'])),
  /** When the school asked the platform to reinstate it; once for each time that it was taken down. */
  appealed_at: v.nullable(Instant),
  /** When the platform said no to that. */
  appeal_answered_at: v.nullable(Instant),
  /** What the platform asks about it; null where it awaits no answer. */
  asked: v.nullable(v.string()),
});
export type ReportedWork = v.InferOutput<typeof ReportedWork>;
