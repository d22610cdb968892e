import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { viewEndpoints } from '#contract/panel/views.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { panelAudit } from './panel-audit.service.ts';
import type { PanelService } from './panel.service.ts';
import { savedViews } from './views.service.ts';

export function panelRoutes(panel: PanelService): Route[] {
  return [
    route(panelEndpoints.listTenants, (input, call) => panel.listTenants(input, call)),
    route(panelEndpoints.listPeople, (input, call) => panel.listPeople(input, call)),
    route(panelEndpoints.listStudents, (input, call) => panel.listStudents(input, call)),
    route(panelAuditEndpoints.listAudit, panelAudit.list),
    route(panelAuditEndpoints.readAudit, (input, call) => panelAudit.read(input, call)),
    route(viewEndpoints.listViews, (_input, call) => savedViews.list(call)),
    route(viewEndpoints.saveView, (input, call) => savedViews.save(input, call)),
    route(viewEndpoints.renameView, (input, call) => savedViews.rename(input, call)),
    route(viewEndpoints.deleteView, (input, call) => savedViews.remove(input, call)),
  ];
}
