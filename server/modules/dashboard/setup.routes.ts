import { setupEndpoints } from '#contract/dashboard/setup.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { SetupService } from './setup.service.ts';

export function setupRoutes(setup: SetupService): Route[] {
  return [
    route(setupEndpoints.read, (_input, call) => setup.read(call)),
    route(setupEndpoints.hide, ({ body }, call) => setup.hide(body.is_hidden, call)),
  ];
}
