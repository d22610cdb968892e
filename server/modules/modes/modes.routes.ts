import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import { listModes, setLock } from './modes.service.ts';

export function modeRoutes(): Route[] {
  return [
    route(modeEndpoints.list, ({ query }, call) => listModes(query, call)),
    route(modeEndpoints.setLock, ({ params, body }, call) => setLock(params.id, body.locked, call)),
  ];
}
