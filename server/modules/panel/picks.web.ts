import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { KeptContent, Media } from '#server/platform/media.ts';
import type { HostTenant } from '#server/platform/route.ts';
import { findSchool, isPicked } from './picks.repository.ts';

interface PickedCoverOptions {
  database: Database;
  media: Media;
  findTenant: (host: string | undefined) => Promise<HostTenant>;
  /** A cover that strangers are shown in the tenant at hand. */
  findCover: (
    transaction: TenantTransaction,
    work: { tenantId: string; workId: string },
    sha256: string,
  ) => Promise<(KeptContent & { media_type: string }) | undefined>;
}

/** Opened as a page of its own, a drawing runs nothing and fetches nothing. */
const drawingAlone = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Serves covers of works that the platform picked on its own site, as long as strangers are shown them at their school. Asked for again each
 * time, as the school may take the work down at any moment.
 */
export function servePickedCovers(
  app: FastifyInstance,
  { database, media, findTenant, findCover }: PickedCoverOptions,
): void {
  app.get<{ Params: { tenantId: string; workId: string; sha256: string } }>(
    `${apiPrefix}/library-picks/:tenantId/:workId/:sha256`,
    async (request, reply) => {
      const { tenantId, workId, sha256 } = request.params;
      void reply.header('cache-control', 'no-store');
      const isAddress = v.is(Id, tenantId) && v.is(Id, workId) && /^[0-9a-f]{64}$/u.test(sha256);
      const tenant = await findTenant(request.host);
      if (!isAddress || !tenant.is_platform) return reply.callNotFound();
      const cover = await inTenant(database, tenant.id, async (transaction) => {
        if (!(await isPicked(transaction, tenant.id, { school_id: tenantId, work_id: workId })))
          return undefined;
        return await elsewhere(transaction, tenantId, async () => {
          const school = await findSchool(transaction, tenantId);
          if (school?.suspended_at !== null) return undefined;
          return await findCover(transaction, { tenantId, workId }, sha256);
        });
      });
      if (!cover) return reply.callNotFound();
      const etag = `"${sha256}"`;
      void reply
        .header(headers.product, '1')
        .header('cache-control', 'public, no-cache')
        .header('etag', etag)
        .header('content-disposition', 'inline')
        .header('x-robots-tag', 'noindex, noimageindex')
        .header('x-content-type-options', 'nosniff');
      if (cover.media_type === 'image/svg+xml') void reply.header('content-security-policy', drawingAlone);
      if (request.headers['if-none-match'] === etag) return await reply.status(304).send();
      return await reply.type(cover.media_type).send(await media.open(cover));
    },
  );
}
