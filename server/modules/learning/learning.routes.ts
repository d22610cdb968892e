import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { setStep } from './learning.service.ts';

export function learningRoutes(): Route[] {
  return [
    route(learningEndpoints.setStep, async (input, call) => {
      await setStep(input, call);
      return {};
    }),
  ];
}
