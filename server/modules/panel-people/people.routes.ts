import { personEndpoints } from '#contract/panel/people.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { PersonService } from './people.service.ts';

export function personRoutes(people: PersonService): Route[] {
  return [
    route(personEndpoints.readPerson, ({ params, query }, call) => people.read(params.id, query, call)),
    route(personEndpoints.endSessions, async ({ params, body }, call) => {
      await people.endSessions(params.id, body, call);
      return {};
    }),
    route(personEndpoints.sendPasswordLink, async ({ params, body }, call) => {
      await people.sendPasswordLink(params.id, body, call);
      return {};
    }),
    route(personEndpoints.archivePerson, async ({ params, body }, call) => {
      await people.archive(params.id, body, call);
      return {};
    }),
    route(personEndpoints.restorePerson, async ({ params, body }, call) => {
      await people.restore(params.id, body, call);
      return {};
    }),
  ];
}
