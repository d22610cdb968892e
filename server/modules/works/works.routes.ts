import type { Endpoint, EndpointParsed, EndpointResponse } from '#contract/kit/endpoint.ts';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { route, type Actor, type Call, type Route } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import * as categories from './categories.service.ts';
import { countContributions } from './categories.repository.ts';
import * as repository from './library.repository.ts';
import * as library from './library.service.ts';
import { readerOf } from './reader.ts';
import type { Reading } from './works.repository.ts';
import * as works from './works.service.ts';

export function workRoutes(options: {
  database: Database;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
  findCauses: library.FindCauses;
  findPages: library.FindPages;
  /** Whether practice money is counted, not real money. */
  isTest: boolean;
}): Route[] {
  const { database, community, findCauses, findPages, isTest } = options;

  /** For whoever reads, signed in or not. */
  function reading<E extends Endpoint & { readonly roles: 'anyone' }>(
    endpoint: E,
    read: (input: EndpointParsed<E>, reading: Reading) => Promise<EndpointResponse<E>>,
  ): Route {
    return {
      endpoint,
      kind: 'open',
      handle: async (input, { tenant, actor, now, browser }) => {
        if (!tenant) throw new Error(`${endpoint.name} is about the works of a tenant`);
        const isFamily = actor === null && (await community.isIn(tenant, { now, browser }));
        const reader = readerOf(actor, isFamily);
        return await inTenant(database, tenant.id, (transaction) =>
          read(input as EndpointParsed<E>, { transaction, tenantId: tenant.id, reader }),
        );
      },
    };
  }

  const asStaff = ({ transaction, actor }: Call<Actor>): Reading => ({
    transaction,
    tenantId: actor.tenant_id,
    reader: readerOf(actor, false),
  });

  return [
    reading(workEndpoints.list, ({ query }, at) => works.listWorks(query, at)),
    reading(workEndpoints.read, ({ params }, at) => works.readWork(params.workId, at)),
    reading(workEndpoints.listChapters, ({ params, query }, at) =>
      works.listChapters(params.workId, query, at),
    ),
    reading(workEndpoints.listPages, ({ params, query }, at) => works.listPages(params.workId, query, at)),
    reading(workEndpoints.listCredits, ({ query }, at) => works.listCredits(query, at)),
    reading(categoryEndpoints.list, ({ query }, at) => categories.listCategories(query, at)),
    route(categoryEndpoints.read, ({ params }, call) => categories.readCategory(params.categoryId, call)),
    route(categoryEndpoints.create, ({ body }, call) => categories.createCategory(body, call)),
    route(categoryEndpoints.rename, ({ params, body }, call) =>
      categories.renameCategory(params.categoryId, body, call),
    ),
    route(categoryEndpoints.archive, ({ params }, call) =>
      categories.archiveCategory(params.categoryId, call),
    ),
    route(categoryEndpoints.restore, ({ params }, call) =>
      categories.restoreCategory(params.categoryId, call),
    ),
    route(panelCategoryEndpoints.offerCategory, async ({ params }, call) => {
      await categories.offerCategory(params.categoryId, true, call);
      return {};
    }),
    route(panelCategoryEndpoints.stopOfferingCategory, async ({ params }, call) => {
      await categories.offerCategory(params.categoryId, false, call);
      return {};
    }),
    reading(categoryEndpoints.readContributions, async (_input, at) => ({
      categories: await countContributions(at),
    })),
    reading(libraryEndpoints.listShelves, ({ query }, at) => library.listShelves(query, at)),
    reading(libraryEndpoints.searchAll, ({ query }, at) =>
      library.searchAll(query, at, { findCauses, findPages }),
    ),
    reading(libraryEndpoints.readBookStats, async (_input, at) => ({
      book_stats: await repository.countShelf(at),
    })),
    reading(libraryEndpoints.readImpacts, (_input, at) => library.readImpacts(at, isTest)),
    reading(libraryEndpoints.readReactionStats, ({ query }, at) => library.readReactionStats(query, at)),
    route(libraryEndpoints.readTeacherBookStats, async (_input, call) => ({
      book_stats: await repository.countByState(asStaff(call), 'book'),
    })),
    route(libraryEndpoints.readTeacherStoryStats, async (_input, call) => ({
      blog_stats: await repository.countByState(asStaff(call), 'story'),
    })),
  ];
}
