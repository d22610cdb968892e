import type { Module, OptionsOf } from '#server/platform/module.ts';
import { oldExports } from './exports.repository.ts';
import { exportRoutes } from './exports.routes.ts';
import { createExportService } from './exports.service.ts';
import { exportTask } from './exports.task.ts';
import { serveExports } from './exports.web.ts';

/** All that a school has, as files. */
export function createExports(
  deps: OptionsOf<typeof createExportService> &
    OptionsOf<typeof exportTask> &
    Parameters<typeof serveExports>[1] & { worksOnTenants: boolean },
): Module {
  return {
    routes: exportRoutes(createExportService(deps)),
    tasks: deps.worksOnTenants ? [exportTask(deps)] : [],
    oldRows: () => [oldExports],
    serve: ({ app }) => serveExports(app, deps),
  };
}
