import type { Module, OptionsOf } from '#server/platform/module.ts';
import { healthRoutes } from './health.routes.ts';

/** Whether this server can be sent requests. */
export function createHealth(deps: OptionsOf<typeof healthRoutes>): Module {
  return { routes: healthRoutes(deps) };
}
