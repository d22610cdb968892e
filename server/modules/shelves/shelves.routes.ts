import { shelfEndpoints } from '#contract/shelves/shelves.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { listShelves, readOwnShelf, setOwnShelf } from './shelves.service.ts';

export function shelfRoutes(): Route[] {
  return [
    route(shelfEndpoints.list, ({ query }, call) => listShelves(query, call)),
    route(shelfEndpoints.readOwn, (_input, call) => readOwnShelf(call)),
    route(shelfEndpoints.setOwn, ({ body }, call) => setOwnShelf(body, call)),
  ];
}
