import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { nextPage } from '#contract/kit/page.ts';
import { route, type Route } from '#server/platform/route.ts';
import * as repository from './causes.repository.ts';

export function causeRoutes(): Route[] {
  return [
    route(causeEndpoints.list, async ({ query }, { transaction }) => {
      const count = await repository.countCauses(transaction);
      return {
        count,
        next: nextPage(query, count),
        results: await repository.listCauses(transaction, query),
      };
    }),
  ];
}
