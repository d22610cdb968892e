import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { serveShownPictures } from '#server/platform/shown-pictures.ts';
import { modeRoutes } from './modes.routes.ts';
import { shownModePictures } from './modes.web.ts';
import { createPlatformModeService } from './platform-modes.service.ts';

/** Looks that stories are written in. */
export function createModes(
  deps: Pick<Platform, 'database'> & OptionsOf<typeof createPlatformModeService>,
): Module {
  const { database } = deps;
  return {
    routes: modeRoutes(createPlatformModeService(deps)),
    serve: ({ app, findTenant }) => serveShownPictures(app, { database, findTenant }, shownModePictures),
  };
}
