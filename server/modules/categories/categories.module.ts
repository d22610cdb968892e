import type { Module, OptionsOf } from '#server/platform/module.ts';
import { categoryRoutes } from './categories.routes.ts';

/** Shelves of a school by their names, and those that new schools begin with. */
export function createCategories(deps: OptionsOf<typeof categoryRoutes>): Module {
  return { routes: categoryRoutes(deps) };
}
