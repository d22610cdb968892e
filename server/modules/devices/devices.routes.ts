import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { DeviceService } from './devices.service.ts';
import type { PreparationService } from './preparations.service.ts';

export function deviceRoutes(options: { devices: DeviceService; preparations: PreparationService }): Route[] {
  const { devices, preparations } = options;
  return [
    route(deviceEndpoints.report, async ({ body }, call) => {
      await devices.report(body, call);
      return {};
    }),
    route(deviceEndpoints.list, ({ query }, call) => devices.list(query, call)),
    route(deviceEndpoints.rename, ({ params, body }, call) => devices.rename(params.id, body.name, call)),
    route(deviceEndpoints.forget, async ({ params }, call) => {
      await devices.forget(params.id, call);
      return {};
    }),
    route(deviceEndpoints.prepare, ({ body }, call) => preparations.prepare(body, call)),
    route(deviceEndpoints.keepPreparations, async ({ body }, call) => ({
      results: await devices.keepPreparations(body.device_ids, call),
    })),
    route(deviceEndpoints.endPreparation, ({ params }, call) => devices.endPreparation(params.id, call)),
    openRoute(deviceEndpoints.readPack, async ({ body }, { tenant, now, browser }) => {
      const pack = await preparations.readPack(tenant, body, { now, browser });
      return { asked_at: now.toISOString(), pack };
    }),
  ];
}
