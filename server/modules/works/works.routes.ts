import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { Route } from '#server/platform/route.ts';
import { createReaderRoute, type ReaderRouteOptions } from './reader-route.ts';
import * as works from './works.service.ts';

export function workRoutes(options: ReaderRouteOptions): Route[] {
  const reading = createReaderRoute(options);
  return [
    reading(workEndpoints.list, ({ query }, at) => works.listWorks(query, at)),
    reading(workEndpoints.read, ({ params }, at) => works.readWork(params.workId, at)),
    reading(workEndpoints.listChapters, ({ params, query }, at) =>
      works.listChapters(params.workId, query, at),
    ),
    reading(workEndpoints.listPages, ({ params, query }, at) => works.listPages(params.workId, query, at)),
    reading(workEndpoints.listCredits, ({ query }, at) => works.listCredits(query, at)),
  ];
}
