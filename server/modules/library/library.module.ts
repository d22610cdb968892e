import type { Module, OptionsOf } from '#server/platform/module.ts';
import { libraryRoutes } from './library.routes.ts';

/** What stands on the shelves, what is found there, and how much of it there is. */
export function createLibrary(deps: OptionsOf<typeof libraryRoutes>): Module {
  return { routes: libraryRoutes(deps) };
}
