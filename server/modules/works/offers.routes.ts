import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { OfferService } from './offers.service.ts';

/** Books of visitors. */
export function offerRoutes(offers: OfferService): Route[] {
  return [
    openRoute(offerEndpoints.ask, offers.ask),
    openRoute(offerEndpoints.confirm, offers.confirm),
    openRoute(offerEndpoints.readState, offers.readState),
    openRoute(offerEndpoints.sendPage, offers.sendPage),
    openRoute(offerEndpoints.handIn, offers.handIn),
    openRoute(offerEndpoints.takeBack, offers.takeBack),
    route(offerEndpoints.list, ({ query }, call) => offers.list(query, call)),
    route(offerEndpoints.accept, offers.accept),
    route(offerEndpoints.refuse, offers.refuse),
  ];
}
