import type { FastifyInstance } from 'fastify';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import { fileWords } from '#contract/resources/resources.rules.ts';
import { slugOf } from '#contract/works/works.rules.ts';
import { fileAlone } from '#server/platform/content-security-policy.ts';
import * as v from 'valibot';
import type { Media } from '#server/platform/media.ts';
import type { ReadForRequest } from '../works/request-reading.web.ts';
import { findFile } from './resources.repository.ts';

/**
 * Serves the files of resources, by the rule that the resources are seen by. Each is handed out to be kept and never shown as a
 * page: a PDF is as somebody sent it. It is asked for again each time, as it may be replaced, or not be for everybody any more.
 */
export function serveResourceFiles(
  app: FastifyInstance,
  { readFor, media }: { readFor: ReadForRequest; media: Media },
): void {
  app.get<{ Params: { resourceId: string } }>(
    `${apiPrefix}/resources/:resourceId/file`,
    async (request, reply) => {
      const { resourceId } = request.params;
      if (!v.is(Id, resourceId)) return reply.callNotFound();
      const file = await readFor(request, reply, async (at) => {
        const found = await findFile(at, resourceId);
        return found && { ...found, tenantId: at.tenantId };
      });
      if (!file) {
        void reply.header('cache-control', 'no-store');
        return reply.callNotFound();
      }
      const { title, audience, media_type, bytes, content, tenantId } = file;
      const sha256 = file.sha256.toString('hex');
      const etag = `"${sha256}"`;
      const name = `${slugOf(title, 'resource')}.${fileWords[media_type].extension}`;
      void reply
        .header(headers.product, '1')
        .header('cache-control', audience === 'public' ? 'public, no-cache' : 'private, no-cache')
        .header('vary', 'authorization, cookie')
        .header('etag', etag)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('content-security-policy', fileAlone)
        .header('x-content-type-options', 'nosniff');
      if (request.headers['if-none-match'] === etag) return await reply.status(304).send();
      const opened = await media.open({ tenantId, sha256, content });
      return await reply.type(media_type).header('content-length', bytes).send(opened);
    },
  );
}
