import * as v from 'valibot';
import { Id } from '../kit/id.ts';

/** What a new school does first, in this order. */
export const setupSteps = ['brand', 'first_class', 'students', 'cards', 'teacher', 'first_story'] as const;

export type SetupStep = (typeof setupSteps)[number];

/** How far a school that registered is. */
export const SetupList = v.object({
  /** It was put away; whoever wants it again has it at once. */
  is_hidden: v.boolean(),
  /** Read from what there is each time: nobody ticks anything. */
  steps: v.array(v.object({ key: v.picklist(setupSteps), is_done: v.boolean() })),
  /** The oldest of its classes, where there is one: children and cards come there. */
  class_id: v.nullable(Id),
});
export type SetupList = v.InferOutput<typeof SetupList>;

/** Null for a school that was not registered, and for an organization. */
export const SetupAnswer = v.object({ setup: v.nullable(SetupList) });
export type SetupAnswer = v.InferOutput<typeof SetupAnswer>;
