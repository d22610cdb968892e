import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { watchWork } from '../moderation/watch.ts';
import { listWorksWith } from '../moderation/watched-words.ts';
import type { RequestReadingOptions } from '../works/request-reading.web.ts';
import { askSchool, claimWatched, keepWatched, readWatched, reinstateWatched } from './monitoring.service.ts';
import { shownToStrangers, takeDownWatched } from './monitoring.service.ts';
import { findShownCover, listForStrangers, readAcross } from './read-across.ts';
import { watchRoutes } from './watch.routes.ts';
import { createWatchService } from './watch.service.ts';
import { serveWatchedAssets } from './watched-assets.web.ts';
import { createWatchedWordService } from './watched-words.service.ts';
import { watchedWordsTask } from './watched-words.task.ts';

/** What those who run the platform are shown of works. */
export const worksAcross = { findShownCover, listForStrangers, read: readAcross };

/** What they may do with works that are watched. */
const watchedWorks = {
  read: readWatched,
  claim: claimWatched,
  keep: keepWatched,
  ask: askSchool,
  takeDown: takeDownWatched,
  reinstate: reinstateWatched,
  shownToStrangers,
};

/** Works that the platform looks at, what it decides, and the words that it looks for. */
export function createMonitoring(
  deps: Platform &
    Omit<OptionsOf<typeof createWatchService>, 'works'> &
    Pick<RequestReadingOptions, 'findActor'> & { worksOnTenants: boolean },
): Module {
  const { panel, worksOnTenants } = deps;
  return {
    routes: watchRoutes(createWatchService({ ...deps, works: watchedWorks }), createWatchedWordService(deps)),
    tasks:
      panel && worksOnTenants
        ? [watchedWordsTask({ ...deps, panel, watch: { listWorksWith, watchWork } })]
        : [],
    serve({ app, findOpenTenant }) {
      serveWatchedAssets(app, { ...deps, findTenant: findOpenTenant });
    },
  };
}
