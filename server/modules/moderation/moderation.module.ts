import type { Module, OptionsOf } from '#server/platform/module.ts';
import { moderationRoutes } from './moderation.routes.ts';

/** What was told about works, what the school decides, and which works the platform looks at. */
export function createModeration(deps: OptionsOf<typeof moderationRoutes>): Module {
  return { routes: moderationRoutes(deps) };
}
