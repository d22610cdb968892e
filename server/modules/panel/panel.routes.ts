import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import { panelAuditEndpoints } from '#contract/panel/panel-audit.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { panelAudit } from './panel-audit.service.ts';
import type { PanelService } from './panel.service.ts';

export function panelRoutes(panel: PanelService): Route[] {
  return [
    route(panelEndpoints.listTenants, (input, call) => panel.listTenants(input, call)),
    route(panelEndpoints.listPeople, (input, call) => panel.listPeople(input, call)),
    route(panelEndpoints.listStudents, (input, call) => panel.listStudents(input, call)),
    route(panelAuditEndpoints.listAudit, panelAudit.list),
    route(panelAuditEndpoints.readAudit, (input, call) => panelAudit.read(input, call)),
  ];
}
