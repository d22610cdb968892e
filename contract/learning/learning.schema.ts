import * as v from 'valibot';
import { limits } from '../kit/limits.ts';
import { isPlainText } from '../kit/text.ts';

/** Of a step in a block: `block.step`; or `finished`, of the page itself. */
export const StepId = v.pipe(
  v.string(),
  v.maxLength(161),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)?$/u, 'This is not a step'),
);

/** What somebody chose or wrote, as the page shows it. */
const Answer = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.maxLength(limits.learningAnswer),
      v.check(isPlainText, 'An answer has a character that cannot be stored'),
    ),
  ),
  v.maxLength(8),
);

export const StepDone = v.object({
  /** False: it was tried, and is not done yet. Never undone: what one device says is done stays. */
  done: v.boolean(),
  answer: v.optional(Answer),
});
export type StepDone = v.InferOutput<typeof StepDone>;

export const ReminderSet = v.object({ is_set: v.boolean() });
