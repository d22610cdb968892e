import type { Module, OptionsOf } from '#server/platform/module.ts';
import { oldReveals } from './cards.repository.ts';
import { cardRoutes } from './cards.routes.ts';
import { createCardService } from './cards.service.ts';

/** Cards with which children sign in. */
export function createCards(deps: OptionsOf<typeof createCardService>): Module {
  return { routes: cardRoutes(createCardService(deps)), oldRows: () => [oldReveals] };
}
