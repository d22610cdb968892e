import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { readingForRequests, type RequestReadingOptions } from '../works/request-reading.web.ts';
import { oldOffers } from './offers.repository.ts';
import { offerRoutes } from './offers.routes.ts';
import { createOfferService } from './offers.service.ts';
import { serveOfferedPages } from './offers.web.ts';

/** Books of visitors, before somebody said yes to them. */
export function createOffers(
  deps: Platform &
    Omit<OptionsOf<typeof createOfferService>, 'workers'> &
    Omit<RequestReadingOptions, 'findTenant'>,
): Module {
  return {
    routes: offerRoutes(createOfferService({ ...deps, workers: deps.pictures })),
    oldRows: () => [oldOffers],
    serve({ app, findOpenTenant }) {
      serveOfferedPages(app, {
        ...deps,
        readFor: readingForRequests({ ...deps, findTenant: findOpenTenant }),
      });
    },
  };
}
