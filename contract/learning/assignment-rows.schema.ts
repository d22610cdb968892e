import * as v from 'valibot';
import { Day } from '../kit/day.ts';
import { Id } from '../kit/id.ts';

/** A page that is set for a class. */
export const AssignmentRow = v.object({
  /** Follows from the class and the page, see `assignmentId`. */
  id: Id,
  class_id: Id,
  page_id: Id,
  due: v.nullable(Day),
});
export type AssignmentRow = v.InferOutput<typeof AssignmentRow>;
