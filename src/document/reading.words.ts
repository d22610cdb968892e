import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { placeInWords } from './work-words.ts';

type Sized = Pick<WorkCard, 'kind' | 'parts'>;

/** Whether somebody came to the end. */
export function isFinished(reading: Pick<ReadingRow, 'reached'>, { parts }: Pick<Sized, 'parts'>): boolean {
  return reading.reached >= parts;
}

/** Which time it is being read by who opens it at a place, from 0: whoever finished it and is at the beginning begins anew. */
export function roundOf(reading: ReadingRow | null, parts: number, place: number): number {
  if (!reading) return 1;
  return place === 0 && parts > 1 && isFinished(reading, { parts }) ? reading.round + 1 : reading.round;
}

/** Where one goes on, from 1: where one stopped, and at the beginning of what one has finished. */
export function placeToGoOn(reading: ReadingRow | null, work: Sized): number {
  return reading && !isFinished(reading, work) ? reading.reached : 1;
}

/** “Page 4 of 12”; null for what was never opened. */
export function progressInWords(reading: ReadingRow | null, work: Sized): string | null {
  if (!reading) return null;
  if (isFinished(reading, work)) return 'You have read it';
  return placeInWords(work, reading.reached);
}

/** Works that somebody has begun and not finished, the last one first. */
export function begun(readings: readonly ReadingRow[]): readonly ReadingRow[] {
  return readings
    .filter(({ round, reached }) => reached > 1 || round > 1)
    .toSorted((one, other) => (one.read_at < other.read_at ? 1 : -1));
}
