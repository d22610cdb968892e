import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { pickRoutes } from './picks.routes.ts';
import { createPickService } from './picks.service.ts';
import { servePickedCovers } from './picks.web.ts';
import type { SchoolPictureOptions } from './school-pictures.web.ts';
import { panelWorkRoutes } from './works.routes.ts';
import { createPanelWorkService } from './works.service.ts';

/** Works of all schools, the categories that they get, and those that the platform picks for its own site. */
export function createPanelWorks(
  deps: Platform &
    OptionsOf<typeof createPanelWorkService> &
    OptionsOf<typeof createPickService> & {
      works: { findShownCover: SchoolPictureOptions['findPicture'] };
    },
): Module {
  const { database, media, works } = deps;
  return {
    routes: [...panelWorkRoutes(createPanelWorkService(deps)), ...pickRoutes(createPickService(deps))],
    serve({ app, findTenant }) {
      servePickedCovers(app, { database, media, findTenant, findPicture: works.findShownCover });
    },
  };
}
