import { championEndpoints, ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { listChampions } from './champions.list.ts';
import type { CommunityWorkService } from './community-works.service.ts';
import type { ChampionService } from './champions.service.ts';

export function championRoutes(champions: ChampionService, works: CommunityWorkService): Route[] {
  return [
    route(championEndpoints.list, ({ query }, call) => listChampions(query, call)),
    route(championEndpoints.grant, ({ body }, call) => champions.grant(body, call)),
    route(championEndpoints.extend, ({ params, body }, call) => champions.extend(params.id, body, call)),
    route(championEndpoints.revoke, ({ params, body }, call) => champions.revoke(params.id, body, call)),
    route(ownChampionEndpoints.readOwn, (_input, call) => champions.readOwn(call)),
    route(ownChampionEndpoints.listWorks, ({ query }, call) => works.list(query, call)),
    route(ownChampionEndpoints.suggest, async (input, call) => {
      await works.suggest(input, call);
      return {};
    }),
    route(ownChampionEndpoints.listSuggestions, (_input, call) => works.listOwn(call)),
  ];
}
