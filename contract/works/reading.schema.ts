import * as v from 'valibot';
import { limits } from '../kit/limits.ts';

const step = (last: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(last));

export const readerFonts = ['plain', 'book', 'dyslexia'] as const;
export type ReaderFont = (typeof readerFonts)[number];

/** Papers; `paper` is the one that nobody chose. */
export const readerTints = ['paper', 'white', 'yellow', 'peach', 'green', 'blue', 'dark'] as const;
export type ReaderTint = (typeof readerTints)[number];

/** Steps of each setting, from the least. */
export const readerSteps = { size: 7, width: 4, spacing: 4, height: 4 } as const;

/** How a page looks. Steps count from 0; what they are in letters is the reader's business. */
export const ReaderSettings = v.object({
  size: step(readerSteps.size - 1),
  width: step(readerSteps.width - 1),
  /** Between letters and, with it, between words. */
  spacing: step(readerSteps.spacing - 1),
  height: step(readerSteps.height - 1),
  tint: v.picklist(readerTints),
  font: v.picklist(readerFonts),
  /** One line stands out, and the others step back. */
  focus: v.boolean(),
});
export type ReaderSettings = v.InferOutput<typeof ReaderSettings>;

export const usualSettings: ReaderSettings = {
  size: 2,
  width: 2,
  spacing: 0,
  height: 1,
  tint: 'paper',
  font: 'plain',
  focus: false,
};

const count = (last: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(last));

export const ReadProgress = v.object({
  round: count(limits.readingRounds),
  reached: count(limits.partsRead),
});
