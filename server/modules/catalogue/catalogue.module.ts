import type { Module, OptionsOf } from '#server/platform/module.ts';
import { catalogueRoutes } from './catalogue.routes.ts';

/** Lists of the works that somebody answers for, and what is done with many of them at once. */
export function createCatalogue(deps: OptionsOf<typeof catalogueRoutes>): Module {
  return { routes: catalogueRoutes(deps) };
}
