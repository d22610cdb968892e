import { dearWorldEndpoints } from '#contract/dear-world/dear-world.endpoints.ts';
import { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { DearWorldService } from './messages.service.ts';

export function messageRoutes(messages: DearWorldService): Route[] {
  return [
    route(dearWorldEndpoints.read, (input, call) => messages.read(input, call)),
    route(messageEndpoints.list, (input, call) => messages.list(input, call)),
    route(messageEndpoints.pick, async (input, call) => {
      await messages.pick(input, call);
      return {};
    }),
    route(messageEndpoints.unpick, async (input, call) => {
      await messages.unpick(input, call);
      return {};
    }),
  ];
}
