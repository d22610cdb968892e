import type { Module, OptionsOf } from '#server/platform/module.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { setupRoutes } from './setup.routes.ts';
import { createSetupService } from './setup.service.ts';

/** What staff see first, and how a school is set up. */
export function createDashboard(deps: OptionsOf<typeof createSetupService>): Module {
  return { routes: [...setupRoutes(createSetupService(deps)), ...dashboardRoutes()] };
}
