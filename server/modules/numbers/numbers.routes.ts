import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { NumberService } from './numbers.service.ts';
import { readWorkNumbers } from './work-numbers.ts';

export function numberRoutes(numbers: NumberService): Route[] {
  return [
    route(numberEndpoints.readNumbers, ({ query }, call) => numbers.read(call, query.days)),
    route(numberEndpoints.readWorkNumbers, ({ query }, call) => readWorkNumbers(call, query)),
    route(numberEndpoints.readPeopleNumbers, ({ query }, call) => numbers.readPeople(call, query.days)),
  ];
}
