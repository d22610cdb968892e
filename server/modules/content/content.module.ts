import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { contentRoutes } from './content.routes.ts';
import { createContentService, type ContentService } from './content.service.ts';
import { createSearchPages } from './search-pages.ts';

export interface Content extends Module {
  readonly content: ContentService;
  readonly findPages: ReturnType<typeof createSearchPages>;
}

/** Public pages, as their readers see them. */
export function createContent(
  deps: Platform &
    OptionsOf<typeof createContentService> &
    Pick<OptionsOf<typeof contentRoutes>, 'community'>,
): Content {
  const content = createContentService(deps);
  return {
    content,
    findPages: createSearchPages({ ...deps, content }),
    routes: contentRoutes({ ...deps, content }),
  };
}
