import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { OfferService } from './offers.service.ts';

/** Books of visitors. */
export function offerRoutes(offers: OfferService): Route[] {
  return [
    openRoute(offerEndpoints.ask, (input, call) => offers.ask(input, call)),
    openRoute(offerEndpoints.confirm, (input, call) => offers.confirm(input, call)),
    openRoute(offerEndpoints.readState, (input, call) => offers.readState(input, call)),
    openRoute(offerEndpoints.sendPage, (input, call) => offers.sendPage(input, call)),
    openRoute(offerEndpoints.handIn, (input, call) => offers.handIn(input, call)),
    openRoute(offerEndpoints.takeBack, (input, call) => offers.takeBack(input, call)),
    route(offerEndpoints.list, ({ query }, call) => offers.list(query, call)),
    route(offerEndpoints.accept, (input, call) => offers.accept(input, call)),
    route(offerEndpoints.refuse, (input, call) => offers.refuse(input, call)),
  ];
}
