import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import { drawingAlone } from '#server/platform/content-security-policy.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { KeptContent, Media } from '#server/platform/media.ts';
import type { HostTenant } from '#server/platform/route.ts';
import { findSchool } from './picks.repository.ts';

export interface SchoolPictureOptions {
  database: Database;
  media: Media;
  findTenant: (host: string | undefined) => Promise<HostTenant>;
  /** A picture that strangers are shown in the tenant at hand. */
  findPicture: (
    transaction: TenantTransaction,
    work: { tenantId: string; workId: string },
    sha256: string,
  ) => Promise<(KeptContent & { media_type: string }) | undefined>;
}

/** Which works have a picture at an address, and on which hosts. */
interface Pictures {
  /** Of the API, such as `/library-picks`; tenant, work and hash follow. */
  address: string;
  isServedOn?: (tenant: HostTenant) => boolean;
  /** Whether the platform shows the work there, asked in the tenant of the host. */
  isShown: (
    transaction: TenantTransaction,
    tenant: HostTenant,
    work: { school_id: string; work_id: string },
  ) => Promise<boolean>;
}

/**
 * Serves pictures of works that the platform shows, as long as strangers are shown them at their school. Asked for again each time, as the school
 * may take the work down at any moment.
 */
export function serveSchoolPictures(
  app: FastifyInstance,
  { address, isServedOn = () => true, isShown }: Pictures,
  { database, media, findTenant, findPicture }: SchoolPictureOptions,
): void {
  app.get<{ Params: { tenantId: string; workId: string; sha256: string } }>(
    `${apiPrefix}${address}/:tenantId/:workId/:sha256`,
    async (request, reply) => {
      const { tenantId, workId, sha256 } = request.params;
      void reply.header('cache-control', 'no-store');
      if (!v.is(Id, tenantId) || !v.is(Id, workId) || !/^[0-9a-f]{64}$/u.test(sha256))
        return reply.callNotFound();
      const tenant = await findTenant(request.host);
      if (!isServedOn(tenant)) return reply.callNotFound();
      const picture = await inTenant(database, tenant.id, async (transaction) => {
        if (!(await isShown(transaction, tenant, { school_id: tenantId, work_id: workId }))) return undefined;
        return await elsewhere(transaction, tenantId, async () => {
          const school = await findSchool(transaction, tenantId);
          if (school?.suspended_at !== null) return undefined;
          return await findPicture(transaction, { tenantId, workId }, sha256);
        });
      });
      if (!picture) return reply.callNotFound();
      const etag = `"${sha256}"`;
      void reply
        .header(headers.product, '1')
        .header('cache-control', 'public, no-cache')
        .header('etag', etag)
        .header('content-disposition', 'inline')
        .header('x-robots-tag', 'noindex, noimageindex')
        .header('x-content-type-options', 'nosniff');
      if (picture.media_type === 'image/svg+xml') void reply.header('content-security-policy', drawingAlone);
      if (request.headers['if-none-match'] === etag) return await reply.status(304).send();
      return await reply.type(picture.media_type).send(await media.open(picture));
    },
  );
}
