import { pickedEndpoints } from '#contract/panel/picked.endpoints.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { suggestionEndpoints } from '#contract/panel/suggestions.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { PickService } from './picks.service.ts';

export function pickRoutes(picks: PickService): Route[] {
  return [
    route(pickedEndpoints.list, (_input, call) => picks.list(call)),
    route(pickEndpoints.pick, async (input, call) => {
      await picks.pick(input, call);
      return {};
    }),
    route(suggestionEndpoints.listSuggested, (_input, call) => picks.listSuggested(call)),
    route(suggestionEndpoints.decline, async (input, call) => {
      await picks.decline(input, call);
      return {};
    }),
    route(pickEndpoints.unpick, async (input, call) => {
      await picks.unpick(input, call);
      return {};
    }),
  ];
}
