import { helpEndpoints } from '#contract/help/help.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { HelpService } from './help.service.ts';

export function helpRoutes(help: HelpService): Route[] {
  return [
    route(helpEndpoints.list, async ({ query }, { actor, tenant }) =>
      help.list({ role: actor?.role ?? null, isOnPlatform: tenant.is_platform }, query),
    ),
  ];
}
