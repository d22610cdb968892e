import type { Module } from '#server/platform/module.ts';
import { shelfRoutes } from './shelves.routes.ts';

/** Shelves of the library. */
export function createShelves(): Module {
  return { routes: shelfRoutes() };
}
