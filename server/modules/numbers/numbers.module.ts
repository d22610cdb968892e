import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { numberRoutes } from './numbers.routes.ts';
import { createNumberService } from './numbers.service.ts';
import { createReach } from './reach.ts';
import { beginCounting, countTenantsTask } from './tenant-numbers.task.ts';

export interface Numbers extends Module {
  /** How many the platform reaches. */
  readonly reach: ReturnType<typeof createReach>;
}

/** How many there are of what, counted in one school after the other. */
export function createNumbers(
  deps: Platform &
    OptionsOf<typeof createNumberService> & {
      works: Pick<OptionsOf<typeof countTenantsTask>, 'isForStrangers' | 'audienceOf'>;
      countsTenants: boolean;
    },
): Numbers {
  const { database, panel, clock, addTask, works, countsTenants } = deps;
  const { isForStrangers, audienceOf } = works;
  return {
    reach: createReach(deps),
    routes: numberRoutes(createNumberService(deps)),
    tasks: panel ? [countTenantsTask({ ...deps, panel, isForStrangers, audienceOf })] : [],
    async start() {
      if (countsTenants) await beginCounting(database, addTask, clock.now());
    },
  };
}
