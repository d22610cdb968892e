import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { openRoute, preparedRoute, route, type Route } from '#server/platform/route.ts';
import type { CauseService } from './causes.service.ts';

export function causeRoutes(causes: CauseService): Route[] {
  return [
    route(causeEndpoints.list, (input, call) => causes.list(input, call)),
    route(causeEndpoints.listOwn, (input, call) => causes.listOwn(input, call)),
    route(causeEndpoints.readOwn, (input, call) => causes.readOwn(input, call)),
    openRoute(causeEndpoints.read, (input, call) => causes.read(input, call)),
    route(causeEndpoints.create, (input, call) => causes.create(input, call)),
    route(causeEndpoints.update, (input, call) => causes.update(input, call)),
    preparedRoute(
      causeEndpoints.setPicture,
      ({ body }, call) => causes.drawPicture(body.picture, call),
      (input, call, picture) => causes.setPicture(input, call, picture),
    ),
    route(causeEndpoints.move, (input, call) => causes.move(input, call)),
    preparedRoute(
      causeEndpoints.addUpdate,
      ({ body }, call) => causes.drawPicture(body.picture, call),
      (input, call, picture) => causes.addUpdate(input, call, picture),
    ),
    route(causeEndpoints.raised, (_input, call) => causes.raised(call)),
  ];
}
