import { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { openRoute, route, type OpenCall, type Route } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import { readerOf } from '../works/reader.ts';
import {
  approveOffer,
  declineOffer,
  listOpenOffers,
  listOwnOffers,
  readOwnOffer,
} from './resource-offers.service.ts';
import { listResources, readResource, removeResource, saveResource } from './resources.service.ts';
import type { Reading } from '../works/works.repository.ts';

/** What adults of the place share. */
export function resourceRoutes(options: {
  database: Database;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
  workers: PictureWorkers;
}): Route[] {
  const { database, community } = options;

  /** In a transaction of whoever reads, signed in or not. */
  async function reading<Found>(
    { tenant, actor, now, browser }: OpenCall,
    find: (at: Reading) => Promise<Found>,
  ): Promise<Found> {
    const isFamily = actor === null && (await community.isIn(tenant, { now, browser }));
    const reader = readerOf(actor, isFamily);
    return await inTenant(database, tenant.id, (transaction) =>
      find({ transaction, tenantId: tenant.id, reader }),
    );
  }

  return [
    openRoute(resourceEndpoints.list, ({ query }, call) => reading(call, (at) => listResources(query, at))),
    openRoute(resourceEndpoints.read, ({ params }, call) =>
      reading(call, (at) => readResource(params.resourceId, at)),
    ),
    openRoute(resourceEndpoints.save, (input, call) => saveResource(options, input, call)),
    route(resourceEndpoints.remove, removeResource),
    route(resourceOfferEndpoints.listOwn, (_input, call) => listOwnOffers(call)),
    route(resourceOfferEndpoints.readOwn, readOwnOffer),
    route(resourceOfferEndpoints.listOffered, (_input, call) => listOpenOffers(call)),
    route(resourceOfferEndpoints.approve, approveOffer),
    route(resourceOfferEndpoints.decline, declineOffer),
  ];
}
