import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { createReaderRoute, type ReaderRouteOptions } from '../works/reader-route.ts';
import { countContributions } from './categories.repository.ts';
import * as categories from './categories.service.ts';

export function categoryRoutes(options: ReaderRouteOptions): Route[] {
  const reading = createReaderRoute(options);
  return [
    reading(categoryEndpoints.list, ({ query }, at) => categories.listCategories(query, at)),
    route(categoryEndpoints.read, ({ params }, call) => categories.readCategory(params.categoryId, call)),
    route(categoryEndpoints.create, ({ body }, call) => categories.createCategory(body, call)),
    route(categoryEndpoints.rename, ({ params, body }, call) =>
      categories.renameCategory(params.categoryId, body, call),
    ),
    route(categoryEndpoints.archive, ({ params }, call) =>
      categories.archiveCategory(params.categoryId, call),
    ),
    route(categoryEndpoints.restore, ({ params }, call) =>
      categories.restoreCategory(params.categoryId, call),
    ),
    route(panelCategoryEndpoints.offerCategory, async ({ params }, call) => {
      await categories.offerCategory(params.categoryId, true, call);
      return {};
    }),
    route(panelCategoryEndpoints.stopOfferingCategory, async ({ params }, call) => {
      await categories.offerCategory(params.categoryId, false, call);
      return {};
    }),
    reading(categoryEndpoints.readContributions, async (_input, at) => ({
      categories: await countContributions(at),
    })),
  ];
}
