import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Id } from '#contract/kit/id.ts';
import type { Media } from '#server/platform/media.ts';
import { findPage } from './offers.repository.ts';
import type { ReadForRequest } from '../works/request-reading.web.ts';

/** Serves the pages of books that visitors handed in, to those alone who decide about them. Nobody keeps them. */
export function serveOfferedPages(
  app: FastifyInstance,
  { readFor, media }: { readFor: ReadForRequest; media: Media },
): void {
  app.get<{ Params: { offerId: string; sha256: string } }>(
    `${apiPrefix}/book-offers/:offerId/pages/:sha256`,
    async (request, reply) => {
      const { offerId, sha256 } = request.params;
      void reply.header('cache-control', 'no-store');
      if (!v.is(Id, offerId) || !/^[0-9a-f]{64}$/u.test(sha256)) return reply.callNotFound();
      const page = await readFor(request, reply, async ({ reader, transaction, tenantId }) =>
        reader.kind === 'office' ? await findPage(transaction, tenantId, { offerId, sha256 }) : undefined,
      );
      if (!page) return reply.callNotFound();
      const opened = await media.open(page);
      return await reply
        .header(headers.product, '1')
        .header('vary', 'authorization, cookie')
        .header('content-disposition', 'inline')
        .header('x-content-type-options', 'nosniff')
        .type(page.media_type)
        .send(opened);
    },
  );
}
