import type { Module, OptionsOf } from '#server/platform/module.ts';
import { listFileRoutes } from './list-files.routes.ts';
import { createListFiles } from './list-files.service.ts';

/** Lists of the platform as files. */
export function createListFilesOfPanel(deps: OptionsOf<typeof createListFiles>): Module {
  return { routes: listFileRoutes(createListFiles(deps)) };
}
