import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { createClosingCodes } from './closing-codes.ts';
import { closingRoutes } from './closings.routes.ts';
import { createClosingService } from './closings.service.ts';
import { deletionTask } from './deletion.task.ts';
import { reminderTask } from './reminders.task.ts';
import { createWriteOffService } from './write-offs.service.ts';

/** How a school leaves. */
export function createClosings(
  deps: Platform &
    Omit<OptionsOf<typeof createClosingService>, 'codes'> &
    Omit<OptionsOf<typeof createWriteOffService>, 'codes'> &
    OptionsOf<typeof deletionTask> & { worksOnTenants: boolean },
): Module {
  const codes = createClosingCodes(deps);
  return {
    routes: closingRoutes(
      createClosingService({ ...deps, codes }),
      createWriteOffService({ ...deps, codes }),
    ),
    tasks: deps.worksOnTenants ? [reminderTask(deps), deletionTask(deps)] : [],
  };
}
