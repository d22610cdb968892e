import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { tidyText } from '#contract/kit/text.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { withStep } from '#contract/learning/learning.rules.ts';
import type { StepDone } from '#contract/learning/learning.schema.ts';
import { isOfPerson, queued, type AnyQueuedDefinition } from '#src/sync/queued.ts';

export function stepInput(
  pageId: string,
  stepId: string,
  { done, answer }: StepDone,
): EndpointInput<typeof learningEndpoints.setStep> {
  const tidy = answer?.map((part) => tidyText(part).slice(0, limits.learningAnswer));
  return { params: { pageId, stepId }, body: { done, ...(tidy && { answer: tidy }) } };
}

export const setStep = queued(learningEndpoints.setStep, {
  effects: {
    learning: (rows, { params: { pageId, stepId }, body }, context) => {
      if (!isOfPerson(context)) return rows;
      const place = rows.findIndex(({ id }) => id === pageId);
      const before = rows[place]?.steps ?? [];
      const steps = withStep(before, { id: stepId, ...body }, context.queued_at);
      if (steps === before) return rows;
      const row = { id: pageId, steps: [...steps] };
      return place === -1 ? [...rows, row] : rows.with(place, row);
    },
  },
  touches: ({ params }) => [params.pageId],
  fold: (earlier, later) => {
    if (earlier.params.stepId !== later.params.stepId) return null;
    const answer = later.body.answer ?? earlier.body.answer;
    const done = earlier.body.done || later.body.done;
    return { ...later, body: { done, ...(answer && { answer }) } };
  },
  describe: ({ body }) => (body.done ? 'A step of a lesson' : 'An answer in a lesson'),
});

/** What the pages that one learns from teach the replica. */
export const learningCalls: readonly AnyQueuedDefinition[] = [setStep];
