import { dearWorldEndpoints } from '#contract/dear-world/dear-world.endpoints.ts';
import { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import { pickedEndpoints } from '#contract/panel/picked.endpoints.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { listCategories, readCategory } from './categories.list.ts';
import { panelAudit } from './panel-audit.service.ts';
import type { DearWorldService } from './messages.service.ts';
import type { NumberService } from './numbers.service.ts';
import type { PanelService } from './panel.service.ts';
import type { PickService } from './picks.service.ts';
import { readWorkNumbers } from './work-numbers.ts';
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

export function pickRoutes(picks: PickService): Route[] {
  return [
    route(pickedEndpoints.list, (_input, call) => picks.list(call)),
    route(pickEndpoints.pick, async (input, call) => {
      await picks.pick(input, call);
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
