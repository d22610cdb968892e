import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { product } from '#contract/kit/product.ts';
import { elsewhere, inTenant, type Database } from '#server/platform/database.ts';
import type { Media } from '#server/platform/media.ts';
import type { RequestReadingOptions } from '../works/request-reading.web.ts';
import { drawingAlone } from '#server/platform/content-security-policy.ts';
import { findWatchedAsset } from './monitoring.service.ts';

interface WatchedAssetOptions extends Pick<RequestReadingOptions, 'findTenant' | 'findActor'> {
  database: Database;
  media: Media;
}

/**
 * Serves pictures and recordings of works in monitoring, and of those that strangers may see, on the platform's own host, to those alone
 * who run it, and as long as they may read the text (law 3 of the panel). That they looked is in the audit with the text. Nobody keeps them.
 */
export function serveWatchedAssets(
  app: FastifyInstance,
  { database, media, findTenant, findActor }: WatchedAssetOptions,
): void {
  app.get<{ Params: { tenantId: string; workId: string; sha256: string } }>(
    `${apiPrefix}/v1/panel/watch/:tenantId/:workId/assets/:sha256`,
    async (request, reply) => {
      const { tenantId, workId, sha256 } = request.params;
      void reply.header('cache-control', 'no-store');
      const isAddress = v.is(Id, tenantId) && v.is(Id, workId) && /^[0-9a-f]{64}$/u.test(sha256);
      const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
      const tenant = await findTenant(request.host);
      if (!isAddress || !tenant.is_platform || scheme?.toLowerCase() !== 'bearer' || token === undefined)
        return reply.callNotFound();
      const asset = await inTenant(database, tenant.id, async (transaction) => {
        const actor = await findActor(transaction, tenant, token);
        if (!actor) throw new Problem(requestProblems.unauthenticated);
        if (actor.role !== product.platformRole) return undefined;
        return await elsewhere(transaction, tenantId, () =>
          findWatchedAsset(transaction, { tenantId, workId }, sha256),
        );
      });
      if (!asset) return reply.callNotFound();
      const opened = await media.open(asset);
      if (asset.media_type === 'image/svg+xml') void reply.header('content-security-policy', drawingAlone);
      return await reply
        .header(headers.product, '1')
        .header('vary', 'authorization')
        .header('content-disposition', 'inline')
        .header('x-content-type-options', 'nosniff')
        .type(asset.media_type)
        .send(opened);
    },
  );
}
