import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { PanelMailService } from './panel-mail.service.ts';

export function panelMailRoutes(mail: PanelMailService): Route[] {
  return [
    route(panelMailEndpoints.listAll, (input, call) => mail.listAll(input, call)),
    route(panelMailEndpoints.read, (input, call) => mail.read(input, call)),
    route(panelMailEndpoints.showAddress, (input, call) => mail.showAddress(input, call)),
    route(panelMailEndpoints.sendAgain, (input, call) => mail.sendAgain(input, call)),
    route(panelMailEndpoints.listSuppressions, (input, call) => mail.listSuppressions(input, call)),
    route(panelMailEndpoints.suppress, (input, call) => mail.suppress(input, call)),
    route(panelMailEndpoints.lift, (input, call) => mail.lift(input, call)),
  ];
}
