import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { readingForRequests, type RequestReadingOptions } from '../works/request-reading.web.ts';
import { serveAssets } from './assets.web.ts';
import { mediaWeekRoutes, oldMediaWeeks } from './media-weeks.ts';
import { pictureRoutes } from './pictures.routes.ts';

/** Pictures and recordings of works: how they are taken, and how they are shown. */
export function createMedia(
  deps: Platform &
    Pick<OptionsOf<typeof pictureRoutes>, 'findGranted'> &
    Omit<RequestReadingOptions, 'findTenant'> & {
      /** Seconds for which a cache that many share may keep what is public. */
      publicSeconds: number;
    },
): Module {
  return {
    routes: [...mediaWeekRoutes, ...pictureRoutes({ ...deps, workers: deps.pictures })],
    oldRows: () => [oldMediaWeeks],
    serve({ app, findOpenTenant }) {
      serveAssets(app, { ...deps, readFor: readingForRequests({ ...deps, findTenant: findOpenTenant }) });
    },
  };
}
