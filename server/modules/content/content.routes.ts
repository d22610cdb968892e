import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { openRoute, type OpenCall, type Route } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import { contentReaderOf, type Asking, type ContentService } from './content.service.ts';

export function contentRoutes(options: {
  database: Database;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
  content: ContentService;
}): Route[] {
  const { database, community, content } = options;

  async function ask<Answer>(call: OpenCall, read: (asking: Asking) => Promise<Answer>): Promise<Answer> {
    const { tenant, actor, now, browser } = call;
    const isFamily = actor === null && (await community.isIn(tenant, { now, browser }));
    const reader = contentReaderOf(actor?.role ?? null, isFamily);
    return await inTenant(database, tenant.id, (transaction) =>
      read({ transaction, tenantId: tenant.id, reader, now }),
    );
  }

  return [
    openRoute(contentEndpoints.list, ({ query }, call) => ask(call, (asking) => content.list(query, asking))),
    openRoute(contentEndpoints.read, ({ params, query }, call) =>
      ask(call, (asking) => content.read({ ...params, ...query }, asking)),
    ),
  ];
}
