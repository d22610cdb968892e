import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { TenantService } from '../tenants/tenants.service.ts';
import { contentRoutes } from './content.routes.ts';
import { createContentService, type ContentService } from './content.service.ts';
import { createEditorService } from './editor.service.ts';
import { createFilmBytes } from './film-bytes.ts';
import { leftFilms } from './films.repository.ts';
import { createFilmService } from './films.service.ts';
import { serveFilms } from './films.web.ts';
import { createJoinLinks, type JoinLinks } from './join-links.ts';
import { createPreviews } from './previews.ts';
import { createSearchPages } from './search-pages.ts';
import { createPageWriter, serveCrawlers } from './served-pages.web.ts';

export interface Content extends Module {
  readonly content: ContentService;
  readonly joinLinks: JoinLinks;
  readonly findPages: ReturnType<typeof createSearchPages>;
  /** Writes public pages into the built web app of this folder. */
  writePages(webRoot: string): ReturnType<typeof createPageWriter>;
}

/** Public pages, their films and their editor. */
export function createContent(
  deps: Platform &
    OptionsOf<typeof createContentService> &
    Pick<OptionsOf<typeof contentRoutes>, 'community'> &
    Pick<OptionsOf<typeof createPreviews>, 'standing'> & { tenants: Pick<TenantService, 'ofHost'> },
): Content {
  const content = createContentService(deps);
  const joinLinks = createJoinLinks(deps);
  const editor = createEditorService({ content, joinLinks });
  const bytes = createFilmBytes(deps);
  const films = createFilmService({ ...deps, bytes });
  const previews = createPreviews({ ...deps, content, editor });
  const visited = {
    ...deps,
    content,
    findTenant: (host: string | undefined) => deps.tenants.ofHost(host),
  };
  return {
    content,
    joinLinks,
    findPages: createSearchPages({ ...deps, content }),
    writePages: (webRoot) => createPageWriter(webRoot, visited),
    routes: contentRoutes({ ...deps, content, editor, films, joinLinks, previews }),
    oldRows: () => [leftFilms],
    serve({ app, findOpenTenant }) {
      serveFilms(app, { ...deps, content, films, bytes, findTenant: findOpenTenant });
      serveCrawlers(app, visited);
    },
  };
}
