import type { Module, OptionsOf } from '#server/platform/module.ts';
import { oldRequests } from './requests.repository.ts';
import { requestRoutes } from './requests.routes.ts';
import { createRequestService } from './requests.service.ts';
import { createStaffRequestService } from './staff-requests.service.ts';

/** What strangers ask of the platform. */
export function createRequests(
  deps: OptionsOf<typeof createRequestService> & OptionsOf<typeof createStaffRequestService>,
): Module {
  return {
    routes: requestRoutes(createRequestService(deps), createStaffRequestService(deps)),
    oldRows: () => [oldRequests],
  };
}
