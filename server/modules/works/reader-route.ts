import type { Endpoint, EndpointParsed, EndpointResponse } from '#contract/kit/endpoint.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Route } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import { readerOf } from './reader.ts';
import type { Reading } from './works.repository.ts';

export interface ReaderRouteOptions {
  database: Database;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
}

/** Makes routes for whoever reads, signed in or not. */
export function createReaderRoute({ database, community }: ReaderRouteOptions) {
  return function readerRoute<E extends Endpoint & { readonly roles: 'anyone' }>(
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
  };
}
