import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { StepDone, StepId } from './learning.schema.ts';

export const learningEndpoints = {
  setStep: endpoint({
    name: 'learning.setStep',
    summary:
      'Keep that a step of a page was done or tried; what all devices say adds up, and the first moment stands',
    method: 'PUT',
    path: '/learning/:pageId/steps/:stepId/',
    roles: 'signed-in',
    offline: 'queued',
    params: v.object({ pageId: Id, stepId: StepId }),
    body: StepDone,
    /** The same whether or not the page is there: the rows come with the next pull. */
    response: v.object({}),
  }),
} as const;
