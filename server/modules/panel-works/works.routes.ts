import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { listCategories, readCategory } from './categories.list.ts';
import type { PanelWorkService } from './works.service.ts';

export function panelWorkRoutes(works: PanelWorkService): Route[] {
  return [
    route(panelWorkEndpoints.listWorks, (input, call) => works.list(input, call)),
    route(panelWorkEndpoints.readWork, (input, call) => works.read(input, call)),
    route(panelCategoryEndpoints.listCategories, ({ query }, call) => listCategories(query, call)),
    route(panelCategoryEndpoints.readCategory, ({ params }, call) => readCategory(params.categoryId, call)),
  ];
}
