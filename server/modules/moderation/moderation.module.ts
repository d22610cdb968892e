import type { Module, OptionsOf } from '#server/platform/module.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { watchWork } from './watch.ts';
import { listWorksWith } from './watched-words.ts';

/** By what other modules find works that the platform looks at. */
export const watching = { listWorksWith, watchWork };

/** What was told about works, what the school decides, and which works the platform looks at. */
export function createModeration(deps: OptionsOf<typeof moderationRoutes>): Module {
  return { routes: moderationRoutes(deps) };
}
