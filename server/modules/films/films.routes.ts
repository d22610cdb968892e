import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { openRoute, preparedRoute, route, type Route } from '#server/platform/route.ts';
import type { FilmService } from './films.service.ts';

export function filmRoutes(films: FilmService): Route[] {
  return [
    route(filmEndpoints.begin, (input, call) => films.begin(input, call)),
    openRoute(filmEndpoints.sendPart, (input, call) => films.sendPart(input, call)),
    preparedRoute(
      filmEndpoints.finish,
      (input, call) => films.look(input, call),
      (input, call, looked) => films.finish(input, call, looked),
    ),
    route(filmEndpoints.read, (input, call) => films.read(input, call)),
    route(filmEndpoints.remove, (input, call) => films.remove(input, call)),
  ];
}
