import * as v from 'valibot';
import { recordingLimits } from '../works/recording-limits.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';

/** What a reviewer said aloud: a recording that was sent for the work, and how long it is. */
export const ReviewVoice = v.object({
  sha256: Sha256,
  seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(recordingLimits.seconds)),
});
export type ReviewVoice = v.InferOutput<typeof ReviewVoice>;

/** What it says in words. A tablet of before there were voices shows these, where the teacher wrote none. */
export const voiceWords = 'Listen to what I say!';
