import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { ClosingService } from './closings.service.ts';
import type { WriteOffService } from './write-offs.service.ts';

export function closingRoutes(closings: ClosingService, writeOffs: WriteOffService): Route[] {
  return [
    route(closingEndpoints.read, (_input, call) => closings.read(call)),
    openRoute(closingEndpoints.ask, ({ body }, call) => closings.ask(body, call)),
    openRoute(closingEndpoints.confirm, ({ body }, call) => closings.confirm(body.code, call)),
    route(closingEndpoints.keep, (_input, call) => closings.keep(call)),
    route(closingEndpoints.readOf, ({ params }, call) => closings.readOf(params.tenantId, call)),
    route(closingEndpoints.close, ({ params, body }, call) => closings.close(params.tenantId, body, call)),
    openRoute(closingEndpoints.confirmClose, ({ params, body }, call) =>
      closings.confirmClose(params.tenantId, body, call),
    ),
    route(closingEndpoints.keepOf, ({ params, body }, call) =>
      closings.keepOf(params.tenantId, body.reason, call),
    ),
    route(closingEndpoints.askWriteOff, async ({ params, body }, call) => {
      await writeOffs.ask(params.tenantId, body, call);
      return await closings.readOf(params.tenantId, call);
    }),
    openRoute(closingEndpoints.confirmWriteOff, async ({ params, body }, call) => {
      await writeOffs.confirm(params.tenantId, body, call);
      return await closings.readAfter(params.tenantId, call);
    }),
    route(closingEndpoints.readReceipt, ({ params }, call) => closings.readReceipt(params.tenantId, call)),
  ];
}
