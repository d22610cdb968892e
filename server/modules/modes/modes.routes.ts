import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import { platformModeEndpoints } from '#contract/modes/platform-modes.endpoints.ts';
import { preparedRoute, route, type Route } from '#server/platform/route.ts';
import { listModes, setLock } from './modes.service.ts';
import type { PlatformModeService } from './platform-modes.service.ts';

export function modeRoutes(platform: PlatformModeService): Route[] {
  return [
    route(modeEndpoints.list, ({ query }, call) => listModes(query, call)),
    route(modeEndpoints.setLock, ({ params, body }, call) => setLock(params.id, body.locked, call)),
    route(platformModeEndpoints.list, (_input, call) => platform.list(call)),
    preparedRoute(
      platformModeEndpoints.create,
      ({ body }, call) => platform.drawPicture(body.image, call),
      (input, call, picture) => platform.create(input, call, picture),
    ),
    preparedRoute(
      platformModeEndpoints.update,
      ({ body }, call) => platform.drawPicture(body.image, call),
      (input, call, picture) => platform.update(input, call, picture),
    ),
    route(platformModeEndpoints.setOrder, (input, call) => platform.setOrder(input, call)),
  ];
}
