import { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import * as reading from './reading.service.ts';

export function readingRoutes(): Route[] {
  return [
    route(readingEndpoints.reach, async (input, call) => {
      await reading.reach(input, call);
      return {};
    }),
    route(readingEndpoints.mark, async (input, call) => {
      await reading.mark(input, call);
      return {};
    }),
    route(readingEndpoints.react, async (input, call) => {
      await reading.react(input, call);
      return {};
    }),
    route(readingEndpoints.choose, async (input, call) => {
      await reading.choose(input, call);
      return input.body;
    }),
  ];
}
