import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { RequestService } from './requests.service.ts';
import type { StaffRequestService } from './staff-requests.service.ts';

/** Forms of the public pages, and those who answer them. */
export function requestRoutes(requests: RequestService, staff: StaffRequestService): Route[] {
  return [
    openRoute(requestEndpoints.ticket, (_input, call) => requests.ticket(call)),
    openRoute(requestEndpoints.send, (input, call) => requests.send(input, call)),
    openRoute(requestEndpoints.confirm, (input, call) => requests.confirm(input, call)),
    openRoute(requestEndpoints.readState, (input, call) => requests.readState(input, call)),
    route(requestEndpoints.list, (input, call) => staff.list(input, call)),
    route(requestEndpoints.read, (input, call) => staff.read(input, call)),
    route(requestEndpoints.answer, (input, call) => staff.answer(input, call)),
    route(requestEndpoints.decide, (input, call) => staff.decide(input, call)),
    route(requestEndpoints.invite, (input, call) => staff.invite(input, call)),
    route(requestEndpoints.remind, (input, call) => staff.remind(input, call)),
    route(requestEndpoints.assign, (input, call) => staff.assign(input, call)),
  ];
}
