import { limits } from '../kit/limits.ts';
import type { ReadingRow } from './reading-rows.schema.ts';

/** Which time somebody reads a work, and how far they came, both from 1. */
export type Progress = Pick<ReadingRow, 'round' | 'reached'>;

/** Whether one of them is further: a later reading is, and within one the later page. So two tablets agree, whoever comes first. */
export function isFurther(one: Progress, other: Progress): boolean {
  return one.round > other.round || (one.round === other.round && one.reached > other.reached);
}

/** Of somebody who only laid a bookmark into a work. */
export const justBegun: Progress = { round: 1, reached: 1 };

/** Of a work that has a reaction and was never opened. */
export const notBegun: Progress = { round: 1, reached: 0 };

/** With or without a bookmark at a part; the very same list where that is so already. The oldest make room. */
export function withBookmark(
  bookmarks: readonly string[],
  partId: string,
  isSet: boolean,
): readonly string[] {
  if (bookmarks.includes(partId) === isSet) return bookmarks;
  return isSet
    ? [...bookmarks, partId].slice(-limits.bookmarksPerWork)
    : bookmarks.filter((each) => each !== partId);
}
