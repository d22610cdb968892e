import { dearWorldEndpoints } from '#contract/dear-world/dear-world.endpoints.ts';
import { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { pickedEndpoints } from '#contract/panel/picked.endpoints.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { suggestionEndpoints } from '#contract/panel/suggestions.endpoints.ts';
import { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import { csvRoute, route, type Route } from '#server/platform/route.ts';
import { listCategories, readCategory } from './categories.list.ts';
import type { ListFiles } from './list-files.service.ts';
import { panelAudit } from './panel-audit.service.ts';
import type { DearWorldService } from './messages.service.ts';
import type { NumberService } from './numbers.service.ts';
import type { PanelService } from './panel.service.ts';
import type { PickService } from './picks.service.ts';
import { readWorkNumbers } from './work-numbers.ts';
import { savedViews } from './views.service.ts';
import type { PanelWorkService } from './works.service.ts';

export function panelRoutes(panel: PanelService, numbers: NumberService, works: PanelWorkService): Route[] {
  return [
    route(panelEndpoints.listTenants, (input, call) => panel.listTenants(input, call)),
    route(panelEndpoints.listPeople, (input, call) => panel.listPeople(input, call)),
    route(panelEndpoints.listStudents, (input, call) => panel.listStudents(input, call)),
    route(panelAuditEndpoints.listAudit, panelAudit.list),
    route(panelAuditEndpoints.readAudit, (input, call) => panelAudit.read(input, call)),
    route(panelWorkEndpoints.listWorks, (input, call) => works.list(input, call)),
    route(panelWorkEndpoints.readWork, (input, call) => works.read(input, call)),
    route(panelCategoryEndpoints.listCategories, ({ query }, call) => listCategories(query, call)),
    route(panelCategoryEndpoints.readCategory, ({ params }, call) => readCategory(params.categoryId, call)),
    route(numberEndpoints.readNumbers, ({ query }, call) => numbers.read(call, query.days)),
    route(numberEndpoints.readWorkNumbers, ({ query }, call) => readWorkNumbers(call, query)),
    route(numberEndpoints.readPeopleNumbers, ({ query }, call) => numbers.readPeople(call, query.days)),
  ];
}

/** What belongs to all lists alike: their files and saved views. */
export function listFileRoutes(files: ListFiles): Route[] {
  return [
    route(viewEndpoints.listViews, (_input, call) => savedViews.list(call)),
    route(viewEndpoints.saveView, (input, call) => savedViews.save(input, call)),
    route(viewEndpoints.renameView, (input, call) => savedViews.rename(input, call)),
    route(viewEndpoints.deleteView, (input, call) => savedViews.remove(input, call)),
    csvRoute(listFileEndpoints.exportTenants, (input, call) => files.tenants(input, call)),
    csvRoute(listFileEndpoints.exportPeople, (input, call) => files.people(input, call)),
    csvRoute(listFileEndpoints.exportWorks, (input, call) => files.works(input, call)),
    csvRoute(listFileEndpoints.exportLetters, (input, call) => files.letters(input, call)),
    csvRoute(listFileEndpoints.exportAudit, (input, call) => files.audit(input, call)),
  ];
}

export function pickRoutes(picks: PickService): Route[] {
  return [
    route(pickedEndpoints.list, (_input, call) => picks.list(call)),
    route(pickEndpoints.pick, async (input, call) => {
      await picks.pick(input, call);
      return {};
    }),
    route(suggestionEndpoints.listSuggested, (_input, call) => picks.listSuggested(call)),
    route(suggestionEndpoints.decline, async (input, call) => {
      await picks.decline(input, call);
      return {};
    }),
    route(pickEndpoints.unpick, async (input, call) => {
      await picks.unpick(input, call);
      return {};
    }),
  ];
}

export function messageRoutes(messages: DearWorldService): Route[] {
  return [
    route(dearWorldEndpoints.read, (input, call) => messages.read(input, call)),
    route(messageEndpoints.list, (input, call) => messages.list(input, call)),
    route(messageEndpoints.pick, async (input, call) => {
      await messages.pick(input, call);
      return {};
    }),
    route(messageEndpoints.unpick, async (input, call) => {
      await messages.unpick(input, call);
      return {};
    }),
  ];
}
