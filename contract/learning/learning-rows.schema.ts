import * as v from 'valibot';
import { Id } from '../kit/id.ts';

/** What the signed-in person has done of a page that one learns from, or wants to be reminded of. Each device carries this, so it is told in few words. */
export const LearningRow = v.object({
  /** The page's. */
  id: Id,
  /** By their ids. A step that was only tried has no moment. */
  steps: v.array(
    v.object({ id: v.string(), done_at: v.nullable(v.string()), answer: v.nullable(v.array(v.string())) }),
  ),
  /** Letters before the event are asked for; left out: they are not. */
  is_reminded: v.optional(v.literal(true)),
});
export type LearningRow = v.InferOutput<typeof LearningRow>;
