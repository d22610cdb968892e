import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import * as catalogue from './catalogue.service.ts';

export function catalogueRoutes({ listSchools }: { listSchools: catalogue.ListSchools }): Route[] {
  return [
    route(catalogueEndpoints.list, ({ query }, call) => catalogue.list(query, call)),
    route(catalogueEndpoints.publish, catalogue.publish),
    route(catalogueEndpoints.withdraw, catalogue.withdraw),
    route(catalogueEndpoints.shelve, catalogue.shelve),
    route(catalogueEndpoints.feature, catalogue.feature),
    route(catalogueEndpoints.listOfSchools, ({ query }, call) =>
      catalogue.listOfSchools(query, call, listSchools),
    ),
  ];
}
