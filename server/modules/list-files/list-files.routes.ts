import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { csvRoute, type Route } from '#server/platform/route.ts';
import type { ListFiles } from './list-files.service.ts';

export function listFileRoutes(files: ListFiles): Route[] {
  return [
    csvRoute(listFileEndpoints.exportTenants, (input, call) => files.tenants(input, call)),
    csvRoute(listFileEndpoints.exportPeople, (input, call) => files.people(input, call)),
    csvRoute(listFileEndpoints.exportWorks, (input, call) => files.works(input, call)),
    csvRoute(listFileEndpoints.exportLetters, (input, call) => files.letters(input, call)),
    csvRoute(listFileEndpoints.exportAudit, (input, call) => files.audit(input, call)),
  ];
}
