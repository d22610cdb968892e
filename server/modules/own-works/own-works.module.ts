import type { Module, Platform } from '#server/platform/module.ts';
import { ownWorkRoutes } from './own-works.routes.ts';
import { createOwnWorkService } from './own-works.service.ts';

/** Books that nobody here wrote, with whose they are and on what terms they are shown. */
export function createOwnWorks({ pictures }: Pick<Platform, 'pictures'>): Module {
  return { routes: ownWorkRoutes(createOwnWorkService({ workers: pictures })) };
}
