import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { ContentService } from '../content/content.service.ts';
import { createFilmBytes } from './film-bytes.ts';
import { leftFilms } from './films.repository.ts';
import { filmRoutes } from './films.routes.ts';
import { createFilmService } from './films.service.ts';
import { serveFilms } from './films.web.ts';

/** Films of public pages: how they are sent, and how they are shown. */
export function createFilms(
  deps: Platform &
    Pick<OptionsOf<typeof createFilmService>, 'pages'> & { content: Pick<ContentService, 'findFilm'> },
): Module {
  const bytes = createFilmBytes(deps);
  const films = createFilmService({ ...deps, bytes });
  return {
    routes: filmRoutes(films),
    oldRows: () => [leftFilms],
    serve({ app, findOpenTenant }) {
      serveFilms(app, { ...deps, films, bytes, findTenant: findOpenTenant });
    },
  };
}
