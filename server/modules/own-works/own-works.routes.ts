import { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import { preparedRoute, route, type Route } from '#server/platform/route.ts';
import type { OwnWorkService } from './own-works.service.ts';

export function ownWorkRoutes(own: OwnWorkService): Route[] {
  return [
    route(ownWorkEndpoints.listUnpublished, (_input, call) => own.listUnpublished(call)),
    route(ownWorkEndpoints.read, (input, call) => own.read(input, call)),
    preparedRoute(
      ownWorkEndpoints.sendPage,
      (input, call) => own.lookAtPage(input, call),
      (_input, call, page) => own.keepPage(page, call),
    ),
    route(ownWorkEndpoints.create, (input, call) => own.create(input, call)),
    route(ownWorkEndpoints.change, (input, call) => own.change(input, call)),
    route(ownWorkEndpoints.publish, (input, call) => own.publish(input, call)),
    route(ownWorkEndpoints.withdraw, (input, call) => own.withdraw(input, call)),
  ];
}
