import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { KeptContent, Media } from '#server/platform/media.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { HostTenant } from '#server/platform/route.ts';
import { findEdition, findSchool } from './messages.repository.ts';

interface DrawingOptions {
  database: Database;
  media: Media;
  findTenant: (host: string | undefined) => Promise<HostTenant>;
  /** A drawing that strangers are shown in the tenant at hand. */
  findDrawing: (
    transaction: TenantTransaction,
    work: { tenantId: string; workId: string },
    sha256: string,
  ) => Promise<(KeptContent & { media_type: string }) | undefined>;
}

/** Opened as a page of its own, a drawing runs nothing and fetches nothing. */
const drawingAlone = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Serves drawings of messages that are in an edition, on each host, as long as strangers are shown them at their school. Asked for again each
 * time, as the school may take the message down at any moment.
 */
export function serveMessageDrawings(
  app: FastifyInstance,
  { database, media, findTenant, findDrawing }: DrawingOptions,
): void {
  app.get<{ Params: { tenantId: string; workId: string; sha256: string } }>(
    `${apiPrefix}/dear-world/:tenantId/:workId/:sha256`,
    async (request, reply) => {
      const { tenantId, workId, sha256 } = request.params;
      void reply.header('cache-control', 'no-store');
      if (!v.is(Id, tenantId) || !v.is(Id, workId) || !/^[0-9a-f]{64}$/u.test(sha256))
        return reply.callNotFound();
      const tenant = await findTenant(request.host);
      const drawing = await inTenant(database, tenant.id, async (transaction) => {
        const platformId = await findPlatformId(transaction);
        if (platformId === undefined) return undefined;
        const edition = await elsewhere(transaction, platformId, () =>
          findEdition(transaction, platformId, { school_id: tenantId, work_id: workId }),
        );
        if (edition === undefined) return undefined;
        return await elsewhere(transaction, tenantId, async () => {
          const school = await findSchool(transaction, tenantId);
          if (school?.suspended_at !== null) return undefined;
          return await findDrawing(transaction, { tenantId, workId }, sha256);
        });
      });
      if (!drawing) return reply.callNotFound();
      const etag = `"${sha256}"`;
      void reply
        .header(headers.product, '1')
        .header('cache-control', 'public, no-cache')
        .header('etag', etag)
        .header('content-disposition', 'inline')
        .header('x-robots-tag', 'noindex, noimageindex')
        .header('x-content-type-options', 'nosniff');
      if (drawing.media_type === 'image/svg+xml') void reply.header('content-security-policy', drawingAlone);
      if (request.headers['if-none-match'] === etag) return await reply.status(304).send();
      return await reply.type(drawing.media_type).send(await media.open(drawing));
    },
  );
}
