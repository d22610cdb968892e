import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import { savedListEndpoints } from '#contract/exports/saved-lists.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { ExportService } from './exports.service.ts';

export function exportRoutes(exports: ExportService): Route[] {
  return [
    route(exportEndpoints.list, async (_input, call) => ({ results: await exports.list(call) })),
    route(exportEndpoints.start, (_input, call) => exports.start(call)),
    route(exportEndpoints.makeLink, ({ params, body }, call) =>
      exports.makeLink({ exportId: params.exportId, part: body.part }, call),
    ),
    route(savedListEndpoints.noteList, ({ body }, call) => exports.noteList(body, call)),
    route(exportEndpoints.listOf, async ({ params }, call) => ({
      results: await exports.listOf(params.tenantId, call),
    })),
    route(exportEndpoints.startOf, ({ params, body }, call) =>
      exports.startOf(params.tenantId, body.reason, call),
    ),
    route(exportEndpoints.makeLinkOf, ({ params, body }, call) =>
      exports.makeLinkOf({ ...params, part: body.part }, call),
    ),
  ];
}
