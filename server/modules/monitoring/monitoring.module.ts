import type { Module, Platform } from '#server/platform/module.ts';
import type { RequestReadingOptions } from '../works/request-reading.web.ts';
import { askSchool, claimWatched, keepWatched, readWatched, reinstateWatched } from './monitoring.service.ts';
import { shownToStrangers, takeDownWatched } from './monitoring.service.ts';
import { findShownCover, listForStrangers, readAcross } from './read-across.ts';
import { serveWatchedAssets } from './watched-assets.web.ts';

/** What those who run the platform are shown of works. */
export const worksAcross = { findShownCover, listForStrangers, read: readAcross };

/** What those who run the platform may do with works that are watched. */
export const watchedWorks = {
  read: readWatched,
  claim: claimWatched,
  keep: keepWatched,
  ask: askSchool,
  takeDown: takeDownWatched,
  reinstate: reinstateWatched,
  shownToStrangers,
};

/** Works that the platform looks at, in their own schools. */
export function createMonitoring(deps: Platform & Pick<RequestReadingOptions, 'findActor'>): Module {
  return {
    routes: [],
    serve({ app, findOpenTenant }) {
      serveWatchedAssets(app, { ...deps, findTenant: findOpenTenant });
    },
  };
}
