import type { Module, OptionsOf } from '#server/platform/module.ts';
import { championRoutes } from './champions.routes.ts';
import { createChampionService } from './champions.service.ts';
import { createCommunityWorkService } from './community-works.service.ts';

/** Champions, for as long as they have their rights, and the works that they suggest. */
export function createChampions(
  deps: OptionsOf<typeof createChampionService> & OptionsOf<typeof createCommunityWorkService>,
): Module {
  return { routes: championRoutes(createChampionService(deps), createCommunityWorkService(deps)) };
}
