import { apiPrefix } from '../kit/http.ts';
import type { ReportReason } from '../moderation/moderation.schema.ts';
import { findWatched } from './watched-words.rules.ts';

/** What brings a work into monitoring, with what it weighs. The order is the one in which reasons are read. */
const weights = {
  frightening: 50,
  private: 50,
  appeal: 40,
  unkind: 30,
  private_words: 30,
  copied: 20,
  watched_words: 15,
  other: 10,
  first_public: 10,
  /** Each reader after the first, up to four of them. */
  further_readers: 5,
  pictures: 5,
  changed: 5,
} as const;

export type WatchReason = keyof typeof weights;
export const watchReasons = Object.keys(weights) as [WatchReason, ...WatchReason[]];

/** Further readers who count. */
const furtherReaders = 4;
/** Risk from which a decision is promised within a day. */
export const urgentRisk = 50;
/** Hours in which a decision is promised. */
export const promisedHours = { urgent: 24, other: 72 } as const;
const hour = 60 * 60 * 1000;

/** What is known of a work when somebody tells of it, publishes it, appeals or offers it. */
export interface WatchFacts {
  /** The reason of each report that nobody has decided about. */
  readonly told: readonly ReportReason[];
  /** The school asks for it back, and nobody has answered. */
  readonly isAppealed: boolean;
  /** Of a work that strangers may read and that was not looked at as it is now; null of any other. */
  readonly unseen: {
    readonly text: string;
    /** The platform's word list, folded. */
    readonly watched: readonly string[];
    /** The school shows strangers nothing else. */
    readonly isFirst: boolean;
    /** There is a picture in it that was not drawn in the app. */
    readonly hasPictures: boolean;
    /** It was looked at before, and is another now. */
    readonly isChanged: boolean;
  } | null;
}

export interface Weighed {
  reason: WatchReason;
  weight: number;
}

/** Why a work is in monitoring, and what that weighs together; no reasons: it need not be looked at. */
export function watchOf({ told, isAppealed, unseen }: WatchFacts): {
  reasons: WatchReason[];
  readers: number;
  risk: number;
} {
  const found = new Set<WatchReason>(told);
  if (told.length > 1) found.add('further_readers');
  if (isAppealed) found.add('appeal');
  if (unseen) {
    if (hasPrivateWords(unseen.text)) found.add('private_words');
    if (findWatched(unseen.text, unseen.watched).length > 0) found.add('watched_words');
    if (unseen.isFirst) found.add('first_public');
    if (unseen.hasPictures) found.add('pictures');
    if (unseen.isChanged) found.add('changed');
  }
  const reasons = watchReasons.filter((reason) => found.has(reason));
  const readers = told.length;
  const risk = weigh(reasons, readers).reduce((sum, { weight }) => sum + weight, 0);
  return { reasons, readers, risk };
}

/** Each reason with its weight. `readers`: how many told of it. */
export function weigh(reasons: readonly WatchReason[], readers: number): Weighed[] {
  return reasons.map((reason) => ({
    reason,
    weight:
      reason === 'further_readers'
        ? weights.further_readers * Math.min(readers - 1, furtherReaders)
        : weights[reason],
  }));
}

/** Where the platform fetches a picture or a recording of a work in monitoring. */
export function watchedAssetPath(
  { tenantId, workId }: { tenantId: string; workId: string },
  sha256: string,
): string {
  return `${apiPrefix}/v1/panel/watch/${tenantId}/${workId}/assets/${sha256}/`;
}

/** When a decision is promised: a day after it came where it is urgent, else three. */
export function promisedBy(since: Date, risk: number): Date {
  return new Date(since.getTime() + (risk >= urgentRisk ? promisedHours.urgent : promisedHours.other) * hour);
}

// Bounded, so that a long text without blanks costs no more than another.
const emailAddress = /[^\s@]{1,64}@[^\s@.]{1,63}\.[^\s@]{2}/u;
const webAddress = /\bhttps?:\/\/\S|\bwww\.\S/iu;
/** At least eight digits in a row of them, with what stands between the digits of a telephone number. */
const telephone = /(?:\+|\b)\d(?:[ ./()-]{0,2}\d){7}/u;

const date = /\b\d{4}-\d{2}-\d{2}\b/gu;

/** Whether an e-mail address, a web address or a telephone number stands in a text. */
export function hasPrivateWords(text: string): boolean {
  return emailAddress.test(text) || webAddress.test(text) || telephone.test(text.replaceAll(date, ' '));
}
