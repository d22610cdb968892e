import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { route, type Actor, type Call, type Route } from '#server/platform/route.ts';
import { readerOf } from '../works/reader.ts';
import { createReaderRoute, type ReaderRouteOptions } from '../works/reader-route.ts';
import type { Reading } from '../works/works.repository.ts';
import * as repository from './library.repository.ts';
import * as library from './library.service.ts';

export function libraryRoutes(
  options: ReaderRouteOptions &
    library.Searches & {
      /** Whether practice money is counted, not real money. */
      isTest: boolean;
    },
): Route[] {
  const reading = createReaderRoute(options);

  const asStaff = ({ transaction, actor }: Call<Actor>): Reading => ({
    transaction,
    tenantId: actor.tenant_id,
    reader: readerOf(actor, false),
  });

  return [
    reading(libraryEndpoints.listShelves, ({ query }, at) => library.listShelves(query, at)),
    reading(libraryEndpoints.searchAll, ({ query }, at) => library.searchAll(query, at, options)),
    reading(libraryEndpoints.readBookStats, async (_input, at) => ({
      book_stats: await repository.countShelf(at),
    })),
    reading(libraryEndpoints.readImpacts, (_input, at) => library.readImpacts(at, options.isTest)),
    reading(libraryEndpoints.readReactionStats, ({ query }, at) => library.readReactionStats(query, at)),
    route(libraryEndpoints.readTeacherBookStats, async (_input, call) => ({
      book_stats: await repository.countByState(asStaff(call), 'book'),
    })),
    route(libraryEndpoints.readTeacherStoryStats, async (_input, call) => ({
      blog_stats: await repository.countByState(asStaff(call), 'story'),
    })),
  ];
}
