import type { Module, Platform } from '#server/platform/module.ts';
import { readingForRequests, type RequestReadingOptions } from '../works/request-reading.web.ts';
import { resourceRoutes } from './resources.routes.ts';
import { serveResourceFiles } from './resources.web.ts';

/** What adults share: worksheets and texts. */
export function createResources(deps: Platform & Omit<RequestReadingOptions, 'findTenant'>): Module {
  return {
    routes: resourceRoutes({ ...deps, workers: deps.pictures }),
    serve({ app, findOpenTenant }) {
      serveResourceFiles(app, {
        ...deps,
        readFor: readingForRequests({ ...deps, findTenant: findOpenTenant }),
      });
    },
  };
}
