import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { serveAssets } from './assets.web.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { beginWithOffered } from './categories.service.ts';
import { clearPrices, findForSale, listCollecting, lockSale, setSale } from './for-sale.ts';
import { noteCopies, oldCopies } from './kept-copies.ts';
import { looksAfterPerson, looksAfterWork } from './looked-after.ts';
import { mediaWeekRoutes, oldMediaWeeks } from './media-weeks.ts';
import { findMessageDrawing, listMessagesForStrangers } from './messages.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { askSchool, claimWatched, keepWatched, readWatched, reinstateWatched } from './monitoring.service.ts';
import { shownToStrangers, takeDownWatched } from './monitoring.service.ts';
import { oldOffers } from './offers.repository.ts';
import { offerRoutes } from './offers.routes.ts';
import { createOfferService } from './offers.service.ts';
import { serveOfferedPages } from './offers.web.ts';
import { oldVersions } from './old-versions.ts';
import { ofPerson } from './own-snapshot.ts';
import { ownWorkRoutes } from './own-works.routes.ts';
import { createOwnWorkService } from './own-works.service.ts';
import { permissionRoutes } from './permissions.routes.ts';
import { pictureRoutes } from './pictures.routes.ts';
import { notePublishedWorks } from './published-works.ts';
import { listRaised } from './raised.repository.ts';
import { findShownCover, listForStrangers, readAcross } from './read-across.ts';
import { audienceOf, readerOf, visibleTo } from './reader.ts';
import { readingRoutes } from './reading.routes.ts';
import { findOnShelf, listOnShelf } from './reading.service.ts';
import { readingSnapshot, settingsSnapshot } from './reading.snapshot.ts';
import { readingForRequests } from './request-reading.web.ts';
import { resourceRoutes } from './resources.routes.ts';
import { serveResourceFiles } from './resources.web.ts';
import { watchWork } from './watch.ts';
import { serveWatchedAssets } from './watched-assets.web.ts';
import { listWorksWith } from './watched-words.ts';
import { cardsForStrangers, findWork, hasOwnWork } from './works.repository.ts';
import { workRoutes } from './works.routes.ts';
import { listChapters, listPages } from './works.service.ts';
import { writingRoutes } from './writing.routes.ts';
import { chapterSnapshot, storySnapshot } from './writing.snapshot.ts';

/** What other modules may ask about works, and do with them. */
export const works = {
  audienceOf,
  beginWithOffered,
  cardsForStrangers,
  clearPrices,
  findForSale,
  findMessageDrawing,
  findOnShelf,
  findShownCover,
  findWork,
  hasOwnWork,
  isForStrangers: (tenantId: string) => visibleTo({ kind: 'visitor' }, tenantId),
  listChapters,
  listCollecting,
  listForStrangers,
  listMessages: listMessagesForStrangers,
  listOnShelf,
  listPages,
  listRaised,
  listWorksWith,
  lockSale,
  looksAfterPerson,
  looksAfterWork,
  noteCopies,
  notePublishedWorks,
  ofPerson,
  read: readAcross,
  readerOf,
  setSale,
  watchWork,
};

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

type ReadingRequests = OptionsOf<typeof readingForRequests>;

/** Books and stories: the library, writing, reading, offers and resources. */
export function createWorks(
  deps: Platform &
    OptionsOf<typeof workRoutes> &
    OptionsOf<typeof catalogueRoutes> &
    Omit<OptionsOf<typeof createOfferService>, 'workers'> &
    Pick<OptionsOf<typeof pictureRoutes>, 'findGranted'> &
    Pick<ReadingRequests, 'findActor' | 'findBuyer'> & {
      /** Seconds for which a cache that many share may keep what is public. */
      publicSeconds: number;
    },
): Module<SnapshotSource> {
  const ofPictures = { ...deps, workers: deps.pictures };
  return {
    routes: [
      ...workRoutes(deps),
      ...catalogueRoutes(deps),
      ...writingRoutes(),
      ...mediaWeekRoutes,
      ...permissionRoutes,
      ...moderationRoutes(deps),
      ...ownWorkRoutes(createOwnWorkService(ofPictures)),
      ...resourceRoutes(ofPictures),
      ...offerRoutes(createOfferService(ofPictures)),
      ...readingRoutes(),
      ...pictureRoutes(ofPictures),
    ],
    snapshots: [storySnapshot, chapterSnapshot, readingSnapshot, settingsSnapshot],
    oldRows: (kept) => [oldOffers, oldCopies, oldMediaWeeks, oldVersions(kept)],
    serve({ app, findOpenTenant }) {
      const readFor = readingForRequests({ ...deps, findTenant: findOpenTenant });
      serveAssets(app, { ...deps, readFor });
      serveResourceFiles(app, { ...deps, readFor });
      serveOfferedPages(app, { ...deps, readFor });
      serveWatchedAssets(app, { ...deps, findTenant: findOpenTenant });
    },
  };
}
